import type { BrowserContext, Page } from '@playwright/test';
import { widgetBlocks } from '#contract/theme.ts';
import { checkAccessibility } from './accessibility.ts';
import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { takeScreens } from './screens.ts';
import { addWidget, soldProduct } from './sold-product.ts';

const store = stores.established;
async function popupOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page');
  await open();
  return await opened;
}

const optionsOf = (page: Page) => page.getByRole('group', { name: 'Purchase options' });

test('the doctor leads to the theme editor, and the plan to the storefront and the cart', async ({
  admin,
  context,
  control,
  inspect,
  page,
}, testInfo) => {
  const product = await soldProduct(control);
  await openScreen(admin, '/');
  await admin.app.getByRole('link', { name: 'Check the widget' }).click();
  await expect(admin.app.getByText('Off', { exact: true })).toBeVisible();
  await inspect('widget-off');

  const editor = await popupOf(context, () =>
    admin.app.getByRole('button', { name: 'Open theme editor' }).click(),
  );
  await expect(editor.getByText('None yet.')).toBeVisible();
  await checkAccessibility(editor);
  await editor.getByRole('button', { name: 'Add block and save' }).click();
  await expect(editor.getByText('“subscription plans” is on the template product')).toBeVisible();
  await editor.close();

  await openScreen(admin, '/widget');
  await expect(admin.app.getByText('On', { exact: true })).toBeVisible();
  await inspect('widget-on');

  await admin.openPage(`/products/${product.number}`);
  const shop = await popupOf(context, () =>
    page.getByRole('link', { name: 'View in your online store' }).click(),
  );
  await expect(shop.getByRole('heading', { name: product.title })).toBeVisible();
  await expect(optionsOf(shop).getByRole('radio')).toHaveCount(product.plans.length + 1);
  const once = shop.getByRole('radio', { name: 'One-time purchase' });
  await expect(once).toBeChecked();
  await checkAccessibility(shop);

  // With the keyboard alone: to the options, down to the first plan, and on to the button.
  await once.focus();
  await shop.keyboard.press('ArrowDown');
  const first = optionsOf(shop).getByRole('radio').nth(1);
  await expect(first).toBeChecked();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/is charged today.*until you cancel\.$/);
  await checkAccessibility(shop);
  await takeScreens(shop, testInfo, 'storefront-widget');

  const priceOf = () => optionsOf(shop).locator('.cadence__price').first().textContent();
  const before = await priceOf();
  await shop.getByLabel('Variant').selectOption({ index: 1 });
  await expect.poll(priceOf).not.toBe(before);
  await expect(first).toBeChecked();
  await expect(shop).toHaveURL(/variant=\d+/);

  await shop.getByRole('button', { name: 'Add to cart' }).press('Enter');
  await expect(shop.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await expect(shop.locator('.cart__plan')).toHaveText(product.plans[0] ?? '');
});

test('without JavaScript the form still sends the plan', async ({ browser, control }) => {
  const product = await soldProduct(control);
  await addWidget(control);
  const context = await browser.newContext({ javaScriptEnabled: false, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(product.onlineStoreUrl);
  await optionsOf(page).getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('.cart__plan')).toHaveText(product.plans[0] ?? '');
  await context.close();
});

test('two widgets, a section that is drawn anew, another market and a sold-out variant', async ({
  control,
  page,
  takeScreens: takePictures,
}) => {
  const product = await soldProduct(control);
  await addWidget(control);
  await addWidget(control);
  await page.goto(`${product.onlineStoreUrl}?picker=rerender`);
  const [upper, lower] = [optionsOf(page).first(), optionsOf(page).nth(1)];
  await lower.getByRole('radio').nth(1).check();
  await expect(upper.getByRole('radio').nth(1)).toBeChecked();
  await checkAccessibility(page);

  await page.getByLabel('Variant').selectOption({ index: 1 });
  await expect(page).toHaveURL(/variant=\d+/);
  await expect(upper.getByRole('radio').first()).toBeChecked();
  await upper.getByRole('radio').nth(1).check();
  await expect(lower.getByRole('radio').nth(1)).toBeChecked();

  await page.getByLabel('Country').selectOption('JP');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(upper.locator('.cadence__price').first()).toHaveText(/^¥\d+$/);

  await control.act(store, 'product', {
    productId: Number(product.number),
    inventoryQuantity: 0,
  });
  await page.reload();
  await expect(upper.getByText('Sold out')).toBeVisible();
  await expect(upper.getByRole('radio').nth(1)).toBeDisabled();
  await checkAccessibility(page);
  await takePictures('storefront-sold-out');
});

test('quick-add brings the widget along', async ({ control, page }) => {
  const product = await soldProduct(control);
  await addWidget(control);
  await page.goto(product.onlineStoreUrl.replace(/\/products\/.*$/, ''));
  await page.getByRole('button', { name: `Quick add ${product.title}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick add' });
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByLabel('Variant').selectOption({ index: 1 });
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('.cart__plan')).toHaveText(product.plans[0] ?? '');
});

test('a theme whose script fails, a button colour that nobody sees, high contrast and a phone', async ({
  control,
  errors,
  page,
  takeScreens: takePictures,
}) => {
  errors.expect(/The theme is broken/);
  const product = await soldProduct(control);
  await control.act(store, 'theme', {
    kind: 'add-block',
    template: 'product',
    block: widgetBlocks.block,
    settings: { color: '#ffffff' },
  });
  await page.route('**/assets/theme.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'throw new Error("The theme is broken")',
    }),
  );
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${product.onlineStoreUrl}?country=KW`);
  const plan = optionsOf(page).getByRole('radio').nth(1);
  await plan.focus();
  await page.keyboard.press('Space');
  await expect(plan).toBeChecked();
  await expect(optionsOf(page).locator('.cadence__price').first()).toHaveText(/^\d+\.\d{3} KD$/);
  await checkAccessibility(page);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await takePictures('storefront-white');
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await checkAccessibility(page);
  await takePictures('storefront-high-contrast');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('.cart__plan')).toHaveText(product.plans[0] ?? '');
});
