import type { DunningRules, EndRule } from '#contract/billing-rules.ts';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import type { FailureClass } from '#contract/recurring-orders.ts';
import { type ChargeSchedule, dueDayStart } from './charge-time.ts';

/** An attempt to charge a payment method, for any contract. */
export type MethodTry = { at: Date; failureClass: FailureClass | null };

export type Dunning = {
  rules: DunningRules;
  schedule: ChargeSchedule;
  now: Date;
  /** When the cycle could first be charged. */
  dueAt: Date;
  /**
   * The cycle's failed attempts, in their order: when we began each, when it failed by the platform's clock, and the name of the payment method
   * that was charged.
   */
  failures: readonly {
    begunAt: Date;
    failedAt: Date;
    class: FailureClass;
    method: string | null;
  }[];
  /** The contract's payment method now. */
  method: string | null;
  /** Tries with that method in the last 30 days, for all contracts together, and any try at which it was declined for good. */
  methodTries: readonly MethodTry[];
  /** When the contract's next cycle is expected to be charged. */
  nextExpectedAt: Date | null;
  /** When the merchant last started the store's billing again. */
  startedAgainAt: Date | null;
  /** When the merchant decided to try now, whatever failed before; null if they didn't. */
  decidedAt: Date | null;
  /** When the merchant last decided about this cycle, however long ago; null if they never did. */
  lastDecidedAt: Date | null;
};

export type NextStep =
  | { kind: 'try'; at: Date }
  /** Nothing is tried before the buyer acts, there is a new method, or the next order is due. At `until` it must be decided again. */
  | { kind: 'wait'; for: 'buyer' | 'method' | 'next order'; until: Date }
  | { kind: 'end'; rule: EndRule }
  | { kind: 'stop shop' }
  | {
      kind: 'list';
      reason:
        | 'merchant must act'
        | 'perhaps paid'
        | 'unknown failure'
        | 'missed'
        | 'second of the day';
    };

const day = 86_400_000;
/** The card networks allow so many tries in so long. */
export const mostTries = 15;
export const triesPeriod = 30 * day;

/** When the card networks' rules allow to charge a payment method: at once (null), from a time on, or never again. */
export function methodBound(tries: readonly MethodTry[], now: Date): Date | 'never' | null {
  if (tries.some((one) => one.failureClass === 'method')) return 'never';
  const recent = tries
    .map(({ at }) => at.getTime() + triesPeriod)
    .filter((until) => until > now.getTime())
    .sort((left, right) => right - left);
  const free = recent[mostTries - 1];
  return free === undefined ? null : new Date(free);
}

export const paymentClasses: readonly FailureClass[] = ['method', 'buyer', 'later'];

/**
 * Decides the next step for a due cycle. It uses only the tries so far and the current rules, so that changed rules apply at once. Without a
 * failure, the next step is the first attempt.
 */
