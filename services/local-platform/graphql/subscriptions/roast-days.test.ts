import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#contract/calendar.ts';
import { lastDayForChange, type RoastPolicy, roastDaysOf } from '#contract/roast-days.ts';
import type { Anchor, Plan } from '../../store/records.ts';
import { dateInSchedule, scheduleFor } from './cycle-dates.ts';

const zones = [
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
];

const anchor = (type: Anchor['type'], day: number, change: Partial<Anchor> = {}): Anchor => ({
  ...{ type, day, month: null, cutoffDay: null },
  ...change,
});

function platformPlan({ cutoff, preAnchorBehavior, ...every }: RoastPolicy): Plan {
  const recurrence = { kind: 'recurring' as const, ...every, anchors: [...every.anchors] };
  return {
    id: 1,
    name: 'Plan',
    description: null,
    options: [],
    position: 1,
    category: 'SUBSCRIPTION',
    billing: { ...recurrence, minCycles: null, maxCycles: null },
    delivery: { ...recurrence, cutoff, intent: 'FULFILLMENT_BEGIN', preAnchorBehavior },
    pricing: [],
    createdAt: '2026-01-01T00:00:00Z',
  };
}

/** The store's days of the local platform's first cycles. */
function platformDays(policy: RoastPolicy, createdAt: number, zone: string, count: number) {
  const schedule = scheduleFor(platformPlan(policy), new Date(createdAt), zone);
  return Array.from({ length: count }, (_, nth) =>
    dayIn(zone, new Date(dateInSchedule(schedule, zone, nth))),
  );
}

const byKind = [
  { type: 'WEEKDAY', interval: 'WEEK', days: 7, cutoffs: 6 },
  { type: 'MONTHDAY', interval: 'MONTH', days: 31, cutoffs: 27 },
  { type: 'YEARDAY', interval: 'YEAR', days: 31, cutoffs: 40 },
] as const;

const policies: fc.Arbitrary<RoastPolicy> = fc
  .constantFrom(...byKind)
  .chain(({ type, interval, days, cutoffs }) =>
    fc.record({
      interval: fc.constant(interval),
      intervalCount: fc.integer({ min: 1, max: 4 }),
      preAnchorBehavior: fc.constantFrom('ASAP', 'NEXT'),
      ownCutoffs: type === 'YEARDAY' ? fc.constant(false) : fc.boolean(),
      cutoff: fc.integer({ min: 0, max: cutoffs }),
      anchors: fc.uniqueArray(
        fc.record({
          type: fc.constant(type),
          // 29 to 31 as often as all others, since short months lack them.
          day: fc.oneof(
            fc.integer({ min: 1, max: days }),
            fc.integer({ min: Math.min(29, days), max: days }),
          ),
          month: type === 'YEARDAY' ? fc.integer({ min: 1, max: 12 }) : fc.constant(null),
          cutoffDay: fc.integer({ min: 1, max: days }),
        }),
        { minLength: 1, maxLength: 3, selector: ({ day, month }) => `${month} ${day}` },
      ),
    }),
  )
  .map(({ ownCutoffs, anchors, cutoff, ...policy }) => ({
    ...policy,
    cutoff: ownCutoffs ? null : cutoff,
    anchors: anchors.map((one) => (ownCutoffs ? one : { ...one, cutoffDay: null })),
  }));

