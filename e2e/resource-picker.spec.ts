import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { openPicker, Picker } from './picker.ts';
import {
  countOperations,
  createGroup,
  groupNamed,
  numberOf,
  variantsOf,
  variantsOfProduct,
} from './store-contents.ts';

// The admin's product picker, with which the app adds variants to a group.

const store = stores.established;
/** Has four variants. */
const product = 'Brazil Cerrado';

test('shows pictures, variants under their products, what is chosen, and finds products', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const [inGroup] = await variantsOfProduct(control, store, product);
  const group = await createGroup(control, store, {
    name: 'One of four',
    variantIds: inGroup ? [inGroup.id] : [],
  });
  const { dialog: picker, search } = await openPicker(admin, group);
  await expect(search).toBeFocused();
  await expect(picker.getByText('1 selected', { exact: true })).toBeVisible();

  await search.fill(product);
  const row = picker.getByRole('listitem').filter({
    has: page.getByRole('list', { name: `Variants of ${product}` }),
  });
  await expect(row).toHaveCount(1);
  const whole = row.getByRole('checkbox', { name: product, exact: true });
  await expect(whole).toHaveJSProperty('indeterminate', true);
  const variants = row.getByRole('list').getByRole('checkbox');
  await expect(variants).toHaveCount(4);
  await expect(variants.first()).toBeChecked();
  await expect(variants.nth(1)).not.toBeChecked();
  await expect(row.locator('img')).toHaveJSProperty('complete', true);
  expect(await row.locator('img').evaluate((image) => image.clientWidth)).toBeGreaterThan(20);
  await inspect('resource-picker');

  await whole.check();
  await expect(variants.nth(3)).toBeChecked();
  await expect(whole).toBeChecked();
  await search.fill('no such coffee');
  await expect(picker.getByText('No products found for “no such coffee”')).toBeVisible();
  await expect(picker.getByText('1 selected', { exact: true })).toBeVisible();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await expect(picker).toBeHidden();
  expect(await countOperations(control, store, 'AddSellingPlanGroupVariants')).toBe(0);
  expect(await variantsOf(control, store, group.id)).toHaveLength(1);
});

test('works by the keyboard alone', async ({ admin, control, page }) => {
  const group = await createGroup(control, store, { name: 'By keyboard' });
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await expect(admin.app.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();
  const opener = admin.app.getByRole('button', { name: 'Add Variants' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const { dialog: picker, search, add } = new Picker(page);
  await expect(search).toBeFocused();
  await page.keyboard.type('night shift');
  const whole = picker.getByRole('checkbox', { name: 'Night Shift', exact: true });
  await expect(picker.getByRole('checkbox')).toHaveCount(5);

  await tabTo(page, () => whole.evaluate((box) => box === document.activeElement));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(whole).toHaveJSProperty('indeterminate', true);
  await tabTo(page, () => add.evaluate((button) => button === document.activeElement));
  await page.keyboard.press('Enter');

  await expect(page.getByText('1 variant added')).toBeVisible();
  await expect(admin.app.getByText('1 variant', { exact: true })).toBeVisible();
  expect(await variantsOf(control, store, group.id)).toHaveLength(1);
});

test('Escape cancels, and the picker can be opened again', async ({ admin, control, page }) => {
  const group = await groupNamed(control, store, 'Welcome offer');
  const { dialog: picker } = await openPicker(admin, group);
  await expect(picker.getByRole('checkbox').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(admin.app.getByRole('button', { name: 'Add Variants' }).first()).toBeFocused();
});

test('goes on with more products at the end of the list, and finds one that it hasn’t reached', async ({
  admin,
  control,
}) => {
  await control.grow(store, { products: 1_000 });
  const group = await groupNamed(control, store, 'Welcome offer');
  const picker = await openPicker(admin, group);
  const products = picker.products.locator('> li');
  await expect(products).toHaveCount(50);
  await picker.scrollTo(150);
  const reached = products.nth(149).getByRole('checkbox').first();
  await reached.check();
  await expect(reached).toBeChecked();

  await picker.search.fill('Lot 999');
  await expect(products).toHaveCount(1);
  await expect(products).toContainText('Lot 999');
});

async function tabTo(
  page: { keyboard: { press: (key: string) => Promise<void> } },
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus did not get there within 20 presses of Tab.');
}
