import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import type { Admin } from './admin.ts';
import type { Control } from './control.ts';
import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { openSettings } from './settings-screen.ts';

// Specification §2, "Order sync page", §4, §8, §9. The first test connects the store to ShipStation; it stays connected.

const [account] = shipStationAccounts;
const sending = 'shipstation/orders/createorders';
const ordersSchema = z.object({
  orders: z.object({ nodes: z.array(z.object({ legacyResourceId: z.string() })) }),
});

const ready = 'fulfillment_status:UNFULFILLED AND financial_status:PAID';

/** The ids of the latest orders that match the query; by default, of those that can be sent. */
async function orderIds(control: Control, count: number, query = ready): Promise<string[]> {
  const { orders } = await control.graphql(
    stores.established,
    ordersSchema,
    `{ orders(first: ${count}, sortKey: PROCESSED_AT, reverse: true, query: "${query}") {
      nodes { legacyResourceId }
    } }`,
  );
  expect(orders.nodes).toHaveLength(count);
  return orders.nodes.map(({ legacyResourceId }) => legacyResourceId);
}

const addressOf = (ids: readonly string[]) =>
  `/order-sync?${new URLSearchParams(ids.map((id) => ['ids[]', id]))}`;
const heading = ({ app }: Admin, name: string | RegExp) => app.getByRole('heading', { name });

test.beforeEach(async ({ admin }) => {
  await openScreen(admin, '/integrations');
  await expect(heading(admin, 'ShipStation')).toBeVisible();
  if ((await admin.app.getByText('Connected', { exact: true }).count()) > 0) return;
  await admin.app.getByLabel('API key').fill(account.key);
  await admin.app.getByLabel('API secret').fill(account.secret);
  await admin.app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.app.getByText('Connected', { exact: true })).toBeVisible();
});

test('orders go out batch by batch, and a reload goes on where it was', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  // On some days the latest of all was refunded.
  const [sent = ''] = await orderIds(control, 1);
  const others = (await orderIds(control, 45, '')).filter((id) => id !== sent);
  const ids = [sent, ...others.slice(0, 44)];
  await openScreen(admin, '/order-sync');
  await inspect('order-sync-nothing-chosen');

  await control.addFault({ kind: 'delay', operation: sending, delayMilliseconds: 3_000, times: 2 });
  await openScreen(admin, addressOf([...ids, ids[0] ?? '', 'tea']));
  await expect(heading(admin, 'Sending orders to ShipStation')).toBeVisible();
  await expect(admin.app.getByRole('columnheader')).toHaveText(['Order', 'Status', 'Reason']);
  await expect(admin.app.getByText(/^20 of 45 orders/)).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/order-sync\?run=[\w-]+$/);

  await page.reload();
  await expect(admin.app.getByText(/^20 of 45 orders/)).toBeVisible();
  await inspect('order-sync-under-way');
  await expect(admin.app.getByText('45 of 45 orders')).toBeVisible({ timeout: 30_000 });
  await expect(heading(admin, /sent to ShipStation/)).toBeVisible();
  await expect(admin.app.getByText('1 order was chosen more than once')).toBeVisible();
  await expect(admin.app.getByText('“tea” isn’t an order ID')).toBeVisible();
  await expect(admin.app.getByRole('cell', { name: 'Waiting' })).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await admin.app.getByRole('button', { name: 'Download results' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(46);
  expect(file).toMatch(/^\uFEFFOrder,Status,Reason\r\n#\d+,Success,\r\n/);
});

test('what ShipStation refuses says why, and is sent again alone', async ({
  admin,
  control,
  inspect,
}) => {
  const ids = await orderIds(control, 3);
  await control.addFault({
    kind: 'userErrors',
    operation: sending,
    userErrors: [{ message: 'The shipping address could not be validated.' }],
  });
  await openScreen(admin, addressOf(ids));
  await expect(heading(admin, '0 orders sent to ShipStation, 3 failed')).toBeVisible();
  await expect(admin.app.getByRole('cell', { name: 'Failed' })).toHaveCount(3);
  await expect(admin.app.getByText('The shipping address could not be validated.')).toHaveCount(3);
  await inspect('order-sync-failed');
  await admin.app.getByRole('button', { name: 'Retry failed' }).click();
  await expect(heading(admin, '3 orders sent to ShipStation')).toBeVisible();
  await expect(admin.app.getByRole('cell', { name: 'Success' })).toHaveCount(3);

  await control.addFault({ kind: 'status', status: 401, operation: 'shipstation', times: 2 });
  await openScreen(admin, addressOf(await orderIds(control, 25)));
  await expect(heading(admin, 'Paused')).toBeVisible();
  await inspect('order-sync-keys-refused');
  await admin.app.getByRole('link', { name: 'Open Integrations' }).click();
  await expect(heading(admin, 'Integrations')).toBeVisible();
});

test('a call that fails shows the error page, and a switched off sync says so', async ({
  admin,
  control,
  errors,
  inspect,
}) => {
  const ids = await orderIds(control, 2);
  errors.expect(/status of 502/);
  await control.addFault({ kind: 'status', status: 500, operation: 'OrdersToShip', times: 9 });
  await openScreen(admin, addressOf(ids));
  await expect(admin.app.getByText('If this error persist, contact support')).toBeVisible({
    timeout: 30_000,
  });
  await inspect('order-sync-error');
  await control.clearFaults();
  await admin.app.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(admin, '2 orders sent to ShipStation')).toBeVisible();

  const settings = await openSettings(admin);
  await settings.featureButton('Order Sync').click();
  await expect(settings.featureButton('Order Sync')).toHaveText('Turn on');
  await openScreen(admin, addressOf(ids));
  await expect(heading(admin, 'This feature is currently disabled!')).toBeVisible();
  await inspect('order-sync-disabled');
  await admin.app.getByRole('link', { name: 'Manage features' }).click();
  await expect(heading(admin, 'Cadence')).toBeVisible();
  await openSettings(admin);
  await settings.featureButton('Order Sync').click();
  await expect(settings.featureButton('Order Sync')).toHaveText('Turn off');
});
