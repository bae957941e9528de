import type { Cost } from './platform-answer.ts';

/** The outcome of a call, as far as it concerns the shop's points. */
export type Asked = {
  isThrottled: boolean;
  /** Undefined if Shopify doesn't say. */
  cost: Cost | undefined;
  /** Null if Shopify names no time. */
  retryAfterSeconds: number | null;
};

/** Points set aside for a call under way, which gives back those it doesn't spend. */
export type Reservation = { points: number; spends: number; number: number };

const usualPause = 1_000;
const shortestPause = 100;
/** In ms. Limits a pause that Shopify asks for without telling the state of the bucket. */
const longestPause = 10_000;

/** One shop's points at Shopify, as far as we know. */
export class ShopPoints {
  /** The bucket's state by the answer to the latest call. */
  #told: { available: number; at: number; maximum: number; restoreRate: number } | undefined;
  #toldTo = 0;
  #reserved = 0;
  #spent = 0;
  #reservations = 0;
  #closedUntil = 0;

  /** In how many ms the shop has the points for a call; 0 if nothing is known to the contrary. */
  wait(points: number): number {
    return this.#wait(points + this.#reserved);
  }

  /** The same, once the calls under way have given back what they don't spend. */
  waitAfterAnswers(points: number): number {
    return this.#wait(points + this.#spent);
  }

  #wait(points: number): number {
    const now = performance.now();
    const closed = Math.max(0, this.#closedUntil - now);
    if (this.#told === undefined) return closed;
    const { available, at, maximum, restoreRate } = this.#told;
    const restored = Math.min(maximum, available + ((now - at) / 1_000) * restoreRate);
    const lacking = points - restored;
    return Math.max(closed, Math.ceil((lacking / restoreRate) * 1_000));
  }

  /** The points that a call needs, at most a full bucket. */
  needed(points: number): number {
    return Math.min(points, this.#told?.maximum ?? points);
  }

  /** In how many ms the bucket is half full. Shopify lets no call cost more than that, so the shop can be forgotten then. */
  untilPlenty(): number {
    return Math.max(0, this.wait((this.#told?.maximum ?? 0) / 2));
  }

  reserve(points: number, spends: number): Reservation {
    this.#reserved += points;
    this.#spent += spends;
    this.#reservations += 1;
    return { points, spends, number: this.#reservations };
  }

  /** Ends a reservation with the call's outcome; undefined if no answer came. */
  told({ points, spends, number }: Reservation, asked: Asked | undefined): void {
    const now = performance.now();
    this.#reserved -= points;
    this.#spent -= spends;
    if (asked === undefined) return;
    const status = asked.cost?.throttleStatus;
    if (status !== undefined && status.restoreRate > 0 && number > this.#toldTo) {
      this.#toldTo = number;
      this.#told = {
        available: status.currentlyAvailable,
        at: now,
        maximum: status.maximumAvailable,
        restoreRate: status.restoreRate,
      };
    }
    if (asked.isThrottled) {
      const named = asked.retryAfterSeconds === null ? usualPause : asked.retryAfterSeconds * 1_000;
      const pause = status === undefined ? Math.min(named, longestPause) : shortestPause;
      this.#closedUntil = Math.max(this.#closedUntil, now + pause);
    }
  }
}
