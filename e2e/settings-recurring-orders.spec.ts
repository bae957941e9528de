import { usualRules } from '#contract/billing-rules.ts';
import { apiPrefix } from '#contract/endpoints.ts';
import { expect, stores, test } from './fixtures.ts';
import { openSettings } from './settings-screen.ts';

// Settings' section 'Recurring orders'. Beyond the specification.

test.use({ stackKind: 'standalone' });

const path = '/recurring-orders/billing';

test('rules of billing are saved, read back in words, and not overwritten by another tab', async ({
  admin,
  apiProxy,
  control,
  errors,
  inspect,
  page,
}) => {
  const token = await control.sessionToken(stores.established);
  const put = async (rules: object) => {
    const answer = await fetch(`${apiProxy.url}${apiPrefix}${path}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...usualRules, hour: 10, catchUpDays: 3, ...rules }),
    });
    expect(answer.status).toBe(200);
  };
  await put({});
  const { app, bar, save } = await openSettings(admin);
  const payment = app.getByRole('group', { name: 'When a payment fails' });
  await expect(payment.getByLabel('Retries')).toHaveValue('3');
  const section = app.getByRole('heading', { name: 'Recurring orders', exact: true });
  await section.evaluate((heading) => heading.scrollIntoView());
  await inspect('settings-recurring-orders');

  await payment.getByLabel('Retries').fill('12');
  await save.click();
  await expect(payment.getByText('Must be a whole number from 0 to 10')).toBeVisible();
  await expect(payment.getByLabel('Retries')).toBeFocused();
  await inspect('settings-recurring-orders-invalid');
  await payment.getByLabel('Retries').fill('1');
  await payment.getByLabel('In the end').selectOption('Pause the subscription');
  const readBack =
    'A declined card is tried once more, 3 days later; then the subscription is paused.';
  await expect(app.getByText(readBack)).toBeVisible();

  // Somebody else saves first.
  errors.expect(/status of 409/);
  await put({ payment: { ...usualRules.payment, retries: 5 }, hour: 6 });
  await save.click();
  await expect(
    app.getByText('Retries after a failed payment: now 5. You entered 1.'),
  ).toBeVisible();
  await expect(app.getByLabel('Hour of billing')).toHaveValue('6');
  await inspect('settings-recurring-orders-elsewhere');
  await app.getByRole('button', { name: 'Keep my changes' }).click();
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(bar).toBeHidden();

  await page.reload();
  await expect(payment.getByLabel('Retries')).toHaveValue('1');
  await expect(app.getByLabel('Hour of billing')).toHaveValue('6');
  await expect(app.getByText(readBack)).toBeVisible();
  await expect(app.getByText('Retries after a failed payment from 5 to 1').first()).toBeVisible();
  await put({});
});
