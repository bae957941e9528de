import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** A party that follows the clock, such as the app; it takes part in every stop of a move. */
export type Follower = {
  /** When it has something to do next, as of the last `timeIs`; null for never. */
  nextDue(): Promise<Date | null>;
  /** Tells it that it's `now`. Resolves when it has done everything due by then. */
  timeIs(now: Date): Promise<void>;
};

/** A move that can't be made; the message is for the person who asked for it. */
export class ClockRefusal extends Error {
  override name = 'ClockRefusal';
}

type Entry = { at: number; run: () => void | Promise<void> };

/** Node runs a timer at once if it's set for longer, in ms. */
const longestTimer = 2 ** 31 - 1;
/** How often a follower hears the same moment again while it reports more work for it. */
const roundsPerMoment = 50;
/** The longest chain of entries that each schedule the next one for the same moment. */
const chainPerMoment = 500;
const day = 86_400_000;

const keptSchema = z.object({ offsetMilliseconds: z.number() });

type Amount = { days?: number | undefined; hours?: number | undefined };

type ClockOptions = {
  /** The file for the offset; without a file, the offset is lost when the process ends. */
  file?: string;
  /** The machine's time in ms; a simulation's may stand still. */
  machineNow?: () => number;
  /** Time passes only by moves, so that a simulation can be repeated; nothing runs in real time. */
  standsStill?: boolean;
  /** Called when a scheduled entry fails, or a follower doesn't finish a moment. */
  report?: (error: unknown) => void;
};

/**
 * Product time: the time of orders, contracts, attempts and webhooks. It runs like the machine's time, ahead of it by all moves so far. A move
 * stops whenever something is due, and the clock stands still until that is done.
 */
export class Clock {
  readonly #file: string | undefined;
  readonly #machineNow: () => number;
  readonly #standsStill: boolean;
  readonly #report: (error: unknown) => void;
  readonly #followers = new Set<Follower>();
  /** In the order in which they are due; entries of one moment in the order of scheduling. */
  #entries: Entry[] = [];
  #offset = 0;
  /** The time at which a move has stopped, in ms. */
  #standsAt: number | null = null;
  #movingTo: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The end of the queue of moves. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Entries that started in real time and haven't finished. */
  #underWay = new Set<Promise<void>>();
  /** Counts resets, which end every move. */
  #life = 0;
  #isClosed = false;

  constructor({
    file,
    machineNow = () => Date.now(),
    standsStill = false,
    report = () => {},
  }: ClockOptions = {}) {
    this.#file = file;
    this.#machineNow = machineNow;
    this.#standsStill = standsStill;
    this.#report = report;
    this.#offset = file === undefined ? 0 : readOffset(file);
  }

  now(): Date {
    return new Date(this.#time());
  }

  /** The target of the running move; null if none runs. */
  get movingTo(): Date | null {
    return this.#movingTo === null ? null : new Date(this.#movingTo);
  }

  /** Whether a move has put it ahead of the machine's time. */
  get isMoved(): boolean {
    return this.#offset !== 0 || this.#standsAt !== null;
  }

  /**
   * Calls `run` when the clock reaches `at`, or soon if it already has. In real time entries don't wait for each other; a move waits for each.
   * The end of the process or a reset drops entries, so callers must be able to schedule them again from data.
   * @returns a function that cancels it
   */
  schedule(at: Date, run: () => void | Promise<void>): () => void {
    if (this.#isClosed) return () => {};
    const entry = { at: at.getTime(), run };
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1]?.at ?? 0) > entry.at) index -= 1;
    this.#entries.splice(index, 0, entry);
    if (index === 0) this.#arm();
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  /** Lets a follower take part in moves from now on; returns a function that ends that. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /**
   * Moves the clock forward. Stops whenever something is due, here or at a follower, and waits until that is done.
   * @throws ClockRefusal for a date that is invalid or past, if the clock is reset or closed during the move, if entries keep scheduling more for
   * the same moment, or if the app fails
   */
  moveTo(date: Date): Promise<void> {
    const target = date.getTime();
    if (Number.isNaN(target)) return Promise.reject(new ClockRefusal('That is no date.'));
    return this.#move(() => target);
  }

  /** Moves the clock forward by an amount, counted from the end of earlier moves. Throws like {@link moveTo}. */
  moveBy({ days = 0, hours = 0 }: Amount): Promise<void> {
    return this.#move((now) => now + days * day + (hours * day) / 24);
  }

