import { expect } from '@playwright/test';
import type { Admin } from './admin.ts';
import { type StoreHandle, stores } from './control.ts';

/** Opens one of the app's screens by its address and waits until it can be used. */
export async function openScreen(
  admin: Admin,
  path = '/',
  store: StoreHandle = stores.established,
): Promise<void> {
  await admin.open(path, { store });
  await screenReady(admin);
}

/**
 * Waits until the app runs: its text is there before that, in the document from the server. Once it runs, the frame's
 * address has lost the token that the document was opened with, and the admin has the app's menu.
 */
export async function screenReady(admin: Admin): Promise<void> {
  await expect(async () => {
    const { protocol, pathname, searchParams } = new URL((await admin.frame()).url());
    const isScreen = protocol.startsWith('http') && !pathname.startsWith('/auth/');
    expect(isScreen && !searchParams.has('id_token')).toBe(true);
  }).toPass({ intervals: [50], timeout: 30_000 });
  await expect(
    admin.page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }),
  ).toBeVisible();
}
