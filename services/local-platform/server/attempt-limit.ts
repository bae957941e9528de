const minute = 60_000;

/** The platform's limit of charges per minute for a store, beside the limit of query costs. */
export class AttemptLimit {
  readonly perMinute: number;
  #begun: number[] = [];

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Counts a charge; false if the last minute already had the most. */
  take(now: Date): boolean {
    const at = now.getTime();
    this.#begun = this.#begun.filter((before) => before > at - minute);
    if (this.#begun.length >= this.perMinute) return false;
    this.#begun.push(at);
    return true;
  }
}
