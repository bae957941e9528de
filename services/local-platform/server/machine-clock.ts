/**
 * The machine's time, for expiring tokens and rate limits. The app checks tokens by it too, so moving product time leaves them valid. Tests can
 * set it ahead.
 */
export class MachineClock {
  #offsetMilliseconds = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMilliseconds);
  }

  /** Sets how far it is ahead of the machine's time, in seconds. */
  setOffset(seconds: number): void {
    this.#offsetMilliseconds = seconds * 1000;
  }
}
