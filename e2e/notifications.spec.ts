import { checkAccessibility as checkPage } from './accessibility.ts';
import { expect, stores, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen } from './open-screen.ts';
import { runOperator } from './operator.ts';

// Specification §2, "Notifications page", §3, §8. Notification settings survive the platform's reset, so each test uses its own
// notification.

const settingsPath = '/resources/notifications/settings';

test('every notification is listed with its channels, and a change outlives the page', async ({
  admin,
  checkAccessibility,
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
  const email = row.getByRole('checkbox', { name: 'Email' });
  await expect(email).toBeChecked();
  const push = row.getByRole('checkbox', { name: 'Push' });
  await expect(push).toHaveAccessibleDescription('No provider yet, so nothing goes out');
  await inspect('notifications');
  await email.click();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(email).not.toBeChecked();
  await expect(push).toBeChecked();
  await expect(row.getByRole('checkbox', { name: 'All' })).toBeChecked({ indeterminate: true });

  await row.getByRole('checkbox', { name: 'All' }).focus();
  await page.keyboard.press('Space');
  await expect(email).toBeChecked();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  const gifs = admin.app.getByRole('checkbox', { name: 'Send GIFs in text messages' });
  await gifs.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('GIFs settings updated')).toBeVisible();
  await page.reload();
  await expect(gifs).toBeChecked();
  await expect(email).toBeChecked();
  await push.click();
  await expect(push).toBeDisabled();
  await expect(push).toHaveAccessibleDescription('No provider yet');
  await checkAccessibility();
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
  const banner = admin.app.getByRole('alert').filter({ hasText: 'Payment failed wasn’t changed' });
  await expect(banner).toContainText('The kettle is empty');
  await expect(email).toBeChecked();
  await inspect('notifications-failed');
  fails = false;
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(email).not.toBeChecked();
});

test('what the vendor’s own fulfillment sends can’t be changed here', async ({
  admin,
  inspect,
  stack,
}) => {
  const note = admin.app.getByText('Contact Support to change this.');
  await runOperator(stack, 'fulfillment-on', stores.established);
  try {
    await openScreen(admin, '/notifications');
    await expect(note).toHaveCount(3);
    for (const name of ['Shipping confirmation', 'Out for delivery', 'Shipment delivered']) {
      const boxes = admin.app.getByRole('group', { name }).getByRole('checkbox');
      await expect(boxes).toHaveCount(4);
      for (const box of await boxes.all()) await expect(box).toBeDisabled();
    }
    const other = admin.app.getByRole('group', { name: 'Order tracking' });
    await expect(other.getByRole('checkbox', { name: 'Email' })).toBeEnabled();
    await inspect('notifications-locked');
  } finally {
    await runOperator(stack, 'fulfillment-off', stores.established);
  }
  await admin.page.reload();
  await expect(admin.app.getByRole('heading', { name: 'GIFs Settings' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('a notification is previewed with an order of the store, and arrives in the mailbox', async ({
  admin,
  checkAccessibility,
  control,
  errors,
  page,
  takeScreens,
}) => {
  // The blocked scripts belong to axe and to Playwright.
  errors.expect(/status of (400|503)/, /Blocked script execution in 'about:srcdoc'/);
  const opener = admin.app.getByRole('button', { name: 'Preview: Shipment delivered' });
  const dialog = admin.app.getByRole('dialog', { name: 'Preview: Shipment delivered' });
  // The preview shows an example until Cadence has read the store's orders.
  await expect(async () => {
    await openScreen(admin, '/notifications');
    await opener.focus();
    await page.keyboard.press('Enter');
    const filledIn = dialog.getByText(/^Filled in with your order #\d+\.$/);
    await expect(filledIn).toBeVisible();
  }).toPass();
  const email = dialog.frameLocator('iframe[title="The email"]');
  await expect(email.getByRole('heading', { name: 'It has arrived' })).toBeVisible();
  await expect(email.getByText('Roast & Ritual').first()).toBeVisible();
  await checkAccessibility();
  await takeScreens('notification-preview');
  const html = await dialog.getByTitle('The email').getAttribute('srcdoc');
  const alone = await page.context().newPage();
  await alone.setContent(html ?? '');
  await checkPage(alone);
  await alone.close();

  const address = dialog.getByRole('textbox', { name: 'Your email' });
  await address.fill('ada');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/Invalid Email/);
  await address.fill('ada@example.com');
  const send = dialog.getByRole('button', { name: 'Send to me' });
  await control.act(stores.established, 'refuse-mail', { refusal: 'No such mailbox here' });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('550 No such mailbox here');
  await takeScreens('notification-not-sent');
  await control.act(stores.established, 'refuse-mail', { refusal: null });
  await send.click();
  await expect(dialog.getByText('Sent to ada@example.com')).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await admin.openPage('/mailbox');
  await expect(
    page.getByRole('heading', { name: /^Test: Your order #\d+ has arrived$/ }),
  ).toBeVisible();
  await expect(page.getByText('To ada@example.com', { exact: true })).toBeVisible();
  const received = page.frameLocator('iframe[title="The email"]');
  await expect(received.getByRole('heading', { name: 'It has arrived' })).toBeVisible();
  await checkAccessibility();
  await takeScreens('mailbox');
});
