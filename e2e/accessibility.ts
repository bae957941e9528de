import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { stillFrames } from './running-frames.ts';

/** WCAG 2.1 A and AA, which the platform asks of apps. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/**
 * Looks for accessibility faults in a whole page with all its frames, the app's among them. Frames in which nothing runs, it can't
 * look into.
 */
export async function checkAccessibility(page: Page): Promise<void> {
  const results = await new AxeBuilder({ page })
    .withTags(rules)
    .exclude(stillFrames)
    .exclude(['iframe[title="Cadence"]', stillFrames])
    .analyze();
  const unreached = results.incomplete.filter(({ id }) => id === 'frame-tested');
  expect(unreached, 'frames that axe did not reach').toEqual([]);
  const violations = results.violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}\n${nodes
        .map(({ target, failureSummary }) => `  ${target.join(' → ')}\n    ${failureSummary}`)
        .join('\n')}`,
  );
  expect(violations, 'accessibility violations').toEqual([]);
}
