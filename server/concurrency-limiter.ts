import type { MiddlewareHandler } from 'hono';
import type { FindShop } from '#app/auth/whose-turn.ts';
import { errorTexts } from '#contract/error-texts.ts';

export type ConcurrencyLimits = {
  /** Requests at work at the same time, of all shops. */
  atOnce: number;
  /** … of one shop. */
  atOnceOfShop: number;
  /** The longest that a request may have to wait for its turn, in ms, by how quickly those before it were answered. */
  longestWait: number;
  /** Requests that wait at the same time, of all shops. */
  mostWaiting: number;
};

/** What one request counts at most for what all of them take, in ms: an upload says little of the others. */
const longestCounted = 2_000;

const usual: ConcurrencyLimits = {
  atOnce: 48,
  atOnceOfShop: 12,
  longestWait: 700,
  mostWaiting: 400,
};

/**
 * Whose turn it is, by shop: each has the next turn once before any has it twice, so that one who asks without end keeps nobody
 * else waiting.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #now: () => number;
  readonly #working = new Map<string, number>();
  /** Shops in the order of their turns, each with those of its requests that wait. */
  readonly #waiting = new Map<string, Array<() => void>>();
  #atWork = 0;
  #waitingCount = 0;
  /** What a request takes on the average, in ms, where others are at work beside it. */
  #took = 0;

  constructor(limits: ConcurrencyLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Takes a turn, now or when it comes. Null at once where that would be too late.
   * @param signal aborted when who asks has gone
   * @returns what gives the turn back; undefined for who has gone, or has waited too long all the same
   */
  take(shop: string, signal: () => AbortSignal): Promise<(() => void) | undefined> | null {
    if (this.#isFree(shop)) return Promise.resolve(this.#begin(shop));
    if (this.#waitingCount >= this.#limits.mostWaiting) return null;
    if (this.expectedWait(shop) > this.#limits.longestWait) return null;
    return new Promise((resolve) => {
      const abort = signal();
      const forget = () => {
        clearTimeout(late);
        // Left there, it would keep the request for ever: what Node keeps of a request's signal leads back to the request.
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
      // Those before it may turn out slower than they were.
      const late = setTimeout(leave, this.#limits.longestWait);
      abort.addEventListener('abort', leave);
      const queue = this.#waiting.get(shop) ?? [];
      queue.push(begin);
      this.#waiting.set(shop, queue);
      this.#waitingCount += 1;
    });
  }

  /** Whether it still waited. */
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

/**
 * Lets requests in turn by turn, shop by shop. What would wait too long is answered at once, with 503 and `Retry-After`.
 */
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
      // A document is read as it is; what a screen asked for is read by the screen.
      if (!raw.headers.has('Authorization')) return context.text(message, 503);
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
