import { ensureCredentials } from '../scripts/stack/credentials.ts';
import { expect, stores, test } from './fixtures.ts';
import { openGroupForm } from './group-form.ts';
import { noteTexts } from './noted-texts.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { storedGroups } from './stored-groups.ts';

// Specification §2, §7: the app lacks permissions and sends the merchant to grant them.

test.beforeEach(({ errors }) => {
  errors.expect(/status of 401/);
});

test('a screen that lacks permissions leads to the grant page and back', async ({
  admin,
  control,
  page,
  inspect,
  stack,
}) => {
  const texts = ['Update required', 'Redirecting to the update page...'];
  const noted = await noteTexts(page, texts);
  await control.setScopes(stores.established, []);
  await admin.open('/fixed-subscription');
  await expect.poll(() => texts.filter((text) => noted.has(text))).toEqual(texts);

  const grant = page.getByRole('button', { name: 'Grant' });
  await expect(grant).toBeVisible();
  const address = new URL(page.url());
  expect(address.pathname).toBe('/store/roast-and-ritual/oauth/authorize');
  const { apiKey } = ensureCredentials(stack.dataFolder);
  expect(address.searchParams.getAll('client_id')).toEqual([apiKey]);
  await expect(page.getByText('write_products')).toBeVisible();
  await inspect('grant');

  await grant.click();
  await screenReady(admin);
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
  const form = await openGroupForm(admin);
  await form.name.fill('Granted');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect(await storedGroups(control, stores.established, 'Granted')).toHaveLength(1);
});

test('a save that lacks permissions leads to the grant page', async ({
  control,
  groupForm: form,
  page,
}) => {
  await form.name.fill('Too early');
  await control.setScopes(stores.established, ['read_products']);
  await form.save.click();
  await expect(page.getByRole('button', { name: 'Grant' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('client_id')).not.toBeNull();
  expect(await storedGroups(control, stores.established, 'Too early')).toHaveLength(0);
});

test('a merchant who grants nothing can come back to the app', async ({ admin, control, page }) => {
  await openScreen(admin, '/contact-us');
  await control.setScopes(stores.established, []);
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(page.getByRole('button', { name: 'Grant' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await screenReady(admin);
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
});
