import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Anchor, ContractSchedule, Plan } from '../../store/records.ts';
import { dateInSchedule, scheduleAfterChange, scheduleFor } from './cycle-dates.ts';
import { instantOf, wallClock } from './wall-clock.ts';

const zones = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
];
const anchor = (type: Anchor['type'], day: number, change: Partial<Anchor> = {}): Anchor => ({
  type,
  day,
  month: null,
  cutoffDay: null,
  ...change,
});

function plan(
  intervalCount: number,
  interval: ContractSchedule['interval'],
  anchors: Anchor[] = [],
  terms: { cutoff?: number | null; preAnchorBehavior?: string } = {},
): Plan {
  const recurrence = { kind: 'recurring', interval, intervalCount, anchors } as const;
  return {
    id: 1,
    name: 'Plan',
    description: null,
    options: [],
    position: 1,
    category: 'SUBSCRIPTION',
    billing: { ...recurrence, minCycles: null, maxCycles: null },
    delivery: {
      ...recurrence,
      cutoff: 0,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: 'ASAP',
      ...terms,
    },
    pricing: [],
    createdAt: '2026-01-01T00:00:00Z',
  };
}

function datesOf(of: Plan, createdAt: string, count: number, zone = 'America/Los_Angeles') {
  const schedule = scheduleFor(of, new Date(createdAt), zone);
  return Array.from({ length: count }, (_, nth) =>
    new Date(dateInSchedule(schedule, zone, nth)).toISOString().slice(0, 16),
  );
}

