import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DunningRules, endRules, usualRules } from '#contract/billing-rules.ts';
import { type FailureClass, failureClasses } from '#contract/recurring-orders.ts';
import {
  type Dunning,
  decideNextStep,
  erasedMethod,
  methodBound,
  type NextStep,
  presumedMethod,
} from './dunning.ts';

const schedule = { timeZone: 'America/New_York', hour: 10 };
const day = 86_400_000;
const start = new Date('2026-12-01T15:00:00Z');
const daysOn = (days: number) => new Date(start.getTime() + days * day);

function decide(change: Partial<Dunning>): NextStep {
  return decideNextStep({
    rules: usualRules,
    schedule,
    now: start,
    dueAt: start,
    failures: [],
    method: 'card',
    methodTries: [],
    nextExpectedAt: daysOn(30),
    startedAgainAt: null,
    decidedAt: null,
    lastDecidedAt: null,
    ...change,
  });
}

const failed = (kind: FailureClass, failedAt = start, method: string | null = 'card') => ({
  begunAt: failedAt,
  failedAt,
  class: kind,
  method,
});

const declinedElsewhere: Partial<Dunning> = {
  methodTries: [{ at: daysOn(10), failureClass: 'method' }],
};

const shownRules: DunningRules = {
  payment: { retries: 1, afterDays: 3, end: 'pause' },
  stock: { retries: 2, afterDays: 1, end: 'cancel' },
  isOversold: false,
  asksForMethod: true,
};

