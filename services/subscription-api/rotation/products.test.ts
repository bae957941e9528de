import { expect, it } from 'vitest';
import { roastLevelOf } from './products.ts';

it.each([
  [1, ['light-roast']],
  [5, ['bestseller', 'Dark roast']],
  [4, ['roast: medium-dark']],
  [3, ['roast-level:medium']],
  [2, ['Medium Light Roast', 'dark-roast']],
  [null, []],
  [null, ['dark', 'light']],
  [null, ['roast', 'roasted-nuts', 'City roast']],
])('a roast level of %s is told from the tags %j', (level, tags) => {
  expect(roastLevelOf(tags)).toBe(level);
});