describe('the dates of cycles', () => {
  it('keep the hour of the checkout by the store clock across daylight saving', () => {
    // Los Angeles is 8 hours behind until 8 March 2026, then 7.
    expect(datesOf(plan(1, 'WEEK'), '2026-02-24T18:21:40Z', 3)).toEqual([
      '2026-03-03T18:00',
      '2026-03-10T17:00',
      '2026-03-17T17:00',
    ]);
  });

  it('keep the hour of the checkout where the first one falls into a gap', () => {
    expect(datesOf(plan(1, 'WEEK'), '2026-03-01T10:15:00Z', 3)).toEqual([
      '2026-03-08T10:00',
      '2026-03-15T09:00',
      '2026-03-22T09:00',
    ]);
  });

  it('keep the hour and the day of the month when the policy changes, however often', () => {
    const zone = 'America/Los_Angeles';
    let schedule = scheduleFor(plan(1, 'MONTH'), new Date('2026-01-31T20:15:40Z'), zone);
    const ends: string[] = [];
    for (const index of [2, 3, 4]) {
      const nth = index - 1 - schedule.fromIndex;
      const startAt = new Date(dateInSchedule(schedule, zone, nth) + 1000);
      const monthly = { interval: 'MONTH' as const, intervalCount: 1, anchors: [] };
      schedule = scheduleAfterChange(monthly, { index, startAt }, schedule, startAt, zone);
      ends.push(schedule.firstDate.slice(0, 19));
    }
    expect(ends).toEqual(['2026-03-31T19:00:00', '2026-04-30T19:00:00', '2026-05-31T19:00:00']);
    // A schedule without a day of the month takes that of the cycle's beginning.
    const weekly = scheduleFor(plan(1, 'WEEK'), new Date('2026-05-01T20:15:40Z'), zone);
    const startAt = new Date('2026-05-08T20:00:01Z');
    const yearly = { interval: 'MONTH' as const, intervalCount: 1, anchors: [] };
    const changed = scheduleAfterChange(yearly, { index: 2, startAt }, weekly, startAt, zone);
    expect(changed.firstDate.slice(0, 19)).toBe('2026-06-08T20:00:00');
  });

  it('come at the last day of a month that is too short, and go back to their own day', () => {
    expect(datesOf(plan(1, 'MONTH'), '2027-12-31T20:00:00Z', 4)).toEqual([
      '2028-01-31T20:00',
      '2028-02-29T20:00',
      '2028-03-31T19:00',
      '2028-04-30T19:00',
    ]);
    expect(datesOf(plan(1, 'MONTH'), '2028-01-31T20:00:00Z', 2)).toEqual([
      '2028-02-29T20:00',
      '2028-03-31T19:00',
    ]);
    expect(datesOf(plan(1, 'YEAR'), '2028-02-29T20:00:00Z', 4)).toEqual([
      '2029-02-28T20:00',
      '2030-02-28T20:00',
      '2031-02-28T20:00',
      '2032-02-29T20:00',
    ]);
  });

  it('fall on anchors, and on a later one where the cutoff has passed', () => {
    const friday = (terms: object, count = 1) => plan(count, 'WEEK', [anchor('WEEKDAY', 5)], terms);
    const wednesday = '2026-02-04T18:00:00Z';
    expect(datesOf(friday({ cutoff: 2 }, 2), wednesday, 2)).toEqual([
      '2026-02-06T18:00',
      '2026-02-20T18:00',
    ]);
    expect(datesOf(friday({ cutoff: 3 }), wednesday, 1)).toEqual(['2026-02-13T18:00']);
    expect(datesOf(friday({ preAnchorBehavior: 'NEXT' }), wednesday, 1)).toEqual([
      '2026-02-13T18:00',
    ]);
    const byDay = plan(1, 'MONTH', [anchor('MONTHDAY', 10, { cutoffDay: 3 })], { cutoff: null });
    expect(datesOf(byDay, wednesday, 2)).toEqual(['2026-03-10T17:00', '2026-04-10T17:00']);
    const yearly = plan(1, 'YEAR', [anchor('YEARDAY', 29, { month: 2 })]);
    expect(datesOf(yearly, wednesday, 3)).toEqual([
      '2026-02-28T18:00',
      '2027-02-28T18:00',
      '2028-02-29T18:00',
    ]);
  });

  it('are twice the same at first with several anchors and NEXT, as developers report', () => {
    const anchors = [anchor('MONTHDAY', 20), anchor('MONTHDAY', 10)];
    const next = plan(1, 'MONTH', anchors, { preAnchorBehavior: 'NEXT' });
    expect(datesOf(next, '2026-02-04T15:59:51Z', 5, 'Europe/London')).toEqual([
      '2026-02-20T15:00',
      '2026-02-20T15:00',
      '2026-03-10T15:00',
      '2026-03-20T15:00',
      '2026-04-10T14:00',
    ]);
  });

  it('grow, stay at their time of day, and differ by the interval, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const, 'YEAR' as const),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
        (zone, interval, count, createdAt) => {
          const schedule = scheduleFor(plan(count, interval), new Date(createdAt), zone);
          const dates = Array.from({ length: 20 }, (_, nth) => dateInSchedule(schedule, zone, nth));
          const walls = dates.map((date) => wallClock(zone, date));
          const hour = 3_600_000;
          const usual = (Math.floor(wallClock(zone, createdAt) / hour) * hour) % 86_400_000;
          for (const [index, date] of dates.entries()) {
            const before = dates[index - 1] ?? createdAt;
            expect(date).toBeGreaterThan(before);
            // A date is later in its day only where the clocks skip an hour.
            const late = ((walls[index] ?? 0) % 86_400_000) - usual;
            expect(late === 0 || (late > 0 && late <= 3_600_000)).toBe(true);
            if (interval === 'DAY' || interval === 'WEEK') {
              const days = Math.floor((walls[index] ?? 0) / 86_400_000);
              const first = Math.floor((walls[0] ?? 0) / 86_400_000);
              expect(days - first).toBe(index * count * (interval === 'WEEK' ? 7 : 1));
            }
          }
        },
      ),
    );
  });

  it('are every anchor once, in order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
        (zone, days, createdAt) => {
          const anchors = days.map((day) => anchor('MONTHDAY', day));
          const schedule = scheduleFor(plan(1, 'MONTH', anchors), new Date(createdAt), zone);
          const shown = Array.from({ length: days.length * 3 }, (_, nth) =>
            new Date(wallClock(zone, dateInSchedule(schedule, zone, nth))).getUTCDate(),
          );
          const sorted = [...days].sort((left, right) => left - right);
          const from = sorted.indexOf(shown[0] ?? 0);
          expect(shown).toEqual(shown.map((_, index) => sorted[(from + index) % sorted.length]));
        },
      ),
    );
  });
});

describe('wall clocks', () => {
  it('are found again, and what clocks skip comes after the gap', () => {
    const zone = 'America/Los_Angeles';
    const skipped = Date.UTC(2026, 2, 8, 2, 30);
    expect(new Date(instantOf(zone, skipped)).toISOString()).toBe('2026-03-08T10:30:00.000Z');
    const twice = Date.UTC(2026, 10, 1, 1, 30);
    expect(new Date(instantOf(zone, twice)).toISOString()).toBe('2026-11-01T08:30:00.000Z');
  });
});
