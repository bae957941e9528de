import { expect, it } from 'vitest';
import type { RoastDay, RoastItem, RoastPlan } from '#contract/roast-plan.ts';
import { changeWords, greenOf, roastSheets, totalsOf } from './roast-sheet.ts';

const item = (id: string, change: Partial<RoastItem> = {}): RoastItem => ({
  ...{ id, product: '7', title: 'Kenya', variantTitle: '250 g', grams: 250, stock: null },
  ...change,
});
const day = (number: number, change: Partial<RoastDay>): RoastDay => ({
  ...{ day: `2026-11-2${number}`, orders: 1, deliveries: 0, bags: {}, charged: {} },
  ...{ taken: null, tag: '', ...change },
});
const planOf = (items: RoastItem[], days: RoastDay[], lossPercent: number | null): RoastPlan => ({
  ...{ timeZone: 'UTC', state: 'live', subscriptions: 'known', inventory: 'known' },
  ...{ lossPercent, items, days },
});
const taken = (bags: Record<string, number>): RoastDay['taken'] => ({
  at: '2026-11-20T08:00:00Z',
  by: 'you',
  bags,
});

it('weighs the bags, and says the green coffee by the loss', () => {
  const items = [item('1'), item('2', { grams: 1000 }), item('3', { grams: null })];
  const plan = planOf(items, [day(5, { bags: { 1: 4, 2: 3, 3: 2 } })], 20);
  const { days, rows } = roastSheets(plan);
  expect(rows.get('2026-11-25')?.map(({ kilograms, green }) => [kilograms, green])).toEqual([
    [1, 1.25],
    [3, 3.75],
    [null, null],
  ]);
  expect(days[0]).toMatchObject({ bags: 9, kilograms: 4, green: 5, bagsWithoutWeight: 2 });
  expect(greenOf(8.5, 15)).toBeCloseTo(10);
  const { days: unset } = roastSheets({ ...plan, lossPercent: null });
  expect(unset[0]).toMatchObject({ kilograms: 4, green: null });
  expect(totalsOf([])).toEqual({ bags: 0, kilograms: 0, green: null, bagsWithoutWeight: 0 });
});

it('gives stock to the earliest days first, and takes none for what Shopify took out of it', () => {
  const days = [
    // What is owed waits for a day that shows it.
    day(4, {}),
    day(5, { bags: { 1: 6 }, charged: { 1: 4 } }),
    day(6, { bags: { 1: 5 } }),
    day(7, { bags: { 1: 2 } }),
  ];
  const rows = (stock: number | null) =>
    [...roastSheets(planOf([item('1', { stock })], days, null)).rows.values()].flatMap((each) =>
      each.map((row) => [row.stock, row.toRoast]),
    );
  expect(rows(6)).toEqual([
    [6, 0],
    [4, 1],
    [0, 2],
  ]);
  // More was sold than there is.
  expect(rows(-3)).toEqual([
    [-3, 5],
    [0, 5],
    [0, 2],
  ]);
  expect(rows(null)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

it('marks what changed since a day was taken, also what is gone', () => {
  const items = ['1', '2', '3', '4', '5'].map((id) => item(id));
  const bags = { 1: 5, 2: 1, 3: 2, 5: 7 };
  const { days, rows } = roastSheets(
    planOf(items, [day(5, { bags, taken: taken({ 1: 3, 2: 4, 4: 6, 5: 7 }) }), day(6, {})], null),
  );
  const changes = rows.get('2026-11-25')?.map(({ change }) => change && changeWords(change));
  expect(changes).toEqual(['2 more', '3 fewer', 'New', 'Gone, was 6', null]);
  expect(days[0]).toMatchObject({ isTaken: true, changes: 4 });
  expect(days[1]).toMatchObject({ isTaken: false, changes: 0, bags: 0 });
});
