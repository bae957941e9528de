import { themes } from '@shopify/polaris-tokens';
import { describe, expect, it } from 'vitest';
import { seriesColor, stackStyles, textColor } from './chart-style.ts';

/** The red, green and blue of one of the platform's tokens, named as a style sheet does. */
function channelsOf(variable: string): number[] {
  const name = /^var\(--p-(.*)\)$/.exec(variable)?.[1];
  const [, value] = Object.entries(themes.light.color).find(([token]) => token === name) ?? [];
  const channels = /^rgba\((\d+), (\d+), (\d+), 1\)$/.exec(String(value))?.slice(1);
  if (channels === undefined) throw new Error(`${variable} is no plain color.`);
  return channels.map(Number);
}

/** WCAG 2.1, "contrast ratio". */
function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((left, right) => right - left);
  return (lighter + 0.05) / (darker + 0.05);
}

const card = 'var(--p-color-bg-surface)';
const { lowest, middle, highest } = stackStyles;

describe('what a chart draws can be told', () => {
  it.each([
    ['a line or bar from its card', seriesColor, card, 3],
    ['words from their card', textColor, card, 4.5],
    ['the lowest series from the card', lowest.outline, card, 3],
    ['the middle one from the card', middle.outline, card, 3],
    ['the highest one from the card', highest.outline, card, 3],
    ['the middle one from the lowest', middle.color, lowest.color, 3],
    ['the highest one from the middle', highest.outline, middle.color, 3],
    ['the highest one from the lowest', highest.color, lowest.color, 3],
  ])('%s', (_, one, other, atLeast) => {
    expect(contrastOf(one, other)).toBeGreaterThanOrEqual(atLeast);
  });
});
