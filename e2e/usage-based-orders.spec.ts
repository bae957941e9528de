import { z } from 'zod';
import { checkAccessibility } from './accessibility.ts';
import { expect, stores } from './fixtures.ts';
import { openGroupForm } from './group-form.ts';
import { losePosts } from './lost-posts.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { resize } from './resize.ts';
import { takeScreens } from './screens.ts';
import { startBilling } from './start-billing.ts';

// Usage-based orders, beyond the specification: a scale orders with the merchant's token, the customer puts the order off, it is charged.

const test = testWithOwnStack();
const store = stores.established;
const day = 86_400_000;

const plansSchema = z.object({
  sellingPlanGroups: z.object({
    nodes: z.array(
      z.object({
        name: z.string(),
        sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
});
const contractsSchema = z.object({
  subscriptionContracts: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const changedSchema = z.object({ change: z.object({ userErrors: z.array(z.unknown()) }) });

test('a scale gets a token, orders once, is put off, is charged, and is refused once revoked', async ({
  admin,
  context,
  control,
  errors,
  inspect,
  page,
}, testInfo) => {
  test.slow();
  // The mailbox shows emails in a frame that blocks Playwright's scripts.
  errors.expect(/Blocked script execution in 'about:srcdoc'/);
  // The link is used a second time, and a subscription isn't heard of at once.
  errors.expect(/status of 404 .+\/(put-off|customers\/\d+)\)/);
  const { app } = admin;
  const form = await openGroupForm(admin);
  await expect(form.dialog.getByText(/the shortest time between two orders/)).toBeVisible();
  await form.fill({
    name: 'By the scale',
    usageBased: { planName: 'When it runs low' },
    options: [{ every: '4', interval: 'Week', percentage: '5' }],
  });
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  const { sellingPlanGroups } = await control.graphql(
    store,
    plansSchema,
    '{ sellingPlanGroups(first: 50) { nodes { name sellingPlans(first: 1) { nodes { id } } } } }',
  );
  const group = sellingPlanGroups.nodes.find(({ name }) => name === 'By the scale');
  const planId = Number(group?.sellingPlans.nodes[0]?.id.split('/').at(-1));
  const createdAt = new Date(Date.now() - 30 * day).toISOString();
  await control.act(store, 'subscription', { planId, createdAt });
  const newest = async () => {
    const { subscriptionContracts } = await control.graphql(
      store,
      contractsSchema,
      '{ subscriptionContracts(first: 1, reverse: true) { nodes { id } } }',
    );
    return subscriptionContracts.nodes[0]?.id ?? '';
  };
  const id = await newest();
  const number = id.split('/').at(-1) ?? '';

  const dialog = app.getByRole('dialog');
  await startBilling(admin);

  await openScreen(admin, '/integrations');
  await app.getByRole('button', { name: 'Add scale' }).click();
  await dialog.getByLabel('Name').fill('Kitchen scale');
  await inspect('scales-add');
  const failed = dialog.getByText('Something went wrong!', { exact: true });
  errors.expect(/net::ERR/);
  await losePosts(page, '/integrations');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await expect(failed).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Kitchen scale');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = await dialog.getByLabel('Token').inputValue();
  expect(token).toMatch(/^[\w-]{43}$/);
  await inspect('scales-token');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByRole('heading', { name: 'Kitchen scale' })).toBeVisible();
  await inspect('scales');

  const runLow = async () => {
    await admin.openPage('/scale');
    await page.getByLabel('Subscription number').fill(number);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Run low' }).click();
  };
  await runLow();
  const answer = page.getByRole('status');
  await expect(answer.getByText(/"status":"ordered"/)).toBeVisible();
  await takeScreens(page, testInfo, 'scale-ordered');
  const first = await answer.locator('code').textContent();
  await page.getByRole('button', { name: 'Run low' }).click();
  await expect(answer.locator('code')).toHaveText(first ?? '');

  // At night nobody is mailed before the morning.
  const [, chargedFrom = ''] = /"chargedFrom":"([^"]+)"/.exec(first ?? '') ?? [];
  const untilTold = Date.parse(chargedFrom) - Date.now() - 12 * 3_600_000;
  if (untilTold > 60_000) await control.moveClock(untilTold / day);
  await expect(async () => {
    await admin.openPage('/mailbox');
    await page
      .getByRole('button', { name: /^Open Your next order from/ })
      .first()
      .click({ timeout: 3_000 });
  }).toPass();
  const [customer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /\/put-off/ }).click(),
  ]);
  await customer.waitForURL(/\/put-off\?order=/);
  const link = customer.url();
  await expect(customer.getByRole('heading', { name: 'Put your order off' })).toBeVisible();
  await checkAccessibility(customer);
  await takeScreens(customer, testInfo, 'put-off');
  await resize(customer, { width: 400, height: 900 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await customer.evaluate(overflow)).toBeLessThanOrEqual(0);
  const putOff = customer.getByRole('button', { name: /by 3 days$/ });
  errors.expect(/status of 502 .+\/put-off\)/);
  await control.addFault({ kind: 'status', status: 502, operation: 'MoveCycle' });
  await putOff.click();
  await expect(customer.getByText(/^Oops, something went wrong/)).toBeVisible();
  await customer.getByRole('button', { name: 'Try again' }).click();
  await putOff.focus();
  await customer.keyboard.press('Enter');
  await expect(customer.getByText(/^It is charged on /)).toBeVisible();
  await customer.goto(link);
  await expect(customer.getByText('This link was already used or has expired')).toBeVisible();
  await customer.close();

  await control.moveClock(5);
  await openScreen(admin, `/customers/${number}`);
  await expect(async () => {
    await page.reload();
    await expect(app.getByText(/was made by Kitchen scale\./)).toBeVisible({ timeout: 5_000 });
    await expect(app.getByText(/was put off to .+ by your customer\./)).toBeVisible();
    await expect(app.getByText(/^The order of .+ was charged/)).toBeVisible();
  }).toPass();
  await inspect('customer-by-use');

  // Without the scale, for another customer.
  await control.act(store, 'subscription', { planId, createdAt });
  const another = await newest();
  await expect(async () => {
    await openScreen(admin, `/customers/${another.split('/').at(-1)}`);
    await app.getByRole('button', { name: 'Charge now' }).click({ timeout: 3_000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Charge now' }).click();
  await expect(page.getByText('Order will be charged')).toBeVisible();
  await expect(app.getByText(/^It’s ordered, and charged at /)).toBeVisible();

  await runLow();
  await expect(answer.getByText(/"reason":"too soon"/)).toBeVisible();
  await takeScreens(page, testInfo, 'scale-too-soon');
  const pause = `mutation ($id: ID!) { change: subscriptionContractPause(subscriptionContractId: $id) {
    userErrors { message } } }`;
  const paused = await control.graphql(store, changedSchema, pause, { id });
  expect(paused.change.userErrors).toEqual([]);
  await page.getByRole('button', { name: 'Run low' }).click();
  await expect(answer.getByText(/"reason":"paused"/)).toBeVisible();
  await openScreen(admin, '/integrations');
  await app.getByRole('button', { name: 'Revoke Kitchen scale' }).click();
  const revoke = dialog.getByRole('button', { name: 'Revoke' });
  await expect(revoke).toBeEnabled();
  await losePosts(page, '/integrations');
  await revoke.click();
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await revoke.click();
  await expect(page.getByText('Scale revoked')).toBeVisible();
  await runLow();
  await expect(page.getByText('The app answered 401')).toBeVisible();
});
