import type { Locator } from '@playwright/test';
import { expect, stores, test } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { createGroup, groupNamed, numberOf, variantsOf } from './store-contents.ts';

// Specification §2, "Selling Plan Group detail": what the screen shows.

const store = stores.established;

test('says what the group sells, in words and with every variant', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const group = await groupNamed(control, store, 'Welcome offer');
  const variants = await variantsOf(control, store, group.id);
  await openScreen(admin, '/fixed-subscription');
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(admin.addressOf(`/fixed-subscription/${numberOf(group.id)}`));

  await expect(admin.app.getByText(`${variants.length} variants`, { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('listitem')).toHaveText([
    'Every 2 weeks, 25% off the first 2 orders, then 10% off',
    'Every month, 25% off the first 2 orders, then 10% off',
  ]);
  const table = admin.app.getByRole('table').filter({ hasText: 'Variant' });
  await expect(table.getByRole('row')).toHaveCount(variants.length + 1);
  for (const { displayName, price } of variants) {
    const row = table.getByRole('row', { name: `Select ${displayName}` });
    await expect(row.getByRole('cell', { name: `$${price}`, exact: true })).toBeVisible();
  }
  await expect(admin.app.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();

  await inspect('group-detail');

  await admin.app.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(page).toHaveURL(admin.addressOf('/fixed-subscription'));
});

test('on a telephone what a customer pays comes before the variants', async ({
  admin,
  control,
  page,
}) => {
  const group = await groupNamed(control, store, 'Every week or two');
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  const preview = admin.app.getByRole('heading', { name: 'What a customer pays' });
  const variants = admin.app.getByRole('searchbox', { name: 'Search variants by product' });
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  await expect(variants).toBeVisible();
  // Wide screens show both side by side.
  await expect(async () => {
    expect(Math.abs((await topOf(variants)) - (await topOf(preview)))).toBeLessThan(400);
  }).toPass();
  await page.setViewportSize({ width: 400, height: 900 });
  await expect(async () => {
    expect((await topOf(variants)) - (await topOf(preview))).toBeGreaterThan(400);
  }).toPass();
});

test('a search for variants is in the address and survives a reload', async ({
  admin,
  control,
  page,
}) => {
  const group = await groupNamed(control, store, 'Every week or two');
  const path = `/fixed-subscription/${numberOf(group.id)}`;
  await openScreen(admin, path);
  const search = admin.app.getByRole('searchbox', { name: 'Search variants by product' });
  await search.fill('colombia pink');
  await expect(page).toHaveURL(admin.addressOf(`${path}?query=colombia+pink`));
  const rows = admin.app.getByRole('row', { name: /^Select (?!all)/ });
  await expect(rows.filter({ hasNotText: 'Colombia Pink Bourbon' })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();

  await page.reload();
  await expect(search).toHaveValue('colombia pink');
  await expect(rows.first()).toContainText('Colombia Pink Bourbon');
  await expect(rows.filter({ hasNotText: 'Colombia Pink Bourbon' })).toHaveCount(0);

  await screenReady(admin);
  await search.fill('tea');
  await expect(admin.app.getByText('No variants found')).toBeVisible();
});

test('a group without variants says so and offers to add some', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const group = await createGroup(control, store, { name: 'Nothing inside' });
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await expect(admin.app.getByText('No variants in this group yet', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();
  await inspect('group-detail-empty');

  await admin.app.getByRole('button', { name: 'Add Variants' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Add products' })).toBeVisible();
});

test('there is no page for an id that the store does not have', async ({ admin, errors }) => {
  errors.expect(/status of 404/);
  const ids = ['fixed-subscription/999999999', 'fixed-subscription/tea', 'shipping/999999999'];
  for (const id of ids) {
    await admin.page.goto('about:blank');
    await admin.open(`/${id}`);
    await expect(
      admin.app.getByText('There is no page at this address', { exact: true }),
    ).toBeVisible();
  }
});
