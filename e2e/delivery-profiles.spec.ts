import { openProfileForm } from './delivery-profile-modals.ts';
import { expect, stores, test } from './fixtures.ts';
import { losePosts } from './lost-posts.ts';
import { openScreen } from './open-screen.ts';
import { countOperations, profilesOf } from './store-contents.ts';

// Specification §2 and §4, "Delivery Profiles list".

const store = stores.established;
const serverError = 'Oops, something went wrong. Please try again later or contact support.';

test('lists the profiles with their groups', async ({ admin, page, inspect }) => {
  await openScreen(admin, '/shipping');
  await expect(admin.app.getByRole('heading', { name: 'Shipping and delivery' })).toBeVisible();
  await expect(admin.app.getByRole('columnheader')).toHaveText(['Profile', 'Selling plan groups']);
  const row = (name: string) => admin.app.getByRole('row', { name });
  await expect(row('General profile')).toContainText('Default');
  await expect(row('General profile').getByRole('listitem')).toHaveText(['Every week or two']);
  await expect(row('Cold chain')).toContainText('No selling plan groups');
  await expect(row('Subscriptions').getByRole('listitem')).toHaveText([
    'Welcome offer',
    'Brew-based refill',
  ]);
  await inspect('delivery-profiles');

  await admin.app.getByRole('searchbox', { name: 'Search delivery profiles' }).fill('cold');
  await expect(page).toHaveURL(admin.addressOf('/shipping?query=cold'));
  await expect(row('General profile')).toBeHidden();
  await expect(row('Cold chain')).toBeVisible();
});

test('creates a profile: the modal closes over a list that shows it', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const { dialog, name, save } = await openProfileForm(admin);
  const required = dialog.getByText('Please enter a name for delivery profile').last();

  await save.click();
  await expect(required).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await inspect('delivery-profile-new');
  await name.fill('   ');
  await expect(required).toBeVisible();
  await name.fill('Fragile things');
  await expect(required).toBeHidden();

  await control.clearRequests();
  await name.press('Enter');
  await expect(page.getByText('Delivery profile created')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(admin.app.getByRole('row', { name: 'Fragile things' })).toBeVisible();
  expect(await countOperations(control, store, 'CreateDeliveryProfile')).toBe(1);
  expect(await countOperations(control, store, 'DeliveryProfiles')).toBe(1);
  const names = (await profilesOf(control, store)).map((profile) => profile.name);
  expect(names.filter((each) => each === 'Fragile things')).toHaveLength(1);
});

test('a failure stands in the banner, and what was typed stays', async ({
  admin,
  control,
  page,
  errors,
  inspect,
}) => {
  const { dialog, name, save } = await openProfileForm(admin);
  errors.expect(/status of (422|502)/, /net::ERR/);
  await name.fill('Fragile things');
  const operation = 'CreateDeliveryProfile';

  await test.step('the platform answers 500', async () => {
    await control.addFault({ kind: 'status', status: 500, operation });
    await save.click();
    await expect(dialog.getByText(serverError)).toBeVisible();
    await expect(name).toHaveValue('Fragile things');
    await inspect('delivery-profile-new-failure');
  });
  await test.step('the platform refuses the name', async () => {
    const message = 'Profile name has already been taken.';
    await control.addFault({
      kind: 'userErrors',
      operation,
      userErrors: [{ field: ['profile', 'name'], message }],
    });
    await save.click();
    await expect(dialog.getByText(message)).toHaveCount(2);
    await expect(name).toHaveAccessibleDescription(/already been taken/);
    await expect(name).toHaveValue('Fragile things');
  });
  await test.step('no answer at all', async () => {
    await losePosts(page, '/shipping');
    await name.fill('Fragile things II');
    await save.click();
    await expect(dialog.getByText('Something went wrong!', { exact: true })).toBeVisible();
    await expect(name).toHaveValue('Fragile things II');
    await page.unrouteAll();
  });
  await test.step('at last it goes well', async () => {
    await save.click();
    await expect(page.getByText('Delivery profile created')).toBeVisible();
    await expect(admin.app.getByRole('row', { name: 'Fragile things II' })).toBeVisible();
  });
});
