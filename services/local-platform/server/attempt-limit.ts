const minute = 60_000;

/** How many charges a minute the platform trusts a store with, beside the limit of its query costs. */
export class AttemptLimit {
  readonly perMinute: number;
  #begun: number[] = [];

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Counts a charge; false where there were too many within the last minute. */
  take(now: Date): boolean {
    const at = now.getTime();
    this.#begun = this.#begun.filter((before) => before > at - minute);
    if (this.#begun.length >= this.perMinute) return false;
    this.#begun.push(at);
    return true;
  }
}
