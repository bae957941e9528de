/** Random choices that depend on the seed alone. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Close seeds begin alike, so skip their first numbers.
    for (let index = 0; index < 8; index += 1) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  oneOf<Each>(all: readonly Each[]): Each {
    const one = all[Math.floor(this.next() * all.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  }

  shuffled<Each>(all: readonly Each[]): Each[] {
    const drawn = all.map((each) => ({ each, at: this.next() }));
    return drawn.sort((one, other) => one.at - other.at).map(({ each }) => each);
  }
}
