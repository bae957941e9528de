import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { Picker } from './picker.ts';

// A merchant's first day, from the app's first screen to the widget on the storefront, with nothing but Tab, arrows, Space, Enter and
// letters.

function keyboardOf(page: Page) {
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement && document.hasFocus());
  const goTo = async (target: Locator) => {
    await expect(target).toBeEnabled();
    for (let step = 0; step < 150; step += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}.`);
  };
  const press = async (target: Locator, key = 'Enter') => {
    await goTo(target);
    await page.keyboard.press(key);
  };
  return {
    press,
    check: (target: Locator) => press(target, 'Space'),
    write: async (target: Locator, text: string) => {
      await goTo(target);
      await page.keyboard.type(text);
    },
  };
}

const productsSchema = z.object({
  products: z.object({
    nodes: z.array(z.object({ title: z.string(), onlineStoreUrl: z.url() })).min(1),
  }),
});

test.afterEach(({ context, control }) => control.eraseStore(stores.fresh, context));

test('a new store, from its sign-up to the widget on its storefront, by keyboard alone', async ({
  admin,
  control,
  page,
}) => {
  const { press, check, write } = keyboardOf(page);
  const store = stores.fresh;
  const { app } = admin;
  const button = (name: string) => app.getByRole('button', { name, exact: true });
  const completed = (steps: number) =>
    expect(app.getByText(`${steps} of 4 steps completed`)).toBeVisible();
  await control.grow(store, { products: 1 });
  const { products } = await control.graphql(
    store,
    productsSchema,
    '{ products(first: 1, sortKey: CREATED_AT, reverse: true) { nodes { title onlineStoreUrl } } }',
  );
  const product = products.nodes[0];
  if (product === undefined) throw new Error('The store has no product.');

  await openScreen(admin, '/#plan', store);
  await completed(0);
  await expect(app.getByRole('dialog')).toBeHidden();
  await press(button('Apply'));
  await write(app.getByRole('textbox', { name: 'Full name' }), 'Sasha Lindgren');
  await write(app.getByRole('textbox', { name: 'Email' }), 'sasha@first-crack.example');
  await press(button('Submit'));
  await completed(1);

  await press(button('Create simple plan'));
  await completed(2);

  await press(app.getByRole('link', { name: 'Manage products' }));
  await press(app.getByRole('link', { name: 'Cadence Simple Subscription' }));
  await press(button('Add Variants').first());
  const picker = new Picker(page);
  await check(picker.product(product.title));
  await press(picker.add);
  await expect(app.getByRole('row').filter({ hasText: product.title }).first()).toBeVisible();

  await openScreen(admin, '/', store);
  await completed(3);
  const [editor] = await Promise.all([
    page.context().waitForEvent('page'),
    press(button('Install Widget')),
  ]);
  await expect(app.getByText('Save the widget in your theme editor')).toBeVisible();
  await keyboardOf(editor).press(editor.getByRole('button', { name: 'Add block and save' }));
  await expect(editor.getByText('“subscription plans” is on the template product')).toBeVisible();
  await editor.close();

  // The app checks after 10 s. Then all steps are done, and the merchant waits for approval in Selling Plans (specification §2).
  const plans = app.getByRole('heading', { name: 'Selling Plans' });
  await expect(plans).toBeVisible({ timeout: 30_000 });
  await expect(app.getByText('All set. We’re reviewing your application')).toBeVisible();

  await page.goto(product.onlineStoreUrl);
  const options = page.getByRole('group', { name: 'Purchase options' });
  await expect(options.getByRole('radio')).toHaveCount(2);
  const [once, plan] = [options.getByRole('radio').first(), options.getByRole('radio').nth(1)];
  await expect(once).toBeChecked();
  await press(once, 'ArrowDown');
  await expect(plan).toBeChecked();
  await press(page.getByRole('button', { name: 'Add to cart' }));
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await expect(page.locator('.cart__plan')).toHaveText(/week/i);
});
