import type { Cost } from './platform-answer.ts';

/** What came of a call, as far as it concerns the shop's points. */
export type Asked = {
  isThrottled: boolean;
  /** Undefined where the platform doesn't say. */
  cost: Cost | undefined;
  /** Where the platform names a time itself. */
  retryAfterSeconds: number | null;
};

/** Points that are kept for a call that is under way; it gives back those that it doesn't spend. */
export type Reservation = { points: number; spends: number; number: number };

const usualPause = 1_000;
const shortestPause = 100;
/** Whatever the platform says, it is asked again after so many ms. */
const longestPause = 10_000;

/** What is known of the points that one shop has left with the platform. */
export class ShopPoints {
  /** As the platform told the latest of the calls that were answered. */
  #told: { available: number; at: number; maximum: number; restoreRate: number } | undefined;
  #toldTo = 0;
  #reserved = 0;
  #spent = 0;
  #reservations = 0;
  #closedUntil = 0;

  /** How long until the shop has so many points for a call, in ms; 0 where nothing is known to the contrary. */
  wait(points: number): number {
    return this.#wait(points + this.#reserved);
  }

  /** The same once the calls that are under way have given back what they don't spend. */
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

  /** The points that a call needs: never more than there can be. */
  needed(points: number): number {
    return Math.min(points, this.#told?.maximum ?? points);
  }

  /**
   * How long until half of the bucket is there, in ms: the platform lets no call cost more than that, so that nobody need know of
   * the shop from then on.
   */
  untilPlenty(): number {
    return Math.max(0, this.wait((this.#told?.maximum ?? 0) / 2));
  }

  reserve(points: number, spends: number): Reservation {
    this.#reserved += points;
    this.#spent += spends;
    this.#reservations += 1;
    return { points, spends, number: this.#reservations };
  }

  /** What came of the call that points were kept for; undefined where no answer came. */
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
