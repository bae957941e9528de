import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

// Specification §9: the library keeps these to itself, so that an update could change them unseen.

const library = readFileSync(createRequire(import.meta.url).resolve('react-beautiful-dnd'), 'utf8');

it.each([
  ['a long press begins a drag after 120 ms', 'timeForLongPress = 120'],
  ['a drag begins after 5 px', 'sloppyClickThreshold = 5'],
  ['scrolling begins at 25 % of the container', 'startFromPercentage: 0.25'],
  ['scrolling is fastest at 5 %', 'maxScrollAtPercentage: 0.05'],
  ['scrolling is at most 28 px a frame', 'maxPixelScroll: 28'],
  ['a drop takes 0.33 s at least', 'minDropTime: 0.33'],
  ['a drop takes 0.55 s at most', 'maxDropTime: 0.55'],
])('%s', (_, constant) => {
  expect(library).toContain(constant);
});
