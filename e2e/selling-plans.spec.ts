import { expect, stores, test } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Specification §2, "Selling Plans list".

const everyName = [
  'Brew-based refill',
  'Every week or two',
  'Imported coffee club',
  'Welcome offer',
];

test('shows the groups of a store with what they offer', async ({ admin, inspect }) => {
  await openScreen(admin, '/fixed-subscription');
  await expect(admin.app.getByRole('heading', { name: 'Selling Plans' })).toBeVisible();
  await expect(admin.app.getByRole('columnheader')).toHaveText([
    'Name',
    'Products',
    'Variants',
    'Recurring Policies',
  ]);
  const rows = admin.app.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(2).getByRole('cell').nth(0)).toHaveText('Every week or two');
  await expect(rows.nth(2).getByRole('cell').nth(1)).toHaveText('24');
  await expect(rows.nth(2).getByRole('cell').nth(2)).toHaveText('78');
  await expect(rows.nth(2).getByRole('listitem')).toHaveText([
    'Every week, 10% off',
    'Every 2 weeks, 5% off',
    'Every month, 5% off',
  ]);
  await expect(rows.nth(4).getByRole('listitem')).toHaveText([
    'Every 2 weeks, 25% off the first 2 orders, then 10% off',
    'Every month, 25% off the first 2 orders, then 10% off',
  ]);
  await inspect('selling-plans');
});

test('search and sorting are kept in the address bar', async ({ admin, page }) => {
  await openScreen(admin, '/fixed-subscription');
  const names = admin.app.getByRole('row').getByRole('link');
  await expect(names).toHaveText(everyName);

  await admin.app.getByRole('combobox', { name: 'Sort by' }).selectOption('Name Z–A');
  await expect(names).toHaveText(everyName.toReversed());
  await admin.app.getByRole('searchbox', { name: 'Search selling plans' }).fill('we');
  await expect(names).toHaveText(['Welcome offer', 'Every week or two']);
  await expect
    .poll(() => admin.path())
    .toBe('/fixed-subscription?sortKey=NAME&reverse=true&query=we');

  await page.reload();
  await screenReady(admin);
  await expect(names).toHaveText(['Welcome offer', 'Every week or two']);
  await expect(admin.app.getByRole('searchbox')).toHaveValue('we');
  await expect(admin.app.getByRole('combobox', { name: 'Sort by' })).toHaveValue('NAME true');

  await admin.app.getByRole('searchbox').fill('tea');
  await expect(admin.app.getByText('No selling plans found')).toBeVisible();
  await admin.app.getByRole('button', { name: 'Clear' }).click();
  await expect(names).toHaveText(everyName.toReversed());
});

test('a store without groups is told what they are for', async ({ admin, inspect }) => {
  await openScreen(admin, '/fixed-subscription', stores.fresh);
  await expect(admin.app.getByText('Sell your first product by subscription')).toBeVisible();
  await expect(admin.app.getByRole('table')).toBeHidden();
  await expect(admin.app.getByRole('presentation').locator('visible=true')).toHaveCount(1);
  await inspect('selling-plans-empty');
  await admin.app.getByRole('button', { name: 'Add selling plan group' }).click();
  await expect(admin.app.getByRole('dialog', { name: 'New selling plan group' })).toBeVisible();
});
