import { expect, stores, test } from './fixtures.ts';
import { GroupForm } from './group-form.ts';
import { holdRequests } from './held-requests.ts';
import { noteTexts } from './noted-texts.ts';
import { openScreen } from './open-screen.ts';
import { countOperations, groupNamed, numberOf, renameGroup } from './store-contents.ts';

// A store with 1,000 groups, 5,000 variants in one of them, and 250 delivery profiles.

const store = stores.established;

test('1,000 groups: pages, search and sorting are in the address; Back shows at once what was there', async ({
  admin,
  control,
  page,
  takeScreens,
}) => {
  await control.grow(store, { groups: 1_000 });
  await openScreen(admin, '/fixed-subscription');
  const rows = admin.app.getByRole('row');
  const links = admin.app.getByRole('row').getByRole('link');
  await expect(rows).toHaveCount(51);
  const first = await links.allTextContents();
  await admin.app.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/fixed-subscription\?after=/);
  await expect(links.first()).not.toHaveText(first[0] ?? '');
  const second = await links.allTextContents();
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  await admin.app.getByRole('button', { name: 'Previous' }).click();
  await expect(links).toHaveText(first);

  await admin.app.getByRole('combobox', { name: 'Sort by' }).selectOption('Name Z–A');
  await expect(page).toHaveURL(/sortKey=NAME&reverse=true/);
  await expect(links.first()).toHaveText('Welcome offer');
  const search = admin.app.getByRole('searchbox', { name: 'Search selling plans' });
  await search.fill('subscription 09');
  await expect(page).toHaveURL(/query=subscription\+09/);
  await expect(links.first()).toHaveText('Subscription 0999');
  await admin.app.getByRole('button', { name: 'Next' }).click();
  await expect(links.first()).toHaveText('Subscription 0949');
  await takeScreens('long-list-groups');

  await expect(page).toHaveURL(/query=subscription\+09.*after=|after=.*query=subscription\+09/);
  const address = page.url();
  await page.reload();
  await expect(links.first()).toHaveText('Subscription 0949');
  await expect(search).toHaveValue('subscription 09');
  await expect(admin.app.getByRole('combobox', { name: 'Sort by' })).toHaveValue('NAME true');

  await links.first().click();
  await expect(admin.app.getByRole('heading', { name: 'Subscription 0949' })).toBeVisible();
  const group = await groupNamed(control, store, 'Subscription 0949');
  await renameGroup(control, store, group.id, 'Subscription 0949 renamed');
  const answer = await holdRequests(page, 'GET', '/fixed-subscription');
  await page.evaluate(() => history.back());
  await expect(links.first()).toHaveText('Subscription 0949');
  await expect(page).toHaveURL(address);
  answer();
  await expect(links.first()).toHaveText('Subscription 0949 renamed');
  await expect(rows).toHaveCount(51);
});

test('a list that was remembered never shows the old name of a group that was changed', async ({
  admin,
  page,
}) => {
  const noted = await noteTexts(page, ['Welcome offer'], 'td a');
  await openScreen(admin, '/fixed-subscription');
  await expect.poll(() => noted.has('Welcome offer')).toBe(true);
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  await admin.app.getByRole('button', { name: 'Edit' }).click();
  const form = new GroupForm(admin, 'Edit selling plan group');
  await form.name.fill('Welcome back offer');
  await form.save.click();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();
  await expect(admin.app.getByRole('heading', { name: 'Welcome back offer' })).toBeVisible();
  noted.clear();
  await admin.app.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(admin.app.getByRole('row').getByRole('link').last()).toHaveText(
    'Welcome back offer',
  );
  expect([...noted]).toEqual([]);
});

test('5,000 variants: pages and search; the picker knows them all; all are removed with progress', async ({
  admin,
  control,
  page,
  takeScreens,
}) => {
  test.setTimeout(180_000);
  await control.grow(store, { variantsInGroup: 5_000 });
  const group = await groupNamed(control, store, 'Everything we roast');
  const path = `/fixed-subscription/${numberOf(group.id)}`;
  await openScreen(admin, path);
  await expect(admin.app.getByText('5,000 variants', { exact: true })).toBeVisible();
  const rows = admin.app.getByRole('row', { name: /^Select (?!all)/ });
  await expect(rows).toHaveCount(50);
  const first = await rows.first().textContent();
  await admin.app.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?after=/);
  await expect(rows.first()).not.toHaveText(first ?? '');
  await admin.app.getByRole('button', { name: 'Previous' }).click();
  await expect(rows.first()).toHaveText(first ?? '');

  await admin.app.getByRole('searchbox', { name: 'Search variants by product' }).fill('lot 1001');
  await expect(rows.first()).toContainText('Lot 1001');
  await expect(rows.filter({ hasNotText: 'Lot 1001' })).toHaveCount(0);

  await control.clearRequests();
  await admin.app.getByRole('button', { name: 'Add Variants' }).click();
  const picker = page.getByRole('dialog', { name: 'Add products' });
  await expect(picker.getByRole('checkbox').first()).toBeChecked({ timeout: 30_000 });
  expect(await countOperations(control, store, 'SellingPlanGroupWithVariants')).toBe(20);
  await picker.getByRole('button', { name: 'Cancel' }).click();

  await admin.app.getByRole('searchbox', { name: 'Search variants by product' }).fill('');
  await expect(rows).toHaveCount(50);
  await admin.app.getByRole('checkbox', { name: /^Select all/ }).check();
  await admin.app.getByRole('button', { name: /^Select all/ }).click();
  await admin.app.getByRole('button', { name: 'Remove Variants' }).click();
  const question = admin.app.getByRole('dialog', { name: 'Remove variants?' });
  await expect(question).toContainText('All variants of this group will be removed');
  await takeScreens('long-list-variants');
  await control.clearRequests();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(
    admin.app.getByRole('dialog', { name: 'Removing variants' }).getByRole('progressbar'),
  ).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('5,000 variants removed')).toBeVisible({ timeout: 60_000 });
  await expect(admin.app.getByText('No variants in this group yet')).toBeVisible();
  expect(await countOperations(control, store, 'RemoveSellingPlanGroupVariants')).toBe(20);
  const after = await groupNamed(control, store, 'Everything we roast');
  expect(after.productVariantsCount.count).toBe(0);
});

test('250 delivery profiles: pages, search and sorting', async ({ admin, control, page }) => {
  await control.grow(store, { profiles: 250 });
  await openScreen(admin, '/shipping');
  const links = admin.app.getByRole('row').getByRole('link');
  await expect(links).toHaveCount(50);
  await expect(links.first()).toHaveText('General profile');
  await admin.app.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/shipping\?after=/);
  await expect(links.first()).toHaveText('Delivery zone 051');
  await admin.app.getByRole('button', { name: 'Previous' }).click();
  await expect(links.first()).toHaveText('General profile');
  await admin.app.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest first');
  await expect(page).toHaveURL(/reverse=true/);
  await expect(links.first()).toHaveText('Delivery zone 250');
  await admin.app.getByRole('searchbox', { name: 'Search delivery profiles' }).fill('zone 24');
  // Zones 240 to 249, and 024, 124 and 224.
  await expect(links).toHaveCount(13);
  await expect(links.first()).toHaveText('Delivery zone 249');

  await links.first().click();
  await expect(admin.app.getByRole('heading', { name: 'Delivery zone 249' })).toBeVisible();
  await admin.app.getByRole('link', { name: 'Shipping and delivery' }).click();
  await expect(page).toHaveURL(/query=zone\+24/);
  await expect(links).toHaveCount(13);
});
