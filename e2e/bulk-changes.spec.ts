import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, stores } from './fixtures.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';

// Many subscriptions at once, beyond the specification: from the list's filter to the report and the way back.

// Between tests the platform forgets subscriptions, and gives their numbers again, while the app keeps what it has read of them.
const test = testWithOwnStack();

const store = stores.established;
const subscriptions = 12;

const statusesSchema = z.object({
  subscriptionContracts: z.object({ nodes: z.array(z.object({ status: z.string() })) }),
});

test('all active subscriptions are paused, in the middle of which it stops, and are resumed again', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  // The app has a token of the store once it was opened.
  await openScreen(admin);
  for (let count = 0; count < subscriptions; count += 1) {
    await control.act(store, 'subscription', {});
  }
  const statuses = async () => {
    const query = '{ subscriptionContracts(first: 50) { nodes { status } } }';
    const { nodes } = (await control.graphql(store, statusesSchema, query)).subscriptionContracts;
    return [...new Set(nodes.map(({ status }) => status))];
  };
  const list = app.getByRole('region', { name: 'subscriptions' });
  await expect(async () => {
    await openScreen(admin, '/customers');
    await expect(list.getByRole('row')).toHaveCount(subscriptions + 1, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await app.getByLabel('Status').selectOption('Active');
  await expect(app.getByRole('link', { name: 'Change many' }).first()).toHaveAttribute(
    'href',
    /status=ACTIVE/,
  );
  await app.getByRole('link', { name: 'Change many' }).first().click();

  await expect(app.getByText('All subscriptions with status Active')).toBeVisible();
  await app.getByLabel('What should happen?').selectOption('Change a price');
  await app.getByRole('button', { name: 'Preview' }).click();
  await expect(app.getByText(/^Enter a percentage from/)).toBeVisible();
  await inspect('bulk-new');
  await app.getByLabel('What should happen?').selectOption('Pause');
  await app.getByRole('button', { name: 'Preview' }).click();
  await expect(
    app.getByText(`Nothing is changed yet. This will change ${subscriptions} subscriptions.`),
  ).toBeVisible();
  await inspect('bulk-preview');
  await expectNarrow(admin);
  expect(await statuses()).toEqual(['ACTIVE']);

  // The platform takes its time, so that it can be stopped.
  await control.addFault({
    ...{ kind: 'delay', operation: 'PauseContract', times: 50, delayMilliseconds: 3000 },
  });
  await app.getByRole('button', { name: `Pause: ${subscriptions} subscriptions` }).click();
  await expect.poll(async () => (await statuses()).length, { timeout: 30_000 }).toBe(2);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(app.getByText(/^Stopped with \d+ subscriptions? left/)).toBeVisible();
  await inspect('bulk-stopped');
  expect((await statuses()).toSorted()).toEqual(['ACTIVE', 'PAUSED']);
  await app.getByRole('button', { name: 'Go on' }).click();
  await expect(app.getByText(`${subscriptions} done, 0 refused, 0 left out`)).toBeVisible();
  await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  await inspect('bulk-done');
  expect(await statuses()).toEqual(['PAUSED']);
  const report = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download report' }).click();
  const lines = (await readFile(await (await report).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(subscriptions + 1);

  // The way back.
  await app.getByRole('button', { name: `Take back ${subscriptions}` }).click();
  await expect(app.getByRole('heading', { name: 'Take back: Pause' })).toBeVisible();
  await app.getByRole('button', { name: `Take back: ${subscriptions} subscriptions` }).click();
  await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  expect(await statuses()).toEqual(['ACTIVE']);
  await openScreen(admin, '/customers/changes');
  await expect(app.getByRole('row')).toHaveCount(3);
  await inspect('bulk-list');
  await app.getByRole('link', { name: 'Pause', exact: true }).click();
  await expect(app.getByRole('heading', { name: 'Pause', exact: true })).toBeVisible();
  const customer = app.getByRole('row').nth(1).getByRole('link');
  await customer.click();
  await expect(
    app.getByText('The subscription was paused by you, as one of many at once.'),
  ).toBeVisible();
});
