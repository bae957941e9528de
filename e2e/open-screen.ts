import { expect } from '@playwright/test';
import type { Admin } from './admin.ts';

/**
 * Opens one of the app's screens and waits until it takes clicks. The server's document shows its buttons before there is
 * anything behind them; the app puts its menu into the admin only once there is.
 */
export async function openScreen(
  admin: Admin,
  path: string,
  ...options: Parameters<Admin['open']> extends [unknown?, ...infer Rest] ? Rest : never
): Promise<void> {
  await admin.open(path, ...options);
  await expect(
    admin.page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }),
  ).toBeVisible();
}
