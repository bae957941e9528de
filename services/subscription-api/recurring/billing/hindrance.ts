import { dayIn, startOfDay } from '#contract/calendar.ts';
import type { ChargeSchedule } from './charge-time.ts';
import type { AttemptRow, CycleRow } from './store.ts';

/** Everything known of a cycle right before it is charged. */
export type CycleSituation = {
  now: Date;
  schedule: ChargeSchedule;
  wentLiveAt: Date;
  /** For how many days a missed cycle is still charged by itself. */
  catchUpDays: number;
  /** Null if unknown. */
  isUsageBased: boolean | null;
  /** Whether an order of a usage-based contract was asked for, by a scale or the merchant. */
  isOrdered: boolean;
  /** Whether its customer was to be told of that order before, and wasn't. */
  isUntold: boolean;
  contractStatus: 'ACTIVE' | 'PAUSED' | 'CANCELLED' | 'EXPIRED' | 'FAILED';
  isComplete: boolean;
  isSkipped: boolean;
  isBilled: boolean;
  startsAt: Date;
  expectedAt: Date;
  /** The earliest time to charge it. */
  chargeAt: Date;
  /** Whether one of our attempts at it has failed. */
  hasFailed: boolean;
  /** The stop of billing in which it fell due; null if billing was on. */
  dueWhile: DueWhile | null;
  /** When a cycle that waits was to be looked at; null if it didn't wait. */
  waitedUntil: Date | null;
  /** Whether an earlier cycle of the contract has failed, and its end rule isn't taken yet. */
  hasUnended: boolean;
  /** Our successful attempts at the contract's other cycles: when we began them, and when they succeeded by the platform's clock. */
  ownPaid: readonly { begunAt: Date; paidAt: Date }[];
  /** When we began those attempts at its other cycles that are not settled yet. */
  ownOpenSince: readonly Date[];
  /** When the merchant decided to charge it all the same, by what was known then; null if they didn't. */
  decidedAt: Date | null;
  /** Whether they decided to charge again what somebody else had charged. */
  isChargedAgain: boolean;
  /** Attempts at the contract that are not ours. */
  foreign: readonly { createdAt: Date; state: 'open' | 'paid' | 'failed' }[];
};

/** Why a cycle is not charged now. */
export type Hindrance =
  | {
      state: 'left';
      reason:
        | 'usage-based'
        | 'skipped'
        | 'all orders made'
        | 'contract paused'
        | 'contract cancelled'
        | 'contract expired'
        | 'contract failed';
    }
  | {
      state: 'listed';
      reason:
        | 'usage unknown'
        | 'customer not told'
        | 'charged elsewhere'
        | 'unknown attempt'
        | 'charged since it was due'
        | 'second of the day'
        | 'before go-live'
        | DueWhile
        | 'missed'
        | 'the order before is open for 7 days';
    }
  | {
      state: 'open';
      reason: 'not due' | 'another charge is open' | 'the order before must end first';
      nextAt: Date;
    };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** An attempt that is open for longer is listed, and so is whatever waits for it. Another attempt never replaces it. */
export const longestOpen = 7 * day;
/** Jobs start a little late, and a run takes its time, so nothing counts as missed sooner. */
const punctual = 12 * hour;

/** For how long a cycle is still charged by itself once it could be, in milliseconds. */
export const caughtUpFor = (catchUpDays: number) => Math.max(catchUpDays * day, punctual);

/** The reason not to charge a contract, by its status. */
export const statuses = {
  PAUSED: 'contract paused',
  CANCELLED: 'contract cancelled',
  EXPIRED: 'contract expired',
  FAILED: 'contract failed',
} as const;

/** The reason for listing an order, by the reason for which it was left when it fell due. */
const dueReasons = {
  'contract paused': 'due while paused',
  'contract failed': 'due while paused',
  'store frozen': 'due while frozen',
  'not permitted': 'due while not permitted',
} as const;

type DueWhile = (typeof dueReasons)[keyof typeof dueReasons];

/** The reasons of orders that were listed only because their day had passed. A later day makes them due anew. */
export const passedReasons: readonly string[] = [
  'missed',
  'before go-live',
  ...Object.values(dueReasons),
];

/** Why a store's cycles are left while the platform refuses its charges. */
export type Standstill = 'store frozen' | 'not permitted';

