import type { MiddlewareHandler } from 'hono';
import type { FindShop } from '#app/auth/shop-of-request.ts';
import { errorTexts } from '#contract/error-texts.ts';

export type ConcurrencyLimits = {
  /** Running requests, of all shops. */
  atOnce: number;
  /** … of one shop. */
  atOnceOfShop: number;
  /** The longest expected wait, in ms, estimated from recent answers. */
  longestWait: number;
  /** Waiting requests, of all shops. */
  mostWaiting: number;
};

/** Caps a request's share in the average, in ms, because an upload says little about other requests. */
const longestCounted = 2_000;

const usual: ConcurrencyLimits = {
  atOnce: 48,
  atOnceOfShop: 12,
  longestWait: 700,
  mostWaiting: 400,
};

/** A fair queue: shops take turns, so that one with endless requests doesn't keep the others waiting. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #now: () => number;
  readonly #working = new Map<string, number>();
  /** Shops in the order of their turns, each with its waiting requests. */
  readonly #waiting = new Map<string, Array<() => void>>();
  #atWork = 0;
  #waitingCount = 0;
  /** The moving average of a request's duration, in ms. */
  #took = 0;

  constructor(limits: ConcurrencyLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Waits for a turn. Null if the wait would be too long.
   * @param signal aborted when the client has gone
   * @returns the function that ends the turn; undefined if the client has gone or waited too long after all
   */
  take(shop: string, signal: () => AbortSignal): Promise<(() => void) | undefined> | null {
    if (this.#isFree(shop)) return Promise.resolve(this.#begin(shop));
    if (this.#waitingCount >= this.#limits.mostWaiting) return null;
    if (this.expectedWait(shop) > this.#limits.longestWait) return null;
    return new Promise((resolve) => {
      const abort = signal();
      const forget = () => {
        clearTimeout(late);
        // Node keeps the signal, and a listener on it would keep the request in memory.
        abort.removeEventListener('abort', leave);
      };
      const begin = () => {
        forget();
        resolve(this.#begin(shop));
      };
      const leave = () => {
        forget();
        if (this.#leave(shop, begin)) resolve(undefined);
      };
      // Earlier requests may be slower than expected.
      const late = setTimeout(leave, this.#limits.longestWait);
      abort.addEventListener('abort', leave);
      const queue = this.#waiting.get(shop) ?? [];
      queue.push(begin);
      this.#waiting.set(shop, queue);
      this.#waitingCount += 1;
    });
  }

  /** Leaves the queue; returns whether it was still in it. */
  #leave(shop: string, begin: () => void): boolean {
    const queue = this.#waiting.get(shop) ?? [];
    const at = queue.indexOf(begin);
    if (at < 0) return false;
    queue.splice(at, 1);
    this.#waitingCount -= 1;
    if (queue.length === 0) this.#waiting.delete(shop);
    return true;
  }

  /** How long a shop's next request would wait for its turn, in ms. */
  expectedWait(shop: string): number {
    const own = (this.#waiting.get(shop)?.length ?? 0) + 1;
    const ownTurns = own / Math.min(this.#limits.atOnceOfShop, this.#limits.atOnce);
    let before = 0;
    for (const queue of this.#waiting.values()) before += Math.min(queue.length, own);
    return this.#took * Math.max(ownTurns, before / this.#limits.atOnce);
  }

  #isFree(shop: string): boolean {
    const isOwnFree = (this.#working.get(shop) ?? 0) < this.#limits.atOnceOfShop;
    return this.#atWork < this.#limits.atOnce && isOwnFree;
  }

  #begin(shop: string): () => void {
    const startedAt = this.#now();
    this.#atWork += 1;
    this.#working.set(shop, (this.#working.get(shop) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const took = Math.min(this.#now() - startedAt, longestCounted);
      this.#took += (took - this.#took) / 20;
      this.#atWork -= 1;
      const left = (this.#working.get(shop) ?? 1) - 1;
      if (left === 0) this.#working.delete(shop);
      else this.#working.set(shop, left);
      this.#next();
    };
  }

  #next(): void {
    for (const [shop, queue] of this.#waiting) {
      if (!this.#isFree(shop)) continue;
      const begin = queue.shift();
      this.#waiting.delete(shop);
      if (queue.length > 0) this.#waiting.set(shop, queue);
      this.#waitingCount -= 1;
      begin?.();
      return;
    }
  }
}

/** Lets requests in, shop by shop. Answers 503 with `Retry-After` at once if the wait would be too long. */
export function limitConcurrency(
  whose: FindShop,
  limits: ConcurrencyLimits = usual,
): MiddlewareHandler {
  const turns = new ConcurrencyLimiter(limits);
  return async (context, next) => {
    const asked = await whose(context.req.raw);
    if ('status' in asked) return context.body(null, asked.status);
    const raw = asked.request;
    context.req.raw = raw;
    const giveBack = await turns.take(asked.shop, () => raw.signal);
    if (giveBack == null) {
      const message = errorTexts.tooManyRequests;
      context.header('Retry-After', '2');
      // A document shows the text as it is; a screen reads JSON, in the portal without a token.
      const isOfScreen =
        raw.headers.has('Authorization') || new URL(raw.url).searchParams.has('_data');
      if (!isOfScreen) return context.text(message, 503);
      // Remix takes an answer without the header for a loader's data.
      return context.json({ message }, 503, { 'X-Remix-Catch': 'yes' });
    }
    try {
      await next();
    } finally {
      giveBack();
    }
    return undefined;
  };
}
