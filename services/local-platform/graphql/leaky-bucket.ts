type BucketSize = {
  maximumAvailable: number;
  /** In points per second. */
  restoreRate: number;
};

const usual: BucketSize = { maximumAvailable: 20_000, restoreRate: 1_000 };

/** An operation's costs; the actual cost is null if it wasn't executed. */
export type QueryCost = { requestedQueryCost: number; actualQueryCost: number | null };

function extensionsOf(size: BucketSize, available: number, cost: QueryCost) {
  // The platform reports whole points.
  const throttleStatus = { ...size, currentlyAvailable: Math.floor(available) };
  return { cost: { ...cost, throttleStatus } };
}

/** The cost of an operation in a store without a limit. */
export function uncounted(cost: QueryCost) {
  return extensionsOf(usual, usual.maximumAvailable - (cost.actualQueryCost ?? 0), cost);
}

/** The platform's rate limit of a shop: operations take points, which restore over time. */
export class LeakyBucket {
  readonly #size: BucketSize;
  #available: number;
  #at: number;

  /** Starts full; `now` is in ms. */
  constructor(size: BucketSize, now: number) {
    this.#size = size;
    this.#available = size.maximumAvailable;
    this.#at = now;
  }

  /** Takes an operation's requested points; false if there aren't enough. */
  take(requested: number, now: number): boolean {
    const { maximumAvailable, restoreRate } = this.#size;
    const restored = this.#available + ((now - this.#at) / 1_000) * restoreRate;
    this.#available = Math.min(maximumAvailable, restored);
    this.#at = now;
    if (this.#available < requested) return false;
    this.#available -= requested;
    return true;
  }

  /** Returns the points that an operation didn't use to the bucket; returns the answer's `extensions`. */
  settle(cost: QueryCost) {
    const { requestedQueryCost, actualQueryCost } = cost;
    if (actualQueryCost !== null) this.#available += requestedQueryCost - actualQueryCost;
    return extensionsOf(this.#size, this.#available, cost);
  }
}
