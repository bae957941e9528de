import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import { expect, stores } from './fixtures.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { Picker } from './picker.ts';

// Many subscriptions at once, beyond the specification: from the list's filter to the report and the way back.

// Between tests the platform forgets subscriptions, and gives their numbers again, while the app keeps what it has read of them.
const test = testWithOwnStack();

const store = stores.established;
const subscriptions = 12;

const contractsSchema = z.object({
  subscriptionContracts: z.object({
    nodes: z.array(
      z.object({
        ...{ id: z.string(), status: z.string() },
        lines: z.object({
          nodes: z.array(
            z.object({
              variantId: z.string(),
              currentPrice: z.object({ amount: z.coerce.number() }),
            }),
          ),
        }),
      }),
    ),
  }),
});
const listContracts = `{ subscriptionContracts(first: 50) { nodes {
  id status lines(first: 1) { nodes { variantId currentPrice { amount } } } } } }`;

test('all active subscriptions are paused, in the middle of which it stops, and some are resumed, moved, repriced, replaced and canceled', async ({
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
  const contracts = async () =>
    (await control.graphql(store, contractsSchema, listContracts)).subscriptionContracts.nodes;
  const statuses = async () => [...new Set((await contracts()).map(({ status }) => status))];
  const countPaused = async () =>
    (await contracts()).filter(({ status }) => status === 'PAUSED').length;
  const list = app.getByRole('region', { name: 'subscriptions' });
  await expect(async () => {
    await openScreen(admin, '/customers');
    await expect(list.getByRole('row')).toHaveCount(subscriptions + 1, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  // By pages, the way back is the same.
  const names = list.getByRole('row').getByRole('link');
  await openScreen(admin, '/customers?first=5');
  await expect(names).toHaveCount(5);
  const addressOf = () => names.first().getAttribute('href');
  const firstAddress = await addressOf();
  await app.getByRole('button', { name: 'Next' }).click();
  await expect.poll(addressOf).not.toBe(firstAddress);
  await app.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(addressOf).toBe(firstAddress);
  await openScreen(admin, '/customers');
  // A merchant who comes back to tick one more finds the others still ticked.
  const tick = list.getByRole('row').getByRole('checkbox');
  await tick.nth(1).check();
  await tick.nth(3).check();
  await list.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(app.getByText('2 subscriptions that you ticked')).toBeVisible();
  await page.goBack();
  await expect(tick.nth(3)).toBeChecked();
  await expect(tick.nth(1)).toBeChecked();
  await expect(tick.nth(2)).not.toBeChecked();

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
  // Those under way are still done, and no others.
  await control.clearFaults();
  await page.waitForTimeout(3_500);
  const paused = await countPaused();
  expect(paused).toBeLessThan(subscriptions);
  await page.waitForTimeout(2_000);
  expect(await countPaused()).toBe(paused);
  await app.getByRole('button', { name: 'Go on' }).click();
  await expect(app.getByText(`${subscriptions} done, 0 refused, 0 left out`)).toBeVisible();
  await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  await inspect('bulk-done');
  expect(await statuses()).toEqual(['PAUSED']);
  const report = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download report' }).click();
  const lines = (await readFile(await (await report).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(subscriptions + 1);

  // Those that were ticked; Shopify refuses one of them.
  const pausedAll = page.url();
  const ticked = (await contracts()).slice(0, 3).map(({ id }) => id.split('/').at(-1));
  const previewTicked = async (name: string, fill = async () => {}) => {
    await openScreen(admin, `/customers/changes/new?contracts=${ticked.join(',')}`);
    await app.getByLabel('What should happen?').selectOption(name);
    await fill();
    await app.getByRole('button', { name: 'Preview' }).click();
  };
  const changeTicked = async (name: string, fill = async () => {}) => {
    await previewTicked(name, fill);
    await app.getByRole('button', { name: `${name}: 3 subscriptions` }).click();
    await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  };
  const refuseOneAt = (operation: string, message: string) =>
    control.addFault({ kind: 'userErrors', operation, userErrors: [{ message }] });
  const countsOf = (done: number) => app.getByText(`${done} done, ${3 - done} refused, 0 left out`);
  await refuseOneAt('ActivateContract', 'Not this one.');
  await changeTicked('Resume');
  await expect(countsOf(2)).toBeVisible();
  await expect(app.getByText('Shopify refused this: Not this one.')).toBeVisible();
  await inspect('bulk-refused');
  await expectNarrow(admin);
  const refusals = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download report' }).click();
  const refusedReport = await readFile(await (await refusals).path(), 'utf8');
  expect(refusedReport.match(/Refused,.*Not this one\./g)).toHaveLength(1);

  // The way back.
  await page.goto(pausedAll);
  await app.getByRole('button', { name: /^Take back \d+$/ }).click();
  await expect(app.getByRole('heading', { name: 'Take back: Pause' })).toBeVisible();
  await inspect('bulk-way-back');
  await app.getByRole('button', { name: /^Take back: \d+ subscriptions$/ }).click();
  await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  expect(await statuses()).toEqual(['ACTIVE']);
  await openScreen(admin, '/customers/changes');
  await expect(app.getByRole('row')).toHaveCount(4);
  await inspect('bulk-list');
  await app.getByRole('link', { name: 'Pause', exact: true }).click();
  await expect(app.getByRole('heading', { name: 'Pause', exact: true })).toBeVisible();
  const customer = app.getByRole('row').nth(1).getByRole('link');
  await customer.click();
  await expect(
    app.getByText('The subscription was paused by you, as one of many at once.'),
  ).toBeVisible();

  // A day that Shopify refuses for one, prices, another coffee, and the end.
  const day = addDays(new Date().toISOString().slice(0, 10), 4);
  await refuseOneAt('MoveCycle', 'Not that day.');
  await changeTicked('Move the next order', async () => {
    await app.getByLabel('Where to').selectOption('A certain day');
    await app.getByLabel('New day').fill(day);
  });
  await expect(countsOf(2)).toBeVisible();
  await expect(app.getByText(new RegExp(` → ${formatDay(day)}$`))).toHaveCount(3);
  await expect(app.getByText('Shopify refused this: Not that day.')).toBeVisible();
  await inspect('bulk-moved');
  const before = (await contracts())[0]?.lines.nodes[0];
  await changeTicked('Change a price', async () => {
    await app.getByLabel('Percentage').fill('10');
  });
  await expect(countsOf(3)).toBeVisible();
  const prices = async () =>
    (await contracts()).slice(0, 3).map(({ lines: { nodes } }) => nodes[0]?.currentPrice.amount);
  const raised = Math.round((before?.currentPrice.amount ?? 0) * 110) / 100;
  expect(await prices()).toEqual([raised, raised, raised]);
  const typePrice = async () => {
    await app.getByLabel('New price').selectOption('A certain amount');
    await app.getByLabel('Price for one').fill('13.50');
  };
  await changeTicked('Change a price', typePrice);
  await expect(countsOf(3)).toBeVisible();
  expect(await prices()).toEqual([13.5, 13.5, 13.5]);
  // What is so already is passed over.
  await previewTicked('Change a price', typePrice);
  await expect(app.getByText('It’s already so: 3')).toBeVisible();
  await app.getByLabel('Show').selectOption('Left out');
  await expect(app.getByText('It’s already so', { exact: true })).toHaveCount(3);
  await inspect('bulk-left-out');
  await refuseOneAt('SetDraftLine', 'Not this coffee.');
  await changeTicked('Replace a product', async () => {
    await app.getByRole('button', { name: /^Change product:/ }).click();
    const picker = new Picker(page);
    await picker.products.getByRole('checkbox').nth(2).check();
    await picker.add.click();
    await expect(app.getByText(/ instead of /)).toBeVisible();
    await inspect('bulk-replace');
  });
  await expect(countsOf(2)).toBeVisible();
  await expect(app.getByText('Shopify refused this: Not this coffee.')).toBeVisible();
  const sold = (await contracts()).slice(0, 3).map(({ lines: { nodes } }) => nodes[0]);
  expect(await prices()).toEqual([13.5, 13.5, 13.5]);
  expect(sold.filter((line) => line?.variantId === before?.variantId)).toHaveLength(1);
  await changeTicked('Cancel', async () => {
    await app.getByLabel('Reason').selectOption('Too expensive');
  });
  await inspect('bulk-canceled');
  expect((await contracts()).filter(({ status }) => status === 'CANCELLED')).toHaveLength(3);
});