describe('roast days', () => {
  it('are the days of the platform’s cycles, in every time zone', () => {
    fc.assert(
      fc.property(
        policies,
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
        (policy, zone, createdAt) => {
          const reckoned = roastDaysOf(policy, dayIn(zone, new Date(createdAt)), 14);
          expect(reckoned?.renewals).toEqual(platformDays(policy, createdAt, zone, 14));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('can be changed until the day on which a purchase is in time for them, and not a day longer', () => {
    fc.assert(
      fc.property(
        policies,
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
        (policy, zone, createdAt) => {
          const asSoonAsPossible = { ...policy, preAnchorBehavior: 'ASAP' };
          const [, renewal = ''] = platformDays(asSoonAsPossible, createdAt, zone, 2);
          // Two anchors of a short month may fall together, with cut-offs of their own.
          if (policy.anchors.length > 1) return;
          const last = lastDayForChange(policy, renewal) ?? '';
          const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
          // Of what Shopify counts from purchases, only those of every period have each of its days as the first.
          const every = { ...asSoonAsPossible, intervalCount: 1 };
          const bought = last === renewal ? addDays(last, -1) : last;
          expect(platformDays(every, noon(bought), 'UTC', 1)).toEqual([renewal]);
          const [late = ''] = platformDays(every, noon(addDays(last, 1)), 'UTC', 1);
          expect(late > renewal).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[string, Anchor[], number, string, string, string | null]>([
    ['a Tuesday, three days before', [anchor('WEEKDAY', 2)], 3, 'WEEK', '2026-12-08', '2026-12-05'],
    ['over a month’s end', [anchor('WEEKDAY', 1)], 6, 'WEEK', '2027-03-01', '2027-02-23'],
    ['day 31 of a short month', [anchor('MONTHDAY', 31)], 3, 'MONTH', '2027-04-30', '2027-04-27'],
    ['day 31 in February', [anchor('MONTHDAY', 31)], 0, 'MONTH', '2027-02-28', '2027-02-28'],
    ['29 February', [anchor('MONTHDAY', 30)], 27, 'MONTH', '2028-02-29', '2028-02-02'],
    [
      'a leap day where there is none',
      [anchor('YEARDAY', 29, { month: 2 })],
      1,
      'YEAR',
      '2027-02-28',
      '2027-02-27',
    ],
    [
      'an own cut-off day of the month before',
      [anchor('MONTHDAY', 2, { cutoffDay: 30 })],
      0,
      'MONTH',
      '2027-03-02',
      '2027-03-02',
    ],
    [
      'an own cut-off day that the month before lacks',
      [anchor('MONTHDAY', 1, { cutoffDay: 30 })],
      0,
      'MONTH',
      '2027-03-01',
      '2027-03-01',
    ],
    ['none on another day', [anchor('WEEKDAY', 2)], 3, 'WEEK', '2026-12-09', null],
  ])('have their last day for changes: %s', (_, anchors, cutoff, __, day, last) => {
    expect(lastDayForChange({ anchors, cutoff }, day)).toBe(last);
  });

  it('say what the first order of a purchase waits for', () => {
    const tuesday = {
      interval: 'WEEK',
      intervalCount: 1,
      anchors: [anchor('WEEKDAY', 2)],
      cutoff: 3,
    } as const;
    const asap = { ...tuesday, preAnchorBehavior: 'ASAP' };
    const next = { ...tuesday, preAnchorBehavior: 'NEXT' };
    // Tuesday 8 December 2026; its cut-off is Saturday 5 December.
    expect(roastDaysOf(asap, '2026-12-05', 1)).toEqual({ first: null, renewals: ['2026-12-08'] });
    expect(roastDaysOf(asap, '2026-12-06', 1)).toEqual({
      first: '2026-12-08',
      renewals: ['2026-12-15'],
    });
    expect(roastDaysOf(next, '2026-12-05', 1)).toEqual({
      first: '2026-12-08',
      renewals: ['2026-12-15'],
    });
    expect(roastDaysOf(next, '2026-12-06', 1)).toEqual({
      first: '2026-12-15',
      renewals: ['2026-12-22'],
    });
  });

  it('are unknown where the anchors aren’t days of the interval', () => {
    const policy = { intervalCount: 1, cutoff: 0, preAnchorBehavior: 'ASAP' };
    expect(
      roastDaysOf(
        { ...policy, interval: 'MONTH', anchors: [anchor('WEEKDAY', 2)] },
        '2026-12-05',
        1,
      ),
    ).toBeNull();
    expect(roastDaysOf({ ...policy, interval: 'WEEK', anchors: [] }, '2026-12-05', 1)).toBeNull();
  });
});
