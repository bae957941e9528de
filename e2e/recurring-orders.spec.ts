import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { expect, stores } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { resize } from './resize.ts';
import { takeScreens } from './screens.ts';
import { addWidget, soldProduct } from './sold-product.ts';

// 'Recurring Orders', beyond the specification: from a purchase in the storefront to the charge of the second order.

// Between tests the platform forgets subscriptions, and gives their numbers again, while the app keeps what it has read of them.
const test = testWithOwnStack();

const store = stores.established;
const lastMinutes = 5 / (24 * 60);

/** Buys a subscription with the card that has these last digits; returns the buyer's name. */
async function subscribe(shop: Page, address: string, card: string): Promise<string> {
  await shop.goto(address);
  await shop.getByRole('radio', { name: /Every month/ }).check();
  await shop.getByRole('button', { name: 'Add to cart' }).click();
  await shop.getByRole('link', { name: 'Check out' }).click();
  await shop.getByLabel('Card').selectOption(card);
  const [first, last] = await Promise.all(
    ['First name', 'Last name'].map((label) => shop.getByLabel(label).inputValue()),
  );
  await checkAccessibility(shop);
  await shop.getByRole('button', { name: 'Pay now' }).click();
  await expect(
    shop.getByText(/Subscription \d+, Every month: the next order is due/),
  ).toBeVisible();
  return `${first} ${last}`;
}

