import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen } from './open-screen.ts';

// Specification §2, "Notifications page", §3, §8. What is kept of notifications outlives the platform's reset: each test has a
// notification of its own.

const settingsPath = '/notification-settings';

test('every notification is listed with its channels, and a change outlives the page', async ({
  admin,
  inspect,
  page,
}) => {
  await openScreen(admin, '/notifications');
  await expect(admin.app.getByRole('heading', { level: 3 })).toHaveText([
    'Shipping confirmation',
    'Out for delivery',
    'Shipment delivered',
    'Product update',
    'Product changed',
    'Payment failed',
    'Order tracking',
  ]);
  const row = admin.app.getByRole('group', { name: 'Product update' });
  const text = row.getByRole('checkbox', { name: 'Text message' });
  await expect(text).toBeChecked();
  await inspect('notifications');
  await text.click();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(text).not.toBeChecked();
  await expect(row.getByRole('checkbox', { name: 'Email' })).toBeChecked();
  await expect(row.getByRole('checkbox', { name: 'All' })).toBeChecked({ indeterminate: true });

  await row.getByRole('checkbox', { name: 'All' }).focus();
  await page.keyboard.press('Space');
  await expect(text).toBeChecked();
  const gifs = admin.app.getByRole('checkbox', { name: 'Send GIFs in text messages' });
  await gifs.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('GIFs settings updated')).toBeVisible();
  await page.reload();
  await expect(gifs).toBeChecked();
  await expect(text).toBeChecked();
});

test('two quick flips end in the last one, with the first answer held back', async ({
  admin,
  page,
}) => {
  await openScreen(admin, '/notifications');
  const row = admin.app.getByRole('group', { name: 'Product changed' });
  const push = row.getByRole('checkbox', { name: 'Push' });
  const email = row.getByRole('checkbox', { name: 'Email' });
  await expect(push).toBeChecked();
  const release = await holdRequests(page, 'POST', settingsPath);
  await push.click();
  await email.click();
  await expect(push).not.toBeChecked();
  await email.click();
  await expect(email).toBeChecked();
  release();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(push).not.toBeChecked();
  await expect(email).toBeChecked();
});

test('a change that fails falls back, and its banner stays until it is solved', async ({
  admin,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 502/);
  await openScreen(admin, '/notifications');
  const row = admin.app.getByRole('group', { name: 'Payment failed' });
  const email = row.getByRole('checkbox', { name: 'Email' });
  await expect(email).toBeChecked();
  let fails = true;
  await page.route(
    (url) => url.pathname === settingsPath,
    (route) =>
      fails && route.request().method() === 'POST'
        ? route.fulfill({ status: 502, json: { message: 'The kettle is empty' } })
        : route.fallback(),
  );
  await email.click();
  const banner = admin.app.getByRole('alert');
  await expect(banner).toContainText('Payment failed was not changed');
  await expect(banner).toContainText('The kettle is empty');
  await expect(email).toBeChecked();
  await inspect('notifications-failed');
  fails = false;
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(email).not.toBeChecked();
});
