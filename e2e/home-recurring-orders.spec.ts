import { usualRules } from '#contract/billing-rules.ts';
import type { Billing, RecurringSummary } from '#contract/recurring-orders.ts';
import { expect, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// Home's card 'Recurring orders'. Beyond the specification.

test.use({ stackKind: 'standalone' });

const summary: RecurringSummary = {
  state: 'live',
  today: {
    day: '2026-11-23',
    counts: {
      upcoming: 128,
      charging: 2,
      charged: 1204,
      failed: 9,
      'to decide': 1,
      ended: 0,
      left: 4,
    },
    charged: [
      { amount: 2648050, currencyCode: 'USD' },
      { amount: 91900, currencyCode: 'EUR' },
    ],
  },
  failures: [
    { failureClass: 'method', happened: 'The card has expired.', orders: 6 },
    { failureClass: 'stock', happened: 'A product is out of stock.', orders: 2 },
    {
      failureClass: 'buyer',
      happened: 'The bank refuses payments while your customer isn’t there to confirm.',
      orders: 1,
    },
  ],
  toDecide: 3,
  expected: {
    orders: 5310,
    money: [
      { amount: 11649900, currencyCode: 'USD' },
      { amount: 401250, currencyCode: 'EUR' },
    ],
  },
};

const billing: Billing = {
  state: 'live',
  wentLiveAt: '2026-11-01T08:00:00.000Z',
  stopped: null,
  subscriptions: 'known',
  grantUrl: null,
  activeSubscriptions: 1400,
  rules: { ...usualRules, hour: 10, catchUpDays: 3 },
  timeZone: 'America/Los_Angeles',
  tag: '"tag"',
};

test('Home tells the morning’s truth of recurring orders, or how to begin', async ({
  admin,
  apiProxy,
  errors,
  inspect,
  page,
}) => {
  const { app } = admin;
  await openScreen(admin);
  await expect(app.getByText(/^Nothing is charged yet\./)).toBeVisible();
  await expect(app.getByRole('link', { name: 'Start billing' })).toHaveAttribute(
    'href',
    '/recurring-orders',
  );
  await inspect('home-before-billing');

  apiProxy.override('GET', '/recurring-orders/summary', { status: 200, body: summary });
  apiProxy.override('GET', '/recurring-orders/billing', { status: 200, body: billing });
  await page.reload();
  await expect(app.getByText('128 still to come, 2 being charged')).toBeVisible();
  await expect(app.getByRole('link', { name: '6 orders: The card has expired.' })).toHaveAttribute(
    'href',
    '/recurring-orders?view=orders&outcome=failed&failureClass=method',
  );
  const failed = app.getByRole('link', { name: 'Failed', exact: true });
  await expect(failed).toHaveAttribute('href', '/recurring-orders?view=orders&outcome=failed');
  await inspect('home-live');

  const because = {
    happened: 'Your payment account has a problem.',
    whatToDo: 'Fix your payment settings, then start billing again. No customer was told.',
  };
  apiProxy.override('GET', '/recurring-orders/summary', {
    status: 200,
    body: { ...summary, state: 'stopped' },
  });
  apiProxy.override('GET', '/recurring-orders/billing', {
    status: 200,
    body: { ...billing, state: 'stopped', stopped: { at: '2026-11-20T18:00:00.000Z', because } },
  });
  await page.reload();
  await expect(app.getByText('Billing has been stopped since Nov 20, 2026')).toBeVisible();
  await expect(app.getByText(/^Your payment account has a problem\./)).toBeVisible();
  await inspect('home-stopped');

  errors.expect(/status of 403/);
  apiProxy.override('GET', '/recurring-orders/summary', { status: 403 }, { times: 1 });
  await page.reload();
  await app
    .locator('.Polaris-ShadowBevel', { hasText: 'We can’t show your recurring orders' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(app.getByText('Billing has been stopped since Nov 20, 2026')).toBeVisible();
});