  #move(targetFrom: (now: number) => number): Promise<void> {
    const life = this.#life;
    return this.#inTurn(async () => {
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
      this.#checkLife(life);
      const now = this.#time();
      const target = targetFrom(now);
      if (target < now) {
        throw new ClockRefusal(
          `The clock only goes forward: it is ${this.now().toISOString()} already.`,
        );
      }
      clearTimeout(this.#timer);
      this.#standsAt = now;
      this.#movingTo = target;
      try {
        await this.#advance(target, life);
      } finally {
        if (life === this.#life) {
          this.#setOffset((this.#standsAt ?? target) - this.#machineNow());
          this.#standsAt = null;
          this.#movingTo = null;
          this.#arm();
        }
      }
    });
  }

  /** Returns to the machine's time, with nothing scheduled. */
  reset(): void {
    this.#life += 1;
    clearTimeout(this.#timer);
    this.#entries = [];
    this.#turn = Promise.resolve();
    this.#underWay = new Set();
    this.#standsAt = null;
    this.#movingTo = null;
    if (this.#offset !== 0) this.#setOffset(0);
  }

  /** Tells the followers the time; reports failures. */
  async tellTime(): Promise<void> {
    for (const follower of this.#followers) {
      await follower.timeIs(this.now()).catch(this.#report);
    }
  }

  /** Ends every move and drops all entries. */
  close(): void {
    this.#life += 1;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#entries = [];
  }

  #checkLife(life: number): void {
    if (this.#isClosed || life !== this.#life) {
      throw new ClockRefusal('The clock was reset or closed meanwhile.');
    }
  }

  #time(): number {
    return this.#standsAt ?? this.#machineNow() + this.#offset;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  /** Sets the timer for the entry that is due next in real time. */
  #arm(): void {
    clearTimeout(this.#timer);
    const [next] = this.#entries;
    if (next === undefined || this.#movingTo !== null || this.#standsStill) return;
    const wait = Math.min(Math.max(0, next.at - this.#time()), longestTimer);
    this.#timer = setTimeout(() => {
      const underWay = this.#underWay;
      for (let entry = this.#takeDue(); entry !== null; entry = this.#takeDue()) {
        const run = this.#run(entry).finally(() => underWay.delete(run));
        underWay.add(run);
      }
      this.#arm();
    }, wait);
    this.#timer.unref();
  }

  #takeDue(): Entry | null {
    const [entry] = this.#entries;
    if (entry === undefined || entry.at > this.#time()) return null;
    this.#entries.shift();
    return entry;
  }

  async #run(entry: Entry): Promise<void> {
    try {
      await entry.run();
    } catch (error) {
      this.#report(error);
    }
  }

  async #advance(target: number, life: number): Promise<void> {
    let chain = 0;
    // Counts how often followers report more work for this moment, because an endless one isn't waited for.
    let rounds = 0;
    for (;;) {
      for (let due = this.#dueCount(); due > 0; due = this.#dueCount()) {
        chain += 1;
        if (chain > chainPerMoment) throw new ClockRefusal(endless(this.now()));
        for (; due > 0; due -= 1) {
          const entry = this.#takeDue();
          if (entry !== null) await this.#run(entry);
          this.#checkLife(life);
        }
      }
      const now = this.#time();
      let theirs = Number.POSITIVE_INFINITY;
      for (const follower of this.#followers) {
        await follower.timeIs(new Date(now));
        const due = (await follower.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
        this.#checkLife(life);
        theirs = Math.min(theirs, due);
      }
      const own = this.#entries[0]?.at ?? Number.POSITIVE_INFINITY;
      if (own <= now) continue;
      if (theirs <= now) {
        rounds += 1;
        if (rounds < roundsPerMoment) continue;
        this.#report(new Error(`A follower does not get done with ${new Date(now).toISOString()}`));
        theirs = Number.POSITIVE_INFINITY;
      }
      if (now >= target) return;
      chain = 0;
      rounds = 0;
      this.#standsAt = Math.min(own, theirs, target);
      this.#setOffset(this.#standsAt - this.#machineNow());
    }
  }

  /** How many entries are due now. */
  #dueCount(): number {
    const now = this.#time();
    const next = this.#entries.findIndex(({ at }) => at > now);
    return next === -1 ? this.#entries.length : next;
  }

  #setOffset(offset: number): void {
    this.#offset = offset;
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify({ offsetMilliseconds: offset }));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const endless = (now: Date) =>
  `What is done at ${now.toISOString()} always has something more done at the same moment. The clock has stopped there.`;

function readOffset(file: string): number {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).offsetMilliseconds;
  } catch {
    // The clock was never moved, or the file is damaged: start at the machine's time.
    return 0;
  }
}
