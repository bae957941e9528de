import { expect, it } from 'vitest';
import { colorOfText, contrastWithWhite, textColorOn } from './color.ts';

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

it.each([
  ['#0632c2', '#ffffff'],
  ['#767676', '#ffffff'],
  ['#777777', '#000000'],
  ['#ffcc00', '#000000'],
])('text on %s is %s, as in the widget', (color, text) => {
  expect(textColorOn(color)).toBe(text);
});

it('reads a color as it is saved', () => {
  expect([' #AA3300 ', 'Aa3300', '#a30', 'A30'].map(colorOfText)).toEqual(
    Array.from({ length: 4 }, () => '#aa3300'),
  );
  expect(['#abcd', 'blue', '', '#12345g', '##a30'].map(colorOfText)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
