import { expect } from '@playwright/test';
import type { Admin } from './admin.ts';
import { type StoreHandle, stores } from './control.ts';

/** Opens one of the app's screens and waits until the app runs. */
export async function openScreen(
  admin: Admin,
  path = '/',
  store: StoreHandle = stores.established,
): Promise<void> {
  await admin.open(path, { store });
  await screenReady(admin);
}

/**
 * Waits until the app runs, because the server's document shows its text before that. A running app has removed the document's token
 * from the frame's address, and has given the admin its menu.
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
