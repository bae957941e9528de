import { expect, it } from 'vitest';
import { parseNumber } from './parse-number.ts';

it.each([
  ['12', 12],
  [' 12.50 ', 12.5],
  ['.5', 0.5],
  ['7.', 7],
  ['-3', -3],
  ['+3', 3],
  ['007', 7],
  ['1,5', 1.5],
  [',5', 0.5],
  ['12,25', 12.25],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
])('reads "%s" as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

it.each([
  ...['', ' ', '-', '.', ',', '0x10', '0b11', '0o7', '1e5', '1 000', 'Infinity', 'ten', '１'],
  ...['1,500', '12,500', '1,000.5', '1.000,5', '1,2,3'],
])('reads no number in "%s"', (text) => {
  expect(parseNumber(text)).toBeNaN();
});
