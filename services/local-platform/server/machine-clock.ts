/**
 * The machine's time, by which tokens expire and rate limits restore: the app verifies tokens by it too, so that moving the product's
 * clock leaves them valid. Tests set it ahead.
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