export function decideNextStep(dunning: Dunning): NextStep {
  const { rules, schedule, now, failures, nextExpectedAt, startedAgainAt, decidedAt } = dunning;
  const { lastDecidedAt } = dunning;
  const last = failures.at(-1);
  const endsAt = nextExpectedAt === null ? null : dueDayStart(nextExpectedAt, schedule);
  const isNextDue = endsAt !== null && endsAt <= now;
  const isDecided = decidedAt !== null && (last === undefined || last.begunAt <= decidedAt);
  if (isDecided && last?.class !== 'shop') return tryWithin(dunning, now, null);
  if (last === undefined) {
    if (!isNextDue) return tryWithin(dunning, now, endsAt);
    // It need not be forgotten: its method may have been declined for good before, or the next one's date moved to its day.
    if (methodBound(dunning.methodTries, now) === 'never') {
      // Of one that the merchant wants charged, the customer was asked for another method only then.
      return lastDecidedAt === null
        ? { kind: 'end', rule: rules.payment.end }
        : waitFor('method', dunning, null);
    }
    const isOfOneDay = dayIn(schedule.timeZone, dunning.dueAt) === dayIn(schedule.timeZone, endsAt);
    return { kind: 'list', reason: isOfOneDay ? 'second of the day' : 'missed' };
  }
  switch (last.class) {
    case 'order':
      return { kind: 'list', reason: 'merchant must act' };
    case 'paid':
      return { kind: 'list', reason: 'perhaps paid' };
    case 'unknown':
      return { kind: 'list', reason: 'unknown failure' };
    case 'shop':
      if (startedAgainAt === null || startedAgainAt <= last.begunAt) return { kind: 'stop shop' };
      // The failure is the shop's own fault, so the end rule doesn't apply to the customer.
      if (isNextDue) return { kind: 'list', reason: 'missed' };
      return tryWithin(dunning, now, endsAt);
    case 'method':
    case 'buyer':
    case 'later': {
      const { payment } = rules;
      const count = failures.filter((one) => paymentClasses.includes(one.class)).length;
      if (count > payment.retries || isNextDue) return { kind: 'end', rule: payment.end };
      if (isNewMethod(dunning.method, last.method)) {
        return tryWithin(dunning, now, endsAt);
      }
      if (last.class === 'later') {
        return tryWithin(dunning, later(last.failedAt, payment.afterDays, schedule), endsAt);
      }
      return waitFor(last.class, dunning, endsAt);
    }
    case 'stock': {
      const { stock } = rules;
      const count = failures.filter((one) => one.class === 'stock').length;
      if (count > stock.retries || isNextDue) return { kind: 'end', rule: stock.end };
      return tryWithin(dunning, later(last.failedAt, stock.afterDays, schedule), endsAt);
    }
  }
}

/** Stands for a method that the contract had later, if nobody knows which one was charged. It doesn't count for other contracts. */
export const presumedMethod = (method: string | null) => method && `presumed ${method}`;

/** Stands for the method that was charged to an erased customer. Nobody can tell any more whether another one is new. */
export const erasedMethod = 'erased';

function isNewMethod(method: string | null, charged: string | null): boolean {
  const known: readonly (string | null)[] = [method, presumedMethod(method), erasedMethod];
  return method !== null && !known.includes(charged);
}

function later(failedAt: Date, days: number, { timeZone, hour }: ChargeSchedule): Date {
  return hourOfDay(timeZone, addDays(dayIn(timeZone, failedAt), days), hour);
}

/** A try at a time, unless the next cycle is due by then or the card networks' rules forbid it. */
function tryWithin(dunning: Dunning, wanted: Date, endsAt: Date | null): NextStep {
  const bound = methodBound(dunning.methodTries, dunning.now);
  if (bound === 'never') return waitFor('method', dunning, endsAt);
  const at = bound !== null && bound > wanted ? bound : wanted;
  return endsAt !== null && at >= endsAt
    ? { kind: 'wait', for: 'next order', until: endsAt }
    : { kind: 'try', at };
}

/** Waits for as long as the rules would have gone on trying, from when the merchant wanted an old order charged. */
function waitFor(what: 'buyer' | 'method', dunning: Dunning, endsAt: Date | null): NextStep {
  const { rules, schedule, failures, now, dueAt, lastDecidedAt } = dunning;
  const { retries, afterDays, end } = rules.payment;
  const last = failures.findLast((one) => paymentClasses.includes(one.class)) ?? failures.at(-1);
  const count = failures.filter((one) => paymentClasses.includes(one.class)).length;
  const left = Math.max(1, retries - Math.max(0, count - 1));
  const since = last?.failedAt ?? dueAt;
  const from = lastDecidedAt !== null && lastDecidedAt > since ? lastDecidedAt : since;
  const given = later(from, left * afterDays, schedule);
  const until = endsAt !== null && endsAt < given ? endsAt : given;
  return until <= now ? { kind: 'end', rule: end } : { kind: 'wait', for: what, until };
}
