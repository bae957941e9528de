import { errorTexts } from '#contract/errors.ts';
import { expect, stores, test } from './fixtures.ts';
import { openSettings, resetSettings, SettingsScreen, savedBodies } from './settings-screen.ts';
import { addWidget, soldProduct } from './sold-product.ts';

// Specification §2, "Settings page", and §8, "Settings load or update fails".

test.use({ stackKind: 'standalone' });

test.beforeEach(async ({ control, apiProxy }) => {
  await resetSettings(control, apiProxy);
});

test('features are turned one key at a time, and stay turned', async ({
  admin,
  apiProxy,
  inspect,
}) => {
  const settings = await openSettings(admin);
  await inspect('settings');
  const release = apiProxy.hold('PATCH', '/vendor/settings');
  const sync = settings.featureButton('Order Sync');
  await sync.click();
  await expect(sync).toHaveText('Submitting');
  release();
  await expect(sync).toHaveText('Turn on');
  expect(savedBodies(apiProxy)).toEqual([{ isVendorSyncDisabled: true }]);
  await expect(settings.app.getByText('Order Sync from on to off').first()).toBeVisible();
  await settings.page.reload();
  await expect(sync).toHaveText('Turn on');
});

test('two quick flips end with the state chosen last', async ({ admin, apiProxy, page }) => {
  const settings = await openSettings(admin);
  const release = apiProxy.hold('PATCH', '/vendor/settings');
  const feature = settings.featureButton('Account Page');
  await feature.click();
  await expect(feature).toHaveText('Submitting');
  await feature.click();
  release();
  await expect(feature).toHaveText('Turn on');
  expect(savedBodies(apiProxy)).toEqual([
    { isAccountPageEnabled: true },
    { isAccountPageEnabled: false },
  ]);
  await page.reload();
  await expect(feature).toHaveText('Turn on');
});

