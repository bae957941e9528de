import { z } from 'zod';
import { checkAccessibility } from './accessibility.ts';
import { expect, stores } from './fixtures.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { Picker } from './picker.ts';
import { resize } from './resize.ts';
import { RotationScreen } from './rotation-screen.ts';
import { takeScreens } from './screens.ts';
import { startBilling } from './start-billing.ts';

// A rotation from the merchant's order to the charge, and what the customer hears of it; beyond the specification.

const test = testWithOwnStack();
const store = stores.established;
const [first, second] = ['Colombia Huila', 'Brazil Cerrado'] as const;

const contractSchema = z.object({
  subscriptionContracts: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        lines: z.object({ nodes: z.array(z.object({ productId: z.string() })) }),
        billingAttempts: z.object({
          nodes: z.array(
            z.object({
              order: z
                .object({
                  id: z.string(),
                  lineItems: z.object({ nodes: z.array(z.object({ title: z.string() })) }),
                })
                .nullable(),
            }),
          ),
        }),
      }),
    ),
  }),
});
const productsSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        ...{ id: z.string(), title: z.string() },
        variants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
});
const listProducts = `{ products(first: 9, query: "-tag:rotating") { nodes {
  id title variants(first: 1) { nodes { id } } } } }`;
const tailOf = (node?: { id: string }) => Number(node?.id.split('/').at(-1));
const latestContract = `{ subscriptionContracts(first: 1, reverse: true) { nodes {
  id lines(first: 1) { nodes { productId } }
  billingAttempts(first: 1) { nodes { order { id lineItems(first: 5) { nodes { title } } } } }
} } }`;

