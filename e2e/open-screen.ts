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
 * Waits until the app runs. Its text is there before that, in the document from the server; the admin has the app's menu
 * only from the app itself.
 */
export async function screenReady(admin: Admin): Promise<void> {
  await expect(
    admin.page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }),
  ).toBeVisible();
}
