import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { resize } from './resize.ts';

const widths = [1280, 400];
const height = 900;

/**
 * Pictures are for people to look at, who ask for them with `PICTURES=1`: at the width of a desk and of a phone, kept with the
 * test's results and in .cache/screens.
 */
export async function takeScreens(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const width of widths) {
    await resize(page, { width, height });
    const path = join('.cache', 'screens', `${name}-${width}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    await testInfo.attach(`${name}-${width}`, { path, contentType: 'image/png' });
  }
  if (before) await resize(page, before);
}
