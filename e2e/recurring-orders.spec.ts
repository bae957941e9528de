import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// 'Recurring Orders', beyond the specification: from the start of billing to a charge, a decline and what is decided about it.

test('billing is started, time passes, and the screen says what came of each order', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  // The app has a token of the store once it was opened.
  await openScreen(admin, '/recurring-orders');
  await control.act(stores.established, 'subscription', {});
  await control.act(stores.established, 'subscription', {
    fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS' },
  });
  const dialog = app.getByRole('dialog');
  const start = app.getByRole('button', { name: 'Start billing' });
  await expect(async () => {
    await page.reload();
    await expect(app.getByText('You have 2 active subscriptions')).toBeVisible({ timeout: 3_000 });
    await expect(start).toBeEnabled({ timeout: 3_000 });
  }).toPass();
  await start.click();
  await dialog.getByRole('button', { name: 'Start billing' }).click();
  await expect(page.getByText('Billing is on')).toBeVisible();
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  const list = app.getByRole('region', { name: 'recurring orders' });
  await expect(list.getByText('Upcoming').first()).toBeVisible();
  await inspect('recurring-orders-upcoming');

  await control.moveClock(32);
  await app.getByRole('link', { name: 'Days' }).click();
  await expect(app.getByRole('table').getByText('Charged before tax')).toBeVisible();
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(list.getByText('Charged').first()).toBeVisible();
  await expect(list.getByText('Failed').first()).toBeVisible();
  await inspect('recurring-orders-charged');

  await app.getByLabel('Outcome').selectOption('Failed');
  await expect(list.getByText('Charged')).toHaveCount(0);
  await list
    .getByRole('button', { name: /^Decide about/ })
    .first()
    .click();
  await expect(dialog.getByRole('radio', { name: 'Retry now' })).toBeChecked();
  await inspect('recurring-orders-decision');
  await dialog.getByText('Settled elsewhere', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Settled elsewhere' }).click();
  await expect(page.getByText('1 order marked as settled elsewhere')).toBeVisible();

  await app.getByRole('link', { name: 'Days' }).click();
  await expect(app.getByRole('link', { name: /^Charged: \d/ }).first()).toBeVisible();
  await inspect('recurring-orders-days');
  await app.getByRole('link', { name: 'Calendar' }).click();
  await expect(app.getByRole('table').getByText('Expected before tax')).toBeVisible();
  await inspect('recurring-orders-calendar');
  const download = page.waitForEvent('download');
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await app.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recurring-orders.csv');
});
