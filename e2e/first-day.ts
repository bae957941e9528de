import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Admin } from './admin.ts';
import type { Control } from './control.ts';
import { expect, stores } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { Picker } from './picker.ts';

// What a merchant does on the first day, from the app's first screen to the widget on the storefront.

/** How the merchant reaches what is on the page. */
export type Hand = {
  press: (target: Locator) => Promise<void>;
  check: (target: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
  /** Chooses the radio after one that is chosen. */
  chooseNext: (chosen: Locator, next: Locator) => Promise<void>;
};

export function byPointer(): Hand {
  return {
    press: (target) => target.click(),
    check: (target) => target.check(),
    write: (field, text) => field.fill(text),
    chooseNext: (_chosen, next) => next.check(),
  };
}

/** Only Tab, arrows, Space, Enter and letters. */
export function byKeyboard(page: Page): Hand {
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
  return {
    async press(target) {
      await goTo(target);
      await page.keyboard.press('Enter');
    },
    async check(target) {
      await goTo(target);
      await page.keyboard.press('Space');
    },
    async write(field, text) {
      await goTo(field);
      await page.keyboard.type(text);
    },
    async chooseNext(chosen) {
      await goTo(chosen);
      await page.keyboard.press('ArrowDown');
    },
  };
}

const productsSchema = z.object({
  products: z.object({
    nodes: z.array(z.object({ title: z.string(), onlineStoreUrl: z.url() })).min(1),
  }),
});

/** Leads a new store from its sign-up to a customer's cart. The steps that come next are locked, also to who knows their address. */
export async function spendFirstDay(
  { admin, control, page }: { admin: Admin; control: Control; page: Page },
  handOn: (page: Page) => Hand,
): Promise<void> {
  const { press, check, write, chooseNext } = handOn(page);
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
  await handOn(editor).press(editor.getByRole('button', { name: 'Add block and save' }));
  await expect(editor.getByText('“subscription plans” is on the template product')).toBeVisible();
  await editor.close();

  // The app looks every 10 s. All is done, and the merchant waits for approval with the plans (specification §2).
  const plans = app.getByRole('heading', { name: 'Selling Plans' });
  await expect(plans).toBeVisible({ timeout: 30_000 });
  await expect(app.getByText('All set. We’re reviewing your application')).toBeVisible();

  await page.goto(product.onlineStoreUrl);
  const options = page.getByRole('group', { name: 'Purchase options' });
  await expect(options.getByRole('radio')).toHaveCount(2);
  const [once, plan] = [options.getByRole('radio').first(), options.getByRole('radio').nth(1)];
  await expect(once).toBeChecked();
  await chooseNext(once, plan);
  await expect(plan).toBeChecked();
  await press(page.getByRole('button', { name: 'Add to cart' }));
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await expect(page.locator('.cart__plan')).toHaveText(/week/i);
}