test('a feature that can not be turned falls back, after a page that says why', async ({
  admin,
  apiProxy,
  errors,
  inspect,
}) => {
  const settings = await openSettings(admin);
  errors.expect(/status of 502/);
  apiProxy.override('PATCH', '/vendor/settings', { status: 502 }, { times: 1 });
  await settings.featureButton('Order Sync').click();
  await expect(settings.app.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
  await expect(settings.app.getByText(errorTexts.serverError)).toBeVisible();
  await inspect('settings-failed');
  await settings.app.getByRole('button', { name: 'Back to settings' }).click();
  await expect(settings.featureButton('Order Sync')).toHaveText('Turn off');
  await expect(settings.app.getByText('Not saved: Order Sync')).toBeVisible();
});

test('texts and the color are saved under the bar, and the color shows in the store', async ({
  admin,
  apiProxy,
  control,
  inspect,
  page,
}) => {
  const product = await soldProduct(control);
  await addWidget(control);
  const settings = await openSettings(admin);
  await settings.email.fill('hello@roastandritual.example');
  await settings.app.getByText('no-reply', { exact: true }).click();
  await settings.days.fill('5');
  await settings.color.fill('#AA3300');
  await settings.app.getByRole('button', { name: 'Pick a color' }).click();
  await expect(settings.app.locator('.Polaris-ColorPicker')).toBeVisible();
  await expect(settings.bar).toBeVisible();
  await inspect('settings-unsaved');
  await settings.save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(settings.bar).toBeHidden();
  expect(savedBodies(apiProxy)).toEqual([
    { replyToEmail: 'hello@roastandritual.example', useNoReply: true },
    { daysBeforeReminder: 5 },
    { buttonColor: '#aa3300' },
  ]);
  await page.goto(product.onlineStoreUrl);
  await expect(page.locator('cadence-plans')).toHaveAttribute('style', /#aa3300/);
});

test('what is wrong is said at its field, and nothing is sent', async ({
  admin,
  apiProxy,
  inspect,
}) => {
  const settings = await openSettings(admin);
  await settings.email.fill('hello@');
  await settings.days.fill('0');
  await settings.color.fill('brown');
  await settings.save.click();
  await expect(settings.app.getByText('Invalid Email')).toBeVisible();
  await expect(settings.app.getByText('Must be greater than 0')).toBeVisible();
  await expect(settings.app.getByText('Must be a color such as #0632c2')).toBeVisible();
  await expect(settings.email).toBeFocused();
  await inspect('settings-invalid');
  expect(savedBodies(apiProxy)).toEqual([]);
});

test('where saving fails in the middle, what was typed comes back', async ({
  admin,
  apiProxy,
  errors,
  page,
}) => {
  const settings = await openSettings(admin);
  await settings.email.fill('hello@roastandritual.example');
  await expect(settings.bar).toBeVisible();
  await settings.days.fill('6');
  errors.expect(/status of 502/);
  const release = apiProxy.hold('PATCH', '/vendor/settings');
  await settings.save.click();
  await expect(settings.save).toBeDisabled();
  // Cuts off only the requests after the first, which is held.
  await expect.poll(() => savedBodies(apiProxy)).toHaveLength(1);
  apiProxy.override('PATCH', '/vendor/settings', 'disconnect');
  release();
  await expect(
    settings.app.getByText('Saved: Reply-to email. Not saved: Days before reminder.'),
  ).toBeVisible();
  await settings.app.getByRole('button', { name: 'Back to settings' }).click();
  await expect(settings.days).toHaveValue('6');
  apiProxy.reset();
  await settings.save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(settings.days).toHaveValue('6');
});

test('settings that can not be loaded lead back as soon as they can', async ({
  admin,
  apiProxy,
  errors,
}) => {
  errors.expect(/status of 403/);
  const message = 'The roastery is closed.';
  apiProxy.override('GET', '/vendor', { status: 403, body: { message } });
  const settings = new SettingsScreen(admin);
  await admin.open('/settings');
  await expect(settings.app.getByText(message)).toBeVisible();
  apiProxy.reset();
  await settings.app.getByRole('button', { name: 'Back to settings' }).click();
  await expect(settings.heading).toBeVisible();
});

test('the bar holds back whoever leaves by the menu, a link, Back or a reload', async ({
  admin,
  page,
}) => {
  await admin.open('/');
  await admin.app.getByRole('link', { name: 'Manage settings' }).click();
  const settings = new SettingsScreen(admin);
  await settings.days.fill('7');
  await expect(settings.bar).toBeVisible();

  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await page.getByRole('navigation').getByRole('link', { name: 'Notifications' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.days).toHaveValue('7');

  const own = settings.app.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const goBack = async () => (await admin.frame()).evaluate(() => history.back());
  await goBack();
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toBeHidden();
  await expect(settings.days).toHaveValue('7');

  const asked = page.waitForEvent('dialog');
  // page.reload() would wait a minute for a document that never comes.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const browserAsks = await asked;
  expect(browserAsks.type()).toBe('beforeunload');
  await browserAsks.dismiss();
  await expect(settings.days).toHaveValue('7');

  await page.getByRole('navigation').getByRole('link', { name: 'Notifications' }).click();
  await question.getByRole('button', { name: 'Leave page' }).click();
  await expect(page).toHaveURL(admin.addressOf('/notifications'));
  // The admin has a link named Settings too.
  await page.locator('nav a[href$="/apps/cadence/settings"]').click();
  await expect(settings.days).toHaveValue('3');
  await expect(settings.bar).toBeHidden();
});

test('a change is undone from the list of recent changes', async ({ admin, page }) => {
  const settings = await openSettings(admin);
  await settings.days.fill('8');
  await settings.save.click();
  const undo = settings.app.getByRole('button', {
    name: 'Undo: Days before reminder from 3 to 8',
  });
  // Only a setting's latest change has an Undo button, so changes of earlier runs have none.
  await undo.click();
  await expect(page.getByText('Days before reminder was changed back')).toBeVisible();
  await expect(settings.days).toHaveValue('3');
  await expect(settings.app.getByText('Days before reminder from 8 to 3').first()).toBeVisible();
});

test('a link to the vendor portal is got from Settings', async ({ admin }) => {
  const settings = await openSettings(admin);
  await settings.app.getByRole('button', { name: 'Get link: Vendor Portal' }).click();
  await expect(settings.app.getByRole('link', { name: /^Go to Vendor Portal/ })).toBeVisible();
});

test('Settings of a store that is no vendor yet say so', async ({ admin, errors }) => {
  errors.expect(/status of 403/);
  await admin.open('/settings', { store: stores.fresh });
  await expect(admin.app.getByText('This opens once you are approved.')).toBeVisible();
  await expect(admin.app.getByText('Your store isn’t approved yet')).toBeVisible();
  await expect(admin.app.getByRole('button', { name: /again/ })).toHaveCount(0);
});