describe('what comes after a failed charge', () => {
  it.each<[string, Partial<Dunning>, NextStep]>([
    [
      'tries again at the hour of the day that the rule says',
      { failures: [failed('later')] },
      { kind: 'try', at: daysOn(3) },
    ],
    [
      'ends where the rule says',
      { failures: [failed('later'), failed('later')], rules: shownRules },
      { kind: 'end', rule: 'pause' },
    ],
    [
      'counts stock apart from payment',
      { failures: [failed('later'), failed('stock')], rules: shownRules },
      { kind: 'try', at: daysOn(1) },
    ],
    [
      'ends stock by its own rule',
      { failures: [failed('stock'), failed('stock'), failed('stock')], rules: shownRules },
      { kind: 'end', rule: 'cancel' },
    ],
    [
      'waits for a new method as long as it would have tried',
      { failures: [failed('method')] },
      { kind: 'wait', for: 'method', until: daysOn(9) },
    ],
    [
      'ends an order whose method was declined for good before, when the next one is due',
      { methodTries: [{ at: daysOn(-60), failureClass: 'method' }], nextExpectedAt: start },
      { kind: 'end', rule: 'skip' },
    ],
    [
      'waits where nobody may know any more which method was charged',
      { failures: [failed('method', start, erasedMethod)] },
      { kind: 'wait', for: 'method', until: daysOn(9) },
    ],
    [
      'waits for the buyer',
      { failures: [failed('buyer')] },
      { kind: 'wait', for: 'buyer', until: daysOn(9) },
    ],
    [
      'ends that wait',
      { failures: [failed('method')], now: daysOn(9) },
      { kind: 'end', rule: 'skip' },
    ],
    [
      'tries a new method at once',
      { failures: [failed('method')], method: 'new', now: daysOn(1) },
      { kind: 'try', at: daysOn(1) },
    ],
    [
      'tries a new method at once also before a day that was set',
      { failures: [failed('later')], method: 'new', now: daysOn(1) },
      { kind: 'try', at: daysOn(1) },
    ],
    [
      'takes the method there is for the declined one where nobody knows which one that was',
      { failures: [failed('method', start, presumedMethod('card'))], now: daysOn(1) },
      { kind: 'wait', for: 'method', until: daysOn(9) },
    ],
    [
      'tries a new method at once also then',
      { failures: [failed('method', start, presumedMethod('card'))], method: 'new' },
      { kind: 'try', at: start },
    ],
    [
      'waits for a method where none is left',
      { failures: [failed('method')], method: null, now: daysOn(1) },
      { kind: 'wait', for: 'method', until: daysOn(9) },
    ],
    ['stops the shop for its own fault', { failures: [failed('shop')] }, { kind: 'stop shop' }],
    [
      'tries when the shop began again',
      { failures: [failed('shop')], now: daysOn(2), startedAgainAt: daysOn(1) },
      { kind: 'try', at: daysOn(2) },
    ],
    [
      'stops the shop again where its clock is ahead of the platform’s',
      {
        failures: [{ ...failed('shop', daysOn(0.9)), begunAt: daysOn(1.1) }],
        now: daysOn(1.2),
        startedAgainAt: daysOn(1),
      },
      { kind: 'stop shop' },
    ],
    [
      'tries what the merchant wants tried, once',
      { failures: [failed('stock')], now: daysOn(0.2), decidedAt: daysOn(0.1) },
      { kind: 'try', at: daysOn(0.2) },
    ],
    [
      'waits for a method from when the merchant wants an old order charged',
      { ...declinedElsewhere, now: daysOn(20), decidedAt: daysOn(20), lastDecidedAt: daysOn(20) },
      { kind: 'wait', for: 'method', until: daysOn(29) },
    ],
    [
      'waits on from then also once the decision is a day old',
      { ...declinedElsewhere, now: daysOn(22), lastDecidedAt: daysOn(20) },
      { kind: 'wait', for: 'method', until: daysOn(29) },
    ],
    [
      'waits on from then also where the next order is due',
      {
        ...{ ...declinedElsewhere, nextExpectedAt: daysOn(7) },
        ...{ now: daysOn(22), lastDecidedAt: daysOn(20) },
      },
      { kind: 'wait', for: 'method', until: daysOn(29) },
    ],
    [
      'ends that wait, too',
      { ...declinedElsewhere, now: daysOn(29), lastDecidedAt: daysOn(20) },
      { kind: 'end', rule: 'skip' },
    ],
    [
      'waits for a method from then also where it failed for another reason before',
      {
        ...{ ...declinedElsewhere, failures: [failed('unknown')], now: daysOn(20) },
        ...{ decidedAt: daysOn(20), lastDecidedAt: daysOn(20) },
      },
      { kind: 'wait', for: 'method', until: daysOn(29) },
    ],
    [
      'never ends an order for the shop’s own fault',
      { failures: [failed('shop')], now: daysOn(30), startedAgainAt: daysOn(29) },
      { kind: 'list', reason: 'missed' },
    ],
    [
      'lists an order whose next one comes on another day as missed',
      { now: daysOn(30) },
      { kind: 'list', reason: 'missed' },
    ],
    [
      'charges one order where the next one’s date was moved to the same day',
      { nextExpectedAt: daysOn(0.2) },
      { kind: 'list', reason: 'second of the day' },
    ],
    [
      'leaves an impossible order to the merchant',
      { failures: [failed('order')] },
      { kind: 'list', reason: 'merchant must act' },
    ],
    [
      'lists what was perhaps charged',
      { failures: [failed('paid')] },
      { kind: 'list', reason: 'perhaps paid' },
    ],
    [
      'lists what nobody knows',
      { failures: [failed('unknown')] },
      { kind: 'list', reason: 'unknown failure' },
    ],
    [
      'does not try on the day of the next order',
      { failures: [failed('later')], nextExpectedAt: daysOn(3) },
      { kind: 'wait', for: 'next order', until: new Date('2026-12-04T05:00:00Z') },
    ],
    [
      'ends when the next order is due',
      { failures: [failed('later')], nextExpectedAt: daysOn(3), now: daysOn(3) },
      { kind: 'end', rule: 'skip' },
    ],
  ])('%s', (_, change, step) => {
    expect(decide(change)).toEqual(step);
  });

  it('does not try a method again that was declined for good at another contract', () => {
    const methodTries = [{ at: start, failureClass: 'method' as const }];
    const failures = [failed('later')];
    expect(decide({ failures, methodTries })).toMatchObject({ kind: 'wait', for: 'method' });
  });

  it('waits where a method was tried 15 times in 30 days', () => {
    const methodTries = Array.from({ length: 15 }, (_, index) => ({
      at: daysOn(-14 + index),
      failureClass: 'later' as const,
    }));
    expect(methodBound(methodTries, start)).toEqual(daysOn(16));
    expect(methodBound(methodTries.slice(1), start)).toBeNull();
    expect(decide({ failures: [failed('later')], methodTries })).toEqual({
      kind: 'try',
      at: daysOn(16),
    });
  });
});

const retryRules = fc.record({
  retries: fc.integer({ min: 0, max: 10 }),
  afterDays: fc.integer({ min: 1, max: 30 }),
  end: fc.constantFrom(...endRules),
});
const rulesOf = fc.record({
  payment: retryRules,
  stock: retryRules,
  isOversold: fc.boolean(),
  asksForMethod: fc.boolean(),
});
const classes = fc.constantFrom(...failureClasses);

