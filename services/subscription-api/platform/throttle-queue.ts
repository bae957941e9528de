import type { Deadline } from '../deadline.ts';
import { PlatformError } from './platform-error.ts';
import { type Asked, type Reservation, ShopPoints } from './shop-points.ts';

type ThrottledCall = {
  /** For the log. */
  name: string;
  /** The points that it needs to begin, as far as known. */
  cost: number;
  /** The points that it cost the last time, which Shopify doesn't give back; undefined if it was never carried out. */
  spends?: number | undefined;
  deadline: Deadline | undefined;
  isRead: boolean;
};

type Place = {
  readonly call: ThrottledCall;
  /** The order in which calls arrived. A throttled call keeps its ticket. */
  readonly ticket: number;
  readonly enteredAt: number;
  points: number;
  timesThrottled: number;
};

type Waiting = {
  readonly place: Place;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
};

const mostAttempts = 5;
/** The least time that a call takes once it is its turn, in ms. */
const answerMilliseconds = 300;
/** For a call without a deadline, in ms. */
const longestWait = 40_000;
const shortestWait = 10;
/** Half of a shop's slots (server/concurrency-limiter.ts), because each waiting request holds one and writes need some too. */
const mostReadsWaiting = 6;

function spentBy({ points, call }: Place): number {
  return Math.min(points, call.spends ?? points);
}

function leftOf({ call, enteredAt }: Place): number {
  return call.deadline?.left() ?? enteredAt + longestWait - performance.now();
}

/**
 * The queue of one shop's calls to Shopify: first in, first out. While the shop has points, nobody waits. Otherwise the first call leaves once the
 * points should be there, and the others wait behind it.
 */
export class ThrottleQueue {
  readonly #forget: () => void;
  readonly #points = new ShopPoints();
  #waiting: Waiting[] = [];
  #tickets = 0;
  #underWay = 0;
  /** Whether a throttled call is being retried. The others wait for its outcome. */
  #asksAgain = false;
  #timer: NodeJS.Timeout | undefined;

  /** `forget` is called when nobody waits and there is nothing to remember about the shop. */
  constructor(forget: () => void) {
    this.#forget = forget;
  }

  /**
   * Sends the call when its turn comes, and again if Shopify throttles it.
   * @throws PlatformError `throttled`, at once if its turn can't come before its deadline
   */
  async run<Answer extends Asked>(
    call: ThrottledCall,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    this.#tickets += 1;
    const place: Place = {
      call,
      ticket: this.#tickets,
      enteredAt: performance.now(),
      points: call.cost,
      timesThrottled: 0,
    };
    for (;;) {
      const reserved = this.#isFree(place) ? this.#begin(place) : await this.#turn(place);
      const answer = await this.#asked(place, reserved, ask);
      if (!answer.isThrottled) return answer;
      if (place.timesThrottled >= mostAttempts) throw this.#giveUp(place);
    }
  }

  async #asked<Answer extends Asked>(
    place: Place,
    reserved: Reservation,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    try {
      answer = await ask();
      return answer;
    } finally {
      this.#underWay -= 1;
      if (place.timesThrottled > 0) this.#asksAgain = false;
      this.#points.told(reserved, answer);
      if (answer?.isThrottled) {
        place.timesThrottled += 1;
        place.points = answer.cost?.requestedQueryCost ?? place.points;
      } else {
        // A throttled call returns to the front before the line moves.
        this.#moveUp();
      }
    }
  }

  #isFree({ points }: Place): boolean {
    return this.#waiting.length === 0 && !this.#asksAgain && this.#waitFor(points) <= 0;
  }

  #waitFor(points: number): number {
    return this.#points.wait(this.#points.needed(points));
  }

  #begin(place: Place): Reservation {
    this.#underWay += 1;
    this.#asksAgain = place.timesThrottled > 0;
    return this.#points.reserve(place.points, spentBy(place));
  }

  #turn(place: Place): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      const signal = place.call.deadline?.signal;
      const leave = () => {
        signal?.removeEventListener('abort', gone);
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
      };
      const waiting: Waiting = {
        place,
        begin: () => {
          leave();
          resolve(this.#begin(place));
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const gone = () => {
        waiting.refuse(this.#refusal(place, this.#waitFor(place.points)));
        this.#moveUp();
      };
      signal?.addEventListener('abort', gone);
      const next = this.#waiting.findIndex((other) => other.place.ticket > place.ticket);
      this.#waiting.splice(next < 0 ? this.#waiting.length : next, 0, waiting);
      this.#moveUp();
    });
  }

  /** Starts the calls that have points, and refuses those that can't get them in time. */
  #moveUp(): void {
    let before = 0;
    const reading = new Set<Deadline | undefined>();
    for (const { place, begin, refuse } of this.#waiting) {
      const { call, points } = place;
      const needed = this.#points.needed(points);
      const wait = this.#points.waitAfterAnswers(before + needed);
      const isTooLate = wait + answerMilliseconds > leftOf(place);
      if (before === 0 && this.#points.wait(needed) <= 0 && !isTooLate && !this.#asksAgain) {
        begin();
        continue;
      }
      const isTooMuch =
        call.isRead && !reading.has(call.deadline) && reading.size >= mostReadsWaiting;
      if (isTooLate || isTooMuch) {
        refuse(this.#refusal(place, wait));
        continue;
      }
      before += this.#points.needed(spentBy(place));
      if (call.isRead) reading.add(call.deadline);
    }
    this.#wakeUp();
  }

  /** Shopify throttles against all expectation, so the calls behind would wait in vain too. */
  #giveUp(place: Place): Error {
    for (const { place: behind, refuse } of this.#waiting) {
      refuse(this.#refusal(behind, this.#waitFor(behind.points)));
    }
    this.#wakeUp();
    return this.#refusal(place, this.#waitFor(place.points));
  }

  #refusal({ call, timesThrottled }: Place, wait: number): Error {
    const reason = `${call.name}: throttled ${timesThrottled} times, and for longer than it can wait`;
    return new PlatformError('throttled', new Error(reason), { retryMilliseconds: wait });
  }

  #wakeUp(): void {
    clearTimeout(this.#timer);
    const [head] = this.#waiting;
    if (head !== undefined) {
      // The outcome of the retry moves it up.
      if (this.#asksAgain) return;
      const wait = Math.max(shortestWait, this.#waitFor(head.place.points));
      this.#timer = setTimeout(() => this.#moveUp(), wait);
    } else if (this.#underWay === 0) {
      const wait = this.#points.untilPlenty();
      if (wait <= 0) this.#forget();
      else this.#timer = setTimeout(() => this.#wakeUp(), wait).unref();
    }
  }
}
