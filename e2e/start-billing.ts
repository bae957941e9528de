import type { Admin } from './admin.ts';
import { expect } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

/** Starts billing as a merchant does, once the subscriptions are read. */
export async function startBilling(admin: Admin): Promise<void> {
  const { app, page } = admin;
  await openScreen(admin, '/recurring-orders');
  const start = app.getByRole('button', { name: 'Start billing' });
  await expect(async () => {
    await page.reload();
    await expect(start).toBeEnabled({ timeout: 3_000 });
  }).toPass();
  await start.click();
  const goLive = app.getByRole('dialog').getByRole('button', { name: 'Start billing' });
  await expect(goLive).toBeEnabled();
  await goLive.click();
  await expect(page.getByText('Billing is on')).toBeVisible();
}
