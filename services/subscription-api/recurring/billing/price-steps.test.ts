import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isComplete, pricesOfNextOrder } from './price-steps.ts';

const line = (currentPrice: string, ...steps: Array<[number, string]>) => ({
  id: 'line',
  currentPrice,
  pricing: {
    basePrice: '20.00',
    steps: steps.map(([afterCycle, computedPrice]) => ({ afterCycle, computedPrice })),
  },
});
const pricesAfter = (paid: number, ...lines: Parameters<typeof pricesOfNextOrder>[0]) =>
  pricesOfNextOrder(lines, paid).map(({ currentPrice }) => currentPrice);

it.each([
  [
    'sets the price of the step after its number of paid orders',
    2,
    line('10.00', [0, '10.00'], [2, '18.00']),
    ['18.00'],
  ],
  ['not before', 1, line('10.00', [0, '10.00'], [2, '18.00']), []],
  ['not twice', 3, line('18.0', [0, '10.00'], [2, '18.00']), []],
  ['makes up for one that was missed', 5, line('10.00', [0, '10.00'], [2, '18.00']), ['18.00']],
  [
    'passes over steps that are over',
    5,
    line('10.00', [0, '10.00'], [2, '15.00'], [4, '18.00']),
    ['18.00'],
  ],
  [
    'counts from the base price where no step begins at once',
    1,
    line('20.00', [1, '15.00']),
    ['15.00'],
  ],
  ['leaves the base price where somebody set it by hand', 1, line('20.00', [0, '10.00']), []],
  ['leaves a price that somebody set by hand', 2, line('12.34', [0, '10.00'], [2, '18.00']), []],
])('%s', (_, paid, priced, prices) => {
  expect(pricesAfter(paid, priced)).toEqual(prices);
});

it('leaves a line without a plan as it is', () => {
  expect(pricesAfter(9, { id: 'line', currentPrice: '1.00', pricing: null })).toEqual([]);
});

it('has nothing left to set once it is set', () => {
  const step = fc.tuple(
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 1, max: 30 }).map(String),
  );
  const steps = fc.uniqueArray(step, { selector: ([afterCycle]) => afterCycle });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 12 }), (all, paid) => {
      const priced = line('20.00', ...all);
      const [set] = pricesAfter(paid, priced);
      if (set !== undefined)
        expect(pricesAfter(paid, { ...priced, currentPrice: set })).toEqual([]);
    }),
  );
});

it.each([
  [null, 100, false],
  [3, 2, false],
  [3, 3, true],
  [3, 4, true],
])('a contract of at most %s orders that has had %s: complete is %s', (most, paid, complete) => {
  expect(isComplete(most, paid)).toBe(complete);
});
