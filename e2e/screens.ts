import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { resize } from './resize.ts';

const widths = [1280, 400];
const height = 900;

/** With `PICTURES=1`, takes pictures at the widths of a desktop and a phone, for the test's results and .cache/screens. */
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