test('a rotated order holds the coffee that was foreseen, its parcel is told of, and the customer unsubscribes', async ({
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
  const { app } = admin;
  const dialog = app.getByRole('dialog');
  await openScreen(admin);
  // The newest subscription rotates; another one's product gets another name.
  const { products } = await control.graphql(store, productsSchema, listProducts);
  const renamed = products.nodes.at(-1);
  await control.act(store, 'subscription', { variantId: tailOf(renamed?.variants.nodes[0]) });
  await control.act(store, 'subscription', {});
  const contract = async () => {
    const found = await control.graphql(store, contractSchema, latestContract);
    const [node] = found.subscriptionContracts.nodes;
    if (node === undefined) throw new Error('There is no subscription.');
    return node;
  };
  const { id, lines } = await contract();
  const number = id.split('/').at(-1) ?? '';
  const rotation = new RotationScreen(admin);
  await rotation.open(lines.nodes[0]?.productId.split('/').at(-1) ?? '');
  await rotation.add(first, second);
  await rotation.save.click();
  await rotation.expectSaved();
  await expect(app.getByText('Nobody’s coffee has been passed over.')).toBeVisible();
  await inspect('manage-rotation-passed-over');

  await startBilling(admin);

  await openScreen(admin, '/customers');
  const list = app.getByRole('region', { name: 'subscriptions' });
  await expect(list.getByText(first)).toBeVisible();
  await openScreen(admin, `/customers/${number}`);
  await app.getByRole('button', { name: 'More actions' }).click();
  await app.getByRole('button', { name: 'Choose the next coffee', exact: true }).click();
  await dialog.getByLabel('Next coffee').selectOption(second);
  await inspect('rotation-choice');
  await expectNarrow(admin, () => takeScreens(page, testInfo, 'rotation-choice-narrow'));
  errors.expect(/status of 500/);
  const change = /resources\/customers\/\d+\/change/;
  await page.route(change, (route) => route.fulfill({ status: 500 }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Oops, something went wrong/)).toBeVisible();
  await expect(dialog.getByRole('option', { name: second, selected: true })).toHaveCount(1);
  await page.unroute(change);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await openScreen(admin, '/customers');
  await expect(list.getByText(second)).toBeVisible();
  await takeScreens(page, testInfo, 'customers-rotating');

  await control.moveClock(8);
  const orderOf = async () => (await contract()).billingAttempts.nodes[0]?.order ?? null;
  await expect(async () => {
    const titles = (await orderOf())?.lineItems.nodes.map(({ title }) => title);
    expect(titles).toEqual([second]);
  }).toPass({ timeout: 60_000 });
  const orderNumber = (await orderOf())?.id.split('/').at(-1) ?? '';

  // Another coffee for the customer, and another name for the other subscription's.
  await openScreen(admin, `/customers/${number}`);
  await app.getByRole('button', { name: 'Change products and prices' }).click();
  await dialog.getByRole('button', { name: /^Change product:/ }).click();
  const picker = new Picker(page);
  await picker.products.getByRole('checkbox').nth(2).check();
  await picker.add.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Subscription changed')).toBeVisible();
  await control.act(store, 'product', { productId: tailOf(renamed), title: 'Winter roast' });

  // The clock has moved by whole days. At 18:30 UTC it's day in all of the United States.
  const now = new Date();
  const untilDay = (42.5 - now.getUTCHours() - now.getUTCMinutes() / 60) % 24;
  await control.moveClock(untilDay / 24);
  await admin.openPage(`/orders/${orderNumber}`);
  await page.getByRole('button', { name: 'Fulfill' }).click();
  const onItsWay = page.getByRole('button', { name: /^Open Your order #\d+ is on its way$/ });
  await expect(async () => {
    await admin.openPage('/mailbox');
    await page.getByRole('button', { name: 'Open Text message' }).first().click({ timeout: 3_000 });
    await expect(page.getByText(/Your order #\d+ is on its way\./)).toBeVisible({ timeout: 1_000 });
    await onItsWay.first().click({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await takeScreens(page, testInfo, 'mailbox-parcel');
  for (const subject of [
    'Your next order brings',
    `${renamed?.title} has changed`,
    'Your next order from',
  ]) {
    await expect(page.getByRole('button', { name: `Open ${subject}` }).first()).toBeVisible();
  }

  const [customer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /\/unsubscribe/ }).click(),
  ]);
  await expect(customer.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible();
  await checkAccessibility(customer);
  await resize(customer, { width: 400, height: 800 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await customer.evaluate(overflow)).toBeLessThanOrEqual(0);
  await takeScreens(customer, testInfo, 'unsubscribe');
  await customer.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(customer.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();
  await checkAccessibility(customer);
  await customer.close();

  await admin.openPage(`/orders/${orderNumber}`);
  await page.getByRole('button', { name: 'Delivered' }).click();
  await openScreen(admin, `/customers/${number}`);
  await expect(async () => {
    await page.reload();
    await expect(app.getByText(/were unsubscribed from by your customer/)).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  await inspect('customer-unsubscribed');

  // The merchant charges the next order at once; Shopify refuses it at first.
  errors.expect(/status of 409/);
  const chargeNow = app.getByRole('button', { name: /^Charge now the order of/ });
  const paid = app.getByText(/^The order of .* was charged for/);
  const paidBefore = await paid.count();
  await chargeNow.click();
  await control.addFault({
    ...{ kind: 'userErrors', operation: 'MoveCycle' },
    userErrors: [{ message: 'It waits.', code: 'INCOMPLETE_BILLING_ATTEMPTS' }],
  });
  const charge = dialog.getByRole('button', { name: 'Charge now' });
  await charge.click();
  await expect(dialog.getByText(/is being charged or changed right now/)).toBeVisible();
  await inspect('customer-charge-refused');
  await charge.click();
  await expect(page.getByText('Order will be charged')).toBeVisible();
  await inspect('customer-charge-now');
  await control.moveClock(10 / (24 * 60));
  await expect(async () => {
    await page.reload();
    await expect(paid).toHaveCount(paidBefore + 1, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
});
