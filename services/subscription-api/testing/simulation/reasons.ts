import { isOurs } from './others.ts';
import type { Usage } from './plans.ts';
import { type Attempt, failedAs, type Times } from './standstills.ts';

/** What the platform and the witness know of a cycle without an order. Times are in milliseconds. */
export type Uncharged = {
  cycleIndex: number;
  startsAt: number;
  dueAt: number;
  /** When it got its reason. */
  at: number;
  wentLiveAt: number;
  dayOf(at: number): string;
  kind: Usage | undefined;
  /** Whether something kept it from being charged until then. */
  stoodStill: boolean;
  /** The merchant's last decision about it. */
  decision: string | undefined;
  /** Whether its customer has left it out, or wasn't told of it. */
  isLeftOut: boolean;
  isUntold: boolean;
  /** The pauses of its contract, of which the last lasts if that is canceled, and when its store was frozen, or didn't permit charges. */
  pauses: readonly Times[];
  frozen: readonly Times[];
  closed: readonly Times[];
  /** When the last order of its contract's plan was made; undefined if it wasn't. */
  completeAt: number | undefined;
  /** All attempts at its contract. */
  attempts: readonly Attempt[];
  /** The store's days of its contract's later cycles. */
  laterDays: readonly string[];
};

type Rule = (of: Uncharged) => boolean;

const day = 86_400_000;
/** Allows for different clocks, and for a call that is under way. */
const tolerance = 5 * 60_000;
/** For so long a missed cycle is charged by itself. */
const caughtUp = 3 * day;
/** An attempt that is open for longer is listed, and so is what waits for it. */
const longestOpen = 7 * day;

const timeOf = (at: string | null): number => (at === null ? Infinity : Date.parse(at));
const ofCycle = ({ attempts, cycleIndex }: Uncharged) =>
  attempts.filter((one) => isOurs(one) && one.cycleIndex === cycleIndex);
const ofOthers = ({ attempts, cycleIndex }: Uncharged) =>
  attempts.filter((one) => isOurs(one) && one.cycleIndex !== cycleIndex);
const lastFailure = (of: Uncharged) => {
  const last = ofCycle(of).at(-1);
  return last === undefined ? null : failedAs(last);
};
const failedBefore = ({ attempts, at }: Uncharged) =>
  attempts.filter((one) => failedAs(one) !== null && timeOf(one.createdAt) <= at + tolerance);

const stoodStill: Rule = (of) => of.stoodStill;
const hasFailed: Rule = (of) => failedBefore(of).length > 0;
const isByUse: Rule = ({ kind }) => kind === 'usage-based';
const isComplete: Rule = ({ completeAt, at }) =>
  completeAt !== undefined && completeAt <= at + tolerance;
const isCanceled: Rule = ({ pauses, at }) =>
  pauses.some(({ from, to }) => to === null && from.getTime() <= at + tolerance);
/** Whether it fell due in one of these times, or before a nightly sweep found that it was over. Of a store's sweeps only one in four is carried out here. */
const fellDueIn =
  (times: 'pauses' | 'frozen' | 'closed', foundWithin = 14 * day): Rule =>
  ({ dueAt, at, ...of }) =>
    of[times].some(
      ({ from, to }) =>
        from.getTime() <= at + tolerance && (to === null || to.getTime() >= dueAt - foundWithin),
    );
const failedAtLast =
  (kind: string): Rule =>
  (of) =>
    lastFailure(of) === kind;
const chargedByOthers =
  (since: (of: Uncharged) => number, mayBeOpen = false): Rule =>
  (of) =>
    of.attempts.some(({ createdAt, completedAt, ...one }) => {
      const at = timeOf(createdAt);
      const isWithin = at >= since(of) || (mayBeOpen && timeOf(completedAt) > of.at - tolerance);
      return !isOurs(one) && isWithin && at <= of.at + tolerance;
    });
