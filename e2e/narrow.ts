import { expect } from '@playwright/test';
import type { Admin } from './admin.ts';
import { resize } from './resize.ts';

/** Expects a screen to be no wider than a phone, and looks at it there. */
export async function expectNarrow(admin: Admin, look = async () => {}): Promise<void> {
  const { page } = admin;
  const desk = page.viewportSize();
  await resize(page, { width: 400, height: 800 });
  const isTooWide = async () =>
    await (await admin.frame()).evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    );
  await expect.poll(isTooWide).toBe(false);
  await look();
  if (desk) await resize(page, desk);
}
