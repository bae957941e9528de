import type { Deadline } from '../deadline.ts';
import { PlatformError } from './platform-error.ts';
import { type Asked, type Reservation, ShopPoints } from './shop-points.ts';

/** A call of the platform that may have to wait. */
export type ThrottledCall = {
  /** For the log. */
  name: string;
  /** The points that it must have to begin, as far as they are known. */
  cost: number;
  /** What it came to the last time, which the platform doesn't give back; undefined where it was never carried out. */
  spends?: number | undefined;
  /** Until when its answer is of use. */
  deadline: Deadline | undefined;
  /** Whether it is for a request that only reads. */
  isRead: boolean;
};

type Place = {
  readonly call: ThrottledCall;
  /** The order in which calls came, whether they were throttled since or not. */
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
/** What a call takes at least when it is its turn, in ms. */
const answerMilliseconds = 300;
/** For a call without a deadline, in ms. */
const longestWait = 40_000;
const shortestWait = 10;
/** Half of a shop's turns (server/concurrency-limiter.ts): a request that waits here keeps one, and those that change something need some too. */
const mostReadsWaiting = 6;

function spentBy({ points, call }: Place): number {
  return Math.min(points, call.spends ?? points);
}

function leftOf({ call, enteredAt }: Place): number {
  return call.deadline?.left() ?? enteredAt + longestWait - performance.now();
}

/**
 * The line of one shop's calls before the platform's throttle: first in, first out. As long as the shop has points nobody waits.
 * Else the first of them asks when there must be points for it, and the others wait behind it.
 */
export class ThrottleQueue {
  readonly #forget: () => void;
  readonly #points = new ShopPoints();
  #waiting: Waiting[] = [];
  #tickets = 0;
  #underWay = 0;
  /** Whether one that was throttled asks again: the others wait for what comes of it. */
  #asksAgain = false;
  #timer: NodeJS.Timeout | undefined;

  /** `forget` is called when nobody waits and nothing is to be remembered of the shop. */
  constructor(forget: () => void) {
    this.#forget = forget;
  }

  /**
   * Asks when it is the call's turn, and again where the platform throttles it.
   * @throws PlatformError `throttled`, at once where its turn can't come before its deadline
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

  /** Lets those begin for whom there are points, and refuses those for whom there can't be in time. */
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

  /** Against all reckoning the platform still throttles: those behind would wait for nothing too. */
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
      // What comes of the call that asks again will move it up.
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
