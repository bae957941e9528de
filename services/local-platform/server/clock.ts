/** The platform's clock. Tests move it, so that tokens expire without anyone waiting. */
export class Clock {
  #offsetMilliseconds = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMilliseconds);
  }

  /** Sets how far the platform's clock is ahead of the machine's, in seconds. */
  setOffset(seconds: number): void {
    this.#offsetMilliseconds = seconds * 1000;
  }
}