test('a subscription is bought, charged a month later, declined with a reason, and paid by a new card', async ({
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
  const product = await soldProduct(control);
  await addWidget(control);
  // Opening the app gives it an access token of the store.
  await openScreen(admin, '/recurring-orders');
  const shop = await context.newPage();
  const buyer = await subscribe(shop, product.onlineStoreUrl, '0069');
  // Some of its orders fell due before billing starts.
  await control.act(store, 'subscription', { createdAt: new Date(Date.now() - 40 * 86_400_000) });
  await control.act(store, 'subscription', {
    planId: product.planIds.get('Every month'),
    fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS' },
  });

  // Home warns until the merchant starts billing.
  await openScreen(admin);
  await expect(app.getByText(/^Nothing is charged yet\./)).toBeVisible();
  await openScreen(admin, '/recurring-orders');
  const dialog = app.getByRole('dialog');
  const start = app.getByRole('button', { name: 'Start billing' });
  await expect(async () => {
    await page.reload();
    await expect(app.getByText('You have 3 active subscriptions')).toBeVisible({ timeout: 3_000 });
    await expect(start).toBeEnabled({ timeout: 3_000 });
  }).toPass();
  await start.click();
  await expect(dialog.getByText('Charged right away: 0 orders')).toBeVisible();
  const goLive = dialog.getByRole('button', { name: 'Start billing' });
  await expect(goLive).toBeEnabled();
  await takeScreens(page, testInfo, 'recurring-orders-start');
  await goLive.click();
  await expect(page.getByText('Billing is on')).toBeVisible();
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  const list = app.getByRole('region', { name: 'recurring orders' });
  const row = (name: string) => list.getByRole('row').filter({ hasText: name });
  await expect(list.getByText('Upcoming').first()).toBeVisible();
  await inspect('recurring-orders-upcoming');

  await control.moveClock(32);
  await app.getByRole('link', { name: 'Days' }).click();
  await expect(app.getByRole('table').getByText('Charged before tax')).toBeVisible();
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(list.getByText('Charged').first()).toBeVisible();
  await inspect('recurring-orders-charged');

  await app.getByLabel('Outcome').selectOption('Failed');
  await expect(list.getByText('Charged')).toHaveCount(0);
  await expect(row(buyer)).toContainText(
    'The card has expired. Ask your customer for another payment method. We’ll charge it right away.',
  );
  await takeScreens(page, testInfo, 'recurring-orders-failed');
  await app.getByLabel('Why it failed').selectOption('Tried again later');
  await expect(row(buyer)).toHaveCount(0);
  await expect(list.getByText(/^There isn’t enough money on the card/).first()).toBeVisible();
  const decide = list.getByRole('button', { name: /^Decide about/ });
  await decide.first().click();
  await expect(dialog.getByRole('radio', { name: 'Retry now' })).toBeChecked();
  await inspect('recurring-orders-decision');
  await dialog.getByRole('button', { name: 'Retry now' }).click();
  await expect(page.getByText('1 order will be tried again in a moment')).toBeVisible();
  await app.getByLabel('Outcome').selectOption('To decide');
  await app.getByLabel('Why it failed').selectOption('Any reason');
  for (const [decision, done] of [
    ['Settled elsewhere', '1 order marked as settled elsewhere'],
    ['Leave it', '1 order left uncharged'],
    ['Charge now', '1 order will be charged in a moment'],
  ] as const) {
    const order = await decide.first().getAttribute('aria-label');
    await decide.first().click();
    await dialog.getByText(decision, { exact: true }).first().click();
    await dialog.getByRole('button', { name: decision }).click();
    await expect(page.getByText(done)).toBeVisible();
    await expect(list.getByRole('button', { name: order ?? '' })).toHaveCount(0);
  }

  // The merchant gets a mail every morning; the buyer is asked only once.
  await admin.openPage('/mailbox');
  await expect(page.getByText(/couldn’t be charged \(/).first()).toBeVisible();
  const asked = page.getByRole('button', { name: /^Open Update your payment method/ });
  await expect(asked).toHaveCount(1);
  await asked.click();
  const [newCard] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /\/payment-methods\// }).click(),
  ]);
  await expect(newCard.getByText(/Subscription \d+, Every month/)).toBeVisible();
  await checkAccessibility(newCard);
  await takeScreens(newCard, testInfo, 'storefront-new-card');
  await resize(newCard, { width: 400, height: 900 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await newCard.evaluate(overflow)).toBeLessThanOrEqual(0);
  // The form works with the keyboard alone.
  await newCard.getByLabel('Card').focus();
  await newCard.keyboard.type('4242');
  await newCard.keyboard.press('Tab');
  await newCard.keyboard.press('Enter');
  await expect(newCard.getByRole('heading', { name: 'Your card is changed' })).toBeVisible();
  await checkAccessibility(newCard);
  await newCard.reload();
  await expect(newCard.getByText('This link was used')).toBeVisible();
  await newCard.close();

  await control.moveClock(lastMinutes);
  await openScreen(admin);
  await expect(app.getByRole('link', { name: 'Failed', exact: true })).toBeVisible();
  await openScreen(admin, '/recurring-orders?view=orders&outcome=charged');
  await expect(row(buyer).getByText(/^#\d+$/)).toBeVisible();

  await app.getByRole('link', { name: 'Days' }).click();
  await expect(app.getByRole('link', { name: /^Charged: \d/ }).first()).toBeVisible();
  await inspect('recurring-orders-days');
  await app.getByRole('link', { name: 'Calendar' }).click();
  await expect(app.getByRole('table').getByText('Expected before tax')).toBeVisible();
  await inspect('recurring-orders-calendar');
  const download = page.waitForEvent('download');
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await app.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('recurring-orders.csv');
  const [headings, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(headings).toContain('Due,Customer,Items,Amount before tax,Currency,Outcome,Reason,Order');
  expect(
    lines.filter((line) => line.includes(`,${buyer},`) && /,Charged,,#\d+$/.test(line)),
  ).toHaveLength(1);

  await app.getByRole('button', { name: 'Stop billing' }).click();
  await dialog.getByRole('button', { name: 'Stop billing' }).click();
  await expect(page.getByText('Billing is stopped')).toBeVisible();
  await app.getByRole('button', { name: 'Start billing again' }).click();
  await dialog.getByRole('button', { name: 'Start billing again' }).click();
  await expect(page.getByText('Billing is on')).toBeVisible();
});
