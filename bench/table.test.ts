import { expect, test } from 'vitest';
import { type Figure, isMet, tableOf } from './table.ts';

const atMostTen = { name: 'time', unit: 'ms', goal: { atMost: 10 } };
const atLeastHalf = { name: 'requests', unit: '×', goal: { atLeast: 0.5 } };

test.each<[string, Figure, boolean]>([
  ['at the most', { ...atMostTen, measured: 10 }, true],
  ['above the most', { ...atMostTen, measured: 10.01 }, false],
  ['at the least', { ...atLeastHalf, measured: 0.5 }, true],
  ['below the least', { ...atLeastHalf, measured: 0.49 }, false],
  ['not measured', { ...atMostTen, measured: Number.NaN }, false],
  ['without a goal', { name: 'size', unit: 'KiB', measured: 1 }, true],
])('a figure %s', (_, figure, met) => {
  expect(isMet(figure)).toBe(met);
});

test('a table has a line for each figure, in columns', () => {
  const figures = [
    { ...atMostTen, measured: 16.94 },
    { ...atLeastHalf, measured: 0.512 },
    { name: 'resident memory', unit: 'MiB', measured: 1034.2 },
  ];
  expect(tableOf('What it takes', figures)).toBe(
    [
      'What it takes',
      '',
      'figure             measured   goal',
      'time                16.9 ms   ≤ 10 ms   MISSED',
      'requests             0.51 ×   ≥ 0.5 ×   met',
      'resident memory   1,034 MiB',
    ].join('\n'),
  );
});
