/** The platform's costs are not published: every operation costs alike here. */
const operationCost = 10;

export type BucketSize = {
  maximumAvailable: number;
  /** Points a second. */
  restoreRate: number;
};

const usual: BucketSize = { maximumAvailable: 20_000, restoreRate: 1_000 };

function costOf(size: BucketSize, currentlyAvailable: number, actualQueryCost: number | null) {
  const throttleStatus = { ...size, currentlyAvailable };
  return { cost: { requestedQueryCost: operationCost, actualQueryCost, throttleStatus } };
}

/** What the platform says of an operation's cost where it counts nothing. */
export const uncountedCost = costOf(usual, usual.maximumAvailable - operationCost, operationCost);

/** A shop's points, of which each operation takes some. */
export class PointBucket {
  readonly #size: BucketSize;
  #available: number;
  #at: number;

  /** A full one; `now` in ms. */
  constructor(size: BucketSize, now: number) {
    this.#size = size;
    this.#available = size.maximumAvailable;
    this.#at = now;
  }

  /** Takes an operation's points where they are there, and answers the `extensions` that the platform tells of it. */
  take(now: number): { isThrottled: boolean; extensions: ReturnType<typeof costOf> } {
    const { maximumAvailable, restoreRate } = this.#size;
    const restored = this.#available + ((now - this.#at) / 1_000) * restoreRate;
    this.#available = Math.min(maximumAvailable, restored);
    this.#at = now;
    const isThrottled = this.#available < operationCost;
    if (!isThrottled) this.#available -= operationCost;
    // As the platform, which tells whole points.
    const available = Math.floor(this.#available);
    return {
      isThrottled,
      extensions: costOf(this.#size, available, isThrottled ? null : operationCost),
    };
  }
}
