const requestsPerMinute = 40;
const windowMilliseconds = 60_000;

/** Counts the requests of each pair of keys, minute by minute. */
export class RateLimit {
  readonly #windows = new Map<string, { endsAt: number; used: number }>();

  /** Counts a request; returns the headers of its answer, which it has even when over the limit. */
  count(key: string, now: Date): { isOver: boolean; headers: Record<string, string> } {
    const time = now.getTime();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= time) {
      window = { endsAt: time + windowMilliseconds, used: 0 };
      this.#windows.set(key, window);
    }
    window.used += 1;
    const headers = {
      'X-Rate-Limit-Limit': String(requestsPerMinute),
      'X-Rate-Limit-Remaining': String(Math.max(0, requestsPerMinute - window.used)),
      'X-Rate-Limit-Reset': String(Math.ceil((window.endsAt - time) / 1000)),
    };
    return { isOver: window.used > requestsPerMinute, headers };
  }

  forget(): void {
    this.#windows.clear();
  }
}