/** Whether an attempt of these was open for so long when it got its reason. */
const waitsFor =
  (attempts: (of: Uncharged) => readonly Attempt[], age = 0): Rule =>
  (of) =>
    attempts(of).some(
      ({ createdAt, completedAt }) =>
        timeOf(createdAt) <= of.at - age + tolerance && timeOf(completedAt) > of.at - tolerance,
    );

/** When each reason is so. What isn't here never comes to pass in a year. */
const rules: Readonly<Record<string, Rule>> = {
  skipped: () => true,
  'usage-based': isByUse,
  'contract paused': stoodStill,
  'contract cancelled': stoodStill,
  'contract expired': stoodStill,
  'billing is stopped': stoodStill,

  'left: usage-based': isByUse,
  'left: contract paused': fellDueIn('pauses', day),
  'left: contract cancelled': isCanceled,
  'left: contract expired': isComplete,
  'left: all orders made': isComplete,

  'listed: missed': ({ stoodStill, dueAt, at, laterDays, dayOf }) =>
    stoodStill &&
    (at >= dueAt + caughtUp - tolerance || laterDays.some((later) => later <= dayOf(at))),
  'listed: due while paused': fellDueIn('pauses', day),
  'listed: due while frozen': fellDueIn('frozen'),
  'listed: due while not permitted': fellDueIn('closed'),
  'listed: before go-live': ({ dueAt, wentLiveAt }) => dueAt < wentLiveAt,
  'listed: usage unknown': ({ kind }) => kind === 'usage unknown',
  'listed: customer not told': ({ kind, isUntold }) => kind === 'usage-based' && isUntold,
  'listed: charged elsewhere': chargedByOthers(({ startsAt, dueAt }) =>
    Math.min(startsAt, dueAt - 2 * day),
  ),
  'listed: unknown attempt': chargedByOthers(({ startsAt }) => startsAt, true),
  'listed: charged since it was due': (of) =>
    ofOthers(of).some(
      ({ orderId, completedAt }) => orderId !== null && timeOf(completedAt) >= of.dueAt - tolerance,
    ),
  'listed: second of the day': (of) =>
    of.laterDays.includes(of.dayOf(of.dueAt)) ||
    ofOthers(of).some(
      ({ orderId, completedAt }) =>
        orderId !== null && of.dayOf(timeOf(completedAt)) === of.dayOf(of.at),
    ),
  'listed: the order before is open for 7 days': waitsFor(ofOthers, longestOpen),
  'listed: open for 7 days': waitsFor(ofCycle, longestOpen),
  'listed: merchant must act': failedAtLast('order'),
  'listed: perhaps paid': failedAtLast('paid'),
  'listed: unknown failure': failedAtLast('unknown'),

  'ended: left by the merchant': ({ decision }) => decision === 'leave',
  'ended: settled elsewhere': ({ decision }) => decision === 'settled elsewhere',
  'ended: put off': ({ isLeftOut }) => isLeftOut,
  'ended: usage-based': isByUse,
  // At a card that was refused for good, none is begun.
  'ended: skip': (of) =>
    ['buyer', 'later', 'stock'].includes(lastFailure(of) ?? '') ||
    failedBefore(of).some((one) => failedAs(one) === 'method'),
  'ended: skipped': hasFailed,
  'ended: contract paused': (of) => hasFailed(of) && fellDueIn('pauses', day)(of),
  'ended: contract cancelled': (of) => hasFailed(of) && isCanceled(of),
  'ended: contract expired': isComplete,
  'ended: all orders made': isComplete,

  'open: tries again': hasFailed,
  'open: waits for buyer': failedAtLast('buyer'),
  'open: waits for method': hasFailed,
  'open: waits for next order': hasFailed,
  'open: the order before must end first': hasFailed,
  'open: another charge is open': waitsFor(ofOthers),
  'open: charging': waitsFor(ofCycle),
  'open: the buyer must confirm': waitsFor(ofCycle),
};

/** Whether a cycle has no order for this reason. */
export const isSo = (reason: string, of: Uncharged): boolean => rules[reason]?.(of) ?? false;