/** Lets every charge fail by one class after another until there is nothing left to do. Returns what was tried, and when. */
function play(
  kinds: readonly FailureClass[],
  rules: readonly [DunningRules, ...DunningRules[]],
  nextExpectedAt: Date | null,
) {
  const failures: Array<ReturnType<typeof failed>> = [];
  let now = start;
  const steps: NextStep[] = [];
  for (const [index, kind] of kinds.entries()) {
    failures.push(failed(kind, now));
    const inForce = rules[index % rules.length] ?? rules[0];
    const methodTries = failures.map((one) => ({ at: one.failedAt, failureClass: one.class }));
    const step = decide({ failures, methodTries, now, rules: inForce, nextExpectedAt });
    steps.push(step);
    if (step.kind !== 'try') break;
    if (step.at > now) now = step.at;
  }
  return { failures, steps, last: steps.at(-1) };
}

describe('whatever fails', () => {
  const many = fc.array(classes, { minLength: 30, maxLength: 30 });

  it('comes to an end, with no more tries of each kind than the rule allows', () => {
    fc.assert(
      fc.property(many, rulesOf, (kinds, rules) => {
        const { failures, last } = play(kinds, [rules], null);
        expect(last?.kind).not.toBe('try');
        const payment = failures.filter(({ class: kind }) =>
          ['method', 'buyer', 'later'].includes(kind),
        );
        const stock = failures.filter(({ class: kind }) => kind === 'stock');
        expect(payment.length).toBeLessThanOrEqual(rules.payment.retries + 1);
        expect(stock.length).toBeLessThanOrEqual(rules.stock.retries + 1);
      }),
    );
  });

  it('strands nothing where the rules change in between', () => {
    fc.assert(
      fc.property(many, rulesOf, rulesOf, (kinds, one, other) => {
        const failures: Array<ReturnType<typeof failed>> = [];
        let now = start;
        // Each look has other rules, and comes when the one before wanted it.
        for (let look = 0; ; look += 1) {
          expect(look).toBeLessThan(60);
          const methodTries = failures.map((tried) => ({
            at: tried.failedAt,
            failureClass: tried.class,
          }));
          const rules = look % 2 === 0 ? one : other;
          const step = decide({ failures, methodTries, now, rules });
          if (step.kind === 'try') {
            if (step.at > now) now = step.at;
            failures.push(failed(kinds[failures.length % kinds.length] ?? 'later', now));
          } else if (step.kind === 'wait') {
            expect(step.until > now).toBe(true);
            now = step.until;
          } else break;
        }
      }),
    );
  });

  it('never charges a method after it was declined for good', () => {
    const tries = fc.array(fc.tuple(classes, fc.constantFrom('one', 'other', 'third')), {
      minLength: 30,
      maxLength: 30,
    });
    fc.assert(
      fc.property(tries, rulesOf, (chosen, rules) => {
        const failures: Array<ReturnType<typeof failed>> = [];
        const declined = new Set<string>();
        for (const [kind, method] of chosen) {
          const methodTries = failures
            .filter((tried) => tried.method === method)
            .map((tried) => ({ at: tried.failedAt, failureClass: tried.class }));
          const step = decide({ failures, method, methodTries, rules });
          if (step.kind !== 'try') continue;
          expect(declined).not.toContain(method);
          failures.push(failed(kind, start, method));
          if (kind === 'method') declined.add(method);
        }
      }),
    );
  });

  it('never tries when the next order is due, nor on that day', () => {
    const due = fc.integer({ min: 1, max: 60 }).map(daysOn);
    fc.assert(
      fc.property(many, rulesOf, due, (kinds, rules, nextExpectedAt) => {
        const { steps } = play(kinds, [rules], nextExpectedAt);
        const dayBegins = nextExpectedAt.getTime() - 10 * 3_600_000;
        for (const step of steps) {
          if (step.kind === 'try') expect(step.at.getTime()).toBeLessThan(dayBegins);
          if (step.kind === 'wait') expect(step.until.getTime()).toBeLessThanOrEqual(dayBegins);
        }
      }),
    );
  });

  it('keeps to 15 tries of a method in 30 days', () => {
    const tries = fc.array(fc.integer({ min: 0, max: 30 * 24 }), { maxLength: 40 });
    fc.assert(
      fc.property(tries, (hours) => {
        const methodTries = hours.map((hour) => ({
          at: new Date(start.getTime() - hour * 3_600_000),
          failureClass: 'later' as const,
        }));
        const bound = methodBound(methodTries, start);
        const free = bound === null || bound === 'never' ? start : bound;
        const inPeriod = methodTries.filter(({ at }) => at.getTime() + 30 * day > free.getTime());
        expect(inPeriod.length).toBeLessThan(15);
      }),
    );
  });
});