/** Whether a cycle was left because the platform refused its store's charges. */
export const isStandstill = (reason: string): reason is Standstill =>
  reason === 'store frozen' || reason === 'not permitted';

/** The standstill in which a cycle fell due, by its row and our attempts at it; null if there was none. */
export function dueWhileOf(
  kept: Pick<CycleRow, 'state' | 'reason' | 'changedAt'> | null,
  own: readonly Pick<AttemptRow, 'state'>[],
  chargeAt: Date,
): DueWhile | null {
  if (kept?.state !== 'left' || kept.changedAt < chargeAt) return null;
  // What was only begun was refused, or is waited for where its answer was lost.
  const isUntried = own.every(({ state }) => state === 'begun');
  const reasons: Readonly<Record<string, DueWhile>> = dueReasons;
  return isUntried ? (reasons[kept.reason] ?? null) : null;
}

const left = (reason: Extract<Hindrance, { state: 'left' }>['reason']): Hindrance => ({
  state: 'left',
  reason,
});
const listed = (reason: Extract<Hindrance, { state: 'listed' }>['reason']): Hindrance => ({
  state: 'listed',
  reason,
});

/** Decides what prevents an attempt now; null if nothing does. */
export function hindranceOf(cycle: CycleSituation): Hindrance | null {
  if (cycle.isUsageBased === true && !cycle.isOrdered) return left('usage-based');
  if (cycle.contractStatus !== 'ACTIVE') return left(statuses[cycle.contractStatus]);
  if (cycle.isComplete) return left('all orders made');
  if (cycle.isSkipped) return left('skipped');
  const { now, chargeAt, expectedAt, startsAt, wentLiveAt, schedule } = cycle;
  if (cycle.isBilled && !cycle.isChargedAgain) return listed('charged elsewhere');
  if (now < chargeAt) return { state: 'open', reason: 'not due', nextAt: chargeAt };
  const { decidedAt } = cycle;
  const isDecided = decidedAt !== null;
  const wasKnown = (at: Date) => isDecided && at <= decidedAt;
  if (cycle.isUsageBased === null && !isDecided) return listed('usage unknown');
  if (cycle.isUntold && !cycle.hasFailed && !isDecided) return listed('customer not told');

  // The platform accepts charges up to a day early.
  const earliest = Math.min(chargeAt.getTime(), expectedAt.getTime() - day);
  const ours = Math.max(startsAt.getTime(), wentLiveAt.getTime());
  for (const { createdAt, state } of cycle.foreign) {
    const isKnown = cycle.isChargedAgain && wasKnown(createdAt);
    if (state === 'paid' && createdAt.getTime() >= earliest && !isKnown) {
      return listed('charged elsewhere');
    }
    const isNew = createdAt.getTime() >= ours && !wasKnown(createdAt);
    if (state === 'open' || isNew) return listed('unknown attempt');
  }
  const { timeZone } = schedule;
  const today = dayIn(timeZone, now);
  // Few were paid since today began, and days are slow to find.
  const began = startOfDay(timeZone, today);
  for (const { begunAt, paidAt } of cycle.ownPaid) {
    if (wasKnown(begunAt)) continue;
    if (paidAt >= began && dayIn(timeZone, paidAt) === today) return listed('second of the day');
    if (paidAt >= chargeAt) return listed('charged since it was due');
  }
  if (!cycle.hasFailed && chargeAt < wentLiveAt && !isDecided) return listed('before go-live');
  if (cycle.dueWhile !== null && !isDecided) return listed(cycle.dueWhile);
  if ((!cycle.hasFailed || cycle.waitedUntil !== null) && !isDecided) {
    const since = Math.max(chargeAt.getTime(), cycle.waitedUntil?.getTime() ?? 0);
    const until = since + caughtUpFor(cycle.catchUpDays);
    if (now.getTime() > until) return listed('missed');
  }
  const open = (reason: Extract<Hindrance, { state: 'open' }>['reason'], after: number) =>
    ({ state: 'open', reason, nextAt: new Date(now.getTime() + after) }) as const;
  if (cycle.ownOpenSince.some((since) => now.getTime() - since.getTime() >= longestOpen)) {
    return listed('the order before is open for 7 days');
  }
  if (cycle.ownOpenSince.length > 0) return open('another charge is open', hour);
  return cycle.hasUnended ? open('the order before must end first', minute) : null;
}
