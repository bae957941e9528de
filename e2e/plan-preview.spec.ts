import type { Locator } from '@playwright/test';
import { addMonths, dayIn } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import { expect, stores, test } from './fixtures.ts';
import { groupNamed, type PlatformPlan } from './store-contents.ts';

// A customer's prices: beside the form while the merchant types, and on the group's page.

const store = stores.established;

/** The text of each cell in the preview's twelve orders, without the dates. */
async function pricesIn(preview: Locator): Promise<string[][]> {
  const rows = preview.getByRole('row');
  await expect(rows).toHaveCount(13);
  const texts = await rows.evaluateAll((elements) =>
    elements.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
  );
  return texts.slice(1).map(([order = '', , price = '', saving = '']) => [order, price, saving]);
}

/** The platform's prices under a plan's policies, calculated in whole cents, rounded half up. */
function chargesOf(plan: PlatformPlan, price: string): string[][] {
  const base = BigInt(price.replace('.', ''));
  return Array.from({ length: 12 }, (_, index) => {
    const order = index + 1;
    const policy = plan.pricingPolicies.findLast((each) => (each.afterCycle ?? 0) < order);
    const hundredths = BigInt(Math.round((policy?.adjustmentValue.percentage ?? 0) * 100));
    const charged = (base * (10_000n - hundredths) * 2n + 10_000n) / 20_000n;
    const saving = base - charged;
    const percent = Number(hundredths) / 100;
    return [
      String(order),
      dollars(charged),
      saving === 0n ? '–' : `${dollars(saving)} (${percent}%)`,
    ];
  });
}

function dollars(cents: bigint): string {
  return `$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

test('follows what is typed, and agrees to the cent with the plan that comes of it', async ({
  admin,
  control,
  groupForm: form,
  page,
  inspect,
}) => {
  const { dialog: modal } = form;
  const product = modal.getByRole('combobox', { name: 'Product' });
  await expect(modal.getByText('Every order costs $15.00 (no discount).')).toBeVisible();

  await form.fill({
    name: 'To the cent',
    firstOrderDiscount: '33.33',
    firstOrderDiscountCycles: '3',
    recurringDiscount: '12.5',
  });
  await expect(
    modal.getByText('Orders 1–3 cost $10.00 (33.33% off), then $13.13 (12.5% off).'),
  ).toBeVisible();
  const dearer = product.getByRole('option').filter({ hasText: '($18.50)' }).first();
  const choice = (await dearer.textContent()) ?? '';
  await product.selectOption(choice);
  await expect(modal.getByText('Orders 1–3 cost $12.33 (33.33% off)')).toBeVisible();

  const chart = modal.getByRole('img', { name: /^Line chart of the price of each order/ });
  await expect(chart.locator('path')).toBeVisible();
  const typed = await pricesIn(modal.getByRole('table'));
  await inspect('plan-preview-form');

  await form.fillOption(1, { every: '2', interval: 'Month' });
  await expect(modal.getByRole('row').nth(2).getByRole('cell').first()).toHaveText(inMonths(2));

  await form.save.click();
  await expect(page.getByText('Selling plan group created')).toBeVisible();
  const [plan] = (await groupNamed(control, store, 'To the cent')).sellingPlans.nodes;
  if (!plan) throw new Error('The group has no plan.');
  expect(plan.deliveryPolicy).toEqual({ interval: 'MONTH', intervalCount: 2 });
  expect(typed).toEqual(chargesOf(plan, '18.50'));

  await admin.app.getByRole('link', { name: 'To the cent' }).click();
  await admin.app.getByRole('combobox', { name: 'Product' }).selectOption(choice);
  await expect(admin.app.getByText('Orders 1–3 cost $12.33 (33.33% off)')).toBeVisible();
  const table = admin.app.getByRole('table').filter({ hasText: 'Saving' });
  await expect(async () => expect(await pricesIn(table)).toEqual(typed)).toPass();
});

/** The store's day that many months ahead, as the preview writes it. */
function inMonths(months: number): string {
  const today = dayIn('America/Los_Angeles', new Date());
  return formatDay(addMonths(today, months));
}

test('says what is missing while something is half typed, and warns of wrong discounts', async ({
  groupForm: form,
  inspect,
}) => {
  const { dialog: modal, firstOrderDiscount: first, recurringDiscount: recurring } = form;
  const says = (text: string) => expect(modal.getByText(text, { exact: true })).toBeVisible();
  await says('Every order costs $15.00 (no discount).');

  await recurring.fill('1x');
  await says('Enter a recurring discount between 0 and 100 to see prices.');
  await expect(modal.getByRole('row').last()).toHaveText('12–––');
  await recurring.fill('10');
  await says('Every order costs $13.50 (10% off).');
  const { every } = form.option(1);
  await every.fill('');
  await says('Enter a whole number of weeks between orders, 1 or more, to see prices.');
  await every.fill('1');
  await says('Every order costs $13.50 (10% off).');

  await recurring.fill('60');
  await says('Every order is 60% off. Make sure that’s what you want.');
  await inspect('plan-preview-warning');
  await recurring.fill('100');
  await says('Every order is free. Customers pay nothing for this product.');
  await recurring.fill('20');
  await first.fill('5');
  await says(
    'Order 1 costs more ($14.25) than the ones after ($12.00). ' +
      'The first-order discount is smaller than the recurring one.',
  );
  await first.fill('25');
  await says('Order 1 costs $11.25 (25% off), then $12.00 (20% off).');
  await expect(modal.getByText('The first-order discount is smaller')).toBeHidden();
});
