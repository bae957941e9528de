import { expect, type Frame, type Page } from '@playwright/test';
import axeCore from 'axe-core';
import { runningFrames } from './running-frames.ts';

declare global {
  var axe: typeof import('axe-core');
}

/** WCAG 2.1 A and AA, which Shopify asks of apps. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** Expects no accessibility violation in a page and its frames, except in frames that run no scripts. */
export async function checkAccessibility(page: Page): Promise<void> {
  const violations = await Promise.all((await runningFrames(page)).map(violationsIn));
  expect(violations.flat(), 'accessibility violations').toEqual([]);
}

/** Runs axe in each frame by itself, because axe's own walk through frames is slower: it collects passes and needs another page. */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeCore.source);
  return await frame.evaluate(async (values) => {
    // What is fading in or out has too little contrast for a moment. A spinner never ends.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { violations } = await globalThis.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.map(
      ({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}\n${nodes
          .map(({ target, failureSummary }) => `  ${target.join(' → ')}\n    ${failureSummary}`)
          .join('\n')}`,
    );
  }, rules);
}
