import { addProfile, chooseGroups, openProfile } from './delivery-profile-modals.ts';
import { expect, stores, test } from './fixtures.ts';
import { losePosts } from './lost-posts.ts';
import { openScreen } from './open-screen.ts';
import {
  countOperations,
  createGroup,
  groupNamed,
  numberOf,
  profileNamed,
  variantsOfProduct,
} from './store-contents.ts';

// Specification §2, "Delivery profile detail".

const store = stores.established;
const serverError = 'Oops, something went wrong. Please try again later or contact support.';

test('shows the groups, and leads to the list, a group and the admin', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const profile = await profileNamed(control, store, 'Subscriptions');
  await openScreen(admin, '/shipping');
  await admin.app.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Subscriptions' })).toBeVisible();
  await expect(page).toHaveURL(admin.addressOf(`/shipping/${numberOf(profile.id)}`));
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toContainText('36');
  await expect(admin.app.getByRole('row', { name: 'Brew-based refill' })).toContainText('20');
  await inspect('delivery-profile');

  await admin.app.getByRole('link', { name: 'Shipping and delivery' }).click();
  await expect(page).toHaveURL(admin.addressOf('/shipping'));
  await admin.app.getByRole('link', { name: 'Subscriptions' }).click();
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer' })).toBeVisible();

  await page.goBack();
  await admin.app.getByRole('button', { name: 'Manage Profile' }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/shipping/profiles/${numberOf(profile.id)}$`));
  await expect(page.getByRole('heading', { name: 'Subscriptions' })).toBeVisible();
});

test('offers only groups with variants that are not in it yet', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const [variant] = await variantsOfProduct(control, store, 'Brazil Cerrado');
  await createGroup(control, store, { name: 'Without variants' });
  const added = await createGroup(control, store, {
    name: 'With a variant',
    variantIds: variant ? [variant.id] : [],
  });
  const profile = await profileNamed(control, store, 'Subscriptions');
  await openProfile(admin, profile);
  const choice = await chooseGroups(admin);
  await expect(choice.choices).toHaveCount(3);
  for (const name of ['Every week or two', 'Imported coffee club', 'With a variant']) {
    await expect(choice.group(name)).toBeVisible();
  }
  await inspect('delivery-profile-add');

  await choice.search.fill('with a');
  await expect(choice.choices).toHaveCount(1);
  await choice.group('With a variant').check();
  await choice.add.click();
  await expect(page.getByText('Selling plan group added')).toBeVisible();
  await expect(choice.dialog).toBeHidden();
  await expect(admin.app.getByRole('row', { name: 'With a variant' })).toBeVisible();
  expect(
    (await profileNamed(control, store, 'Subscriptions')).sellingPlanGroups.nodes,
  ).toContainEqual({ id: added.id, name: 'With a variant' });
});

test('removes groups after a question, down to the empty profile', async ({
  admin,
  control,
  inspect,
}) => {
  await openProfile(admin, await profileNamed(control, store, 'Subscriptions'));
  await admin.app.getByRole('checkbox', { name: /^Select all/ }).check();
  await admin.app.getByRole('button', { name: 'Remove selling plan group' }).click();
  const question = admin.app.getByRole('dialog', { name: 'Remove 2 selling plan groups?' });
  await expect(question.getByRole('listitem')).toHaveText(['Welcome offer', 'Brew-based refill']);
  await inspect('delivery-profile-remove');
  await control.clearRequests();
  await question.getByRole('button', { name: 'Remove selling plan group' }).click();
  await expect(admin.page.getByText('2 selling plan groups removed')).toBeVisible();
  expect(await countOperations(control, store, 'UpdateDeliveryProfile')).toBe(1);
  expect((await profileNamed(control, store, 'Subscriptions')).sellingPlanGroups.nodes).toEqual([]);
  expect(await groupNamed(control, store, 'Welcome offer')).toBeDefined();

  await expect(
    admin.app.getByText('No selling plan groups in this profile yet', { exact: true }),
  ).toBeVisible();
  await inspect('delivery-profile-empty');
});

test('a group that cannot be added stays chosen, with the reason above', async ({
  admin,
  control,
  page,
  errors,
}) => {
  errors.expect(/status of (422|502)/, /net::ERR/);
  const profile = await profileNamed(control, store, 'Cold chain');
  await openProfile(admin, profile);
  const choosing = await chooseGroups(admin);
  const { dialog: modal, add } = choosing;
  const choice = choosing.group('Welcome offer');
  const operation = 'UpdateDeliveryProfile';

  await test.step('nothing is chosen', async () => {
    await add.click();
    await expect(modal.getByRole('alert')).toContainText(/select/i);
  });
  await choice.check();
  await test.step('the platform answers 500', async () => {
    await control.addFault({ kind: 'status', status: 500, operation });
    await add.click();
    await expect(modal.getByText(serverError)).toBeVisible();
    await expect(choice).toBeChecked();
  });
  await test.step('the platform refuses', async () => {
    await control.addFault({
      kind: 'userErrors',
      operation,
      userErrors: [{ field: null, message: 'This zone is closed.' }],
    });
    await add.click();
    await expect(modal.getByText('This zone is closed.')).toBeVisible();
    await expect(choice).toBeChecked();
  });
  await test.step('no answer at all', async () => {
    await losePosts(page, `/shipping/${numberOf(profile.id)}`);
    await add.click();
    await expect(modal.getByText('Something went wrong!', { exact: true })).toBeVisible();
    await expect(choice).toBeChecked();
    await page.unrouteAll();
  });
  await test.step('at last it goes well', async () => {
    await add.click();
    await expect(page.getByText('Selling plan group added')).toBeVisible();
    await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
  });
});

test('where shipping is set up by market, the merchant’s own profile is shown and the app’s changed', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  await control.setMarketDrivenShipping(store, true);
  await openScreen(admin, '/shipping');
  const row = (name: string) => admin.app.getByRole('row', { name });
  await expect(row('Subscriptions')).toContainText('View only');
  await admin.app.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(admin.app.getByText('This delivery profile can’t be changed here')).toBeVisible();
  await expect(admin.app.getByRole('link', { name: 'Welcome offer' })).toBeVisible();
  await expect(admin.app.getByRole('checkbox')).toHaveCount(0);
  await expect(admin.app.getByRole('button', { name: 'Add selling plan group' })).toHaveCount(0);
  await inspect('delivery-profile-read-only');

  await admin.app.getByRole('link', { name: 'Choose another delivery profile' }).click();
  const form = await addProfile(admin);
  await form.name.fill('Made in Cadence');
  await form.save.click();
  await expect(row('Made in Cadence')).toBeVisible();
  await expect(row('Made in Cadence')).not.toContainText('View only');
  await admin.app.getByRole('link', { name: 'Made in Cadence' }).click();
  const choice = await chooseGroups(admin);
  await choice.group('Welcome offer').check();
  await choice.add.click();
  await expect(page.getByText('Selling plan group added')).toBeVisible();
  const profile = await profileNamed(control, store, 'Made in Cadence');
  expect(profile.sellingPlanGroups.nodes.map(({ name }) => name)).toEqual(['Welcome offer']);
});
