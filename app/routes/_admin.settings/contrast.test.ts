import { expect, it } from 'vitest';
import { colorOfText, contrastWithWhite } from './contrast.ts';

it.each([
  ['#ffffff', 1],
  ['#000000', 21],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#0632c2', 9.35],
  ['#ffcc00', 1.51],
])('white on %s has a contrast of %d', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1);
});

it('reads a color as it is saved', () => {
  expect(colorOfText(' #AA3300 ')).toBe('#aa3300');
  expect(['#abc', 'blue', '', '#12345g', '0632c2'].map(colorOfText)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
