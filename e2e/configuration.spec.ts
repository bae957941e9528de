import { expect, stores } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';

// Specification §2: a key per shop, and a development store for addresses that name none. This app has a key for only one of the two
// stores.

const test = testWithOwnStack(({ adminUrl, credentials }) => {
  const shop = 'roast-and-ritual.myshopify.com';
  const { apiKey, apiSecret } = credentials;
  const host = `${new URL(adminUrl).host}/store/roast-and-ritual`;
  return {
    SHOPIFY_API_KEY: undefined,
    SHOPIFY_API_SECRET: undefined,
    SHOPIFY_APP_CREDENTIALS: JSON.stringify({ [shop]: { apiKey, apiSecret } }),
    DEVELOPMENT_SHOP: shop,
    DEVELOPMENT_HOST: Buffer.from(host).toString('base64'),
  };
});

test('a store with a key of its own has the app', async ({ admin }) => {
  await openScreen(admin, '/fixed-subscription');
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
});

test('a store without a key is told so', async ({ admin, checkAccessibility, errors }) => {
  errors.expect(/status of 500/);
  await admin.open('/fixed-subscription', { store: stores.fresh });
  await expect(admin.app.getByRole('heading', { name: 'Missing Shopify API key' })).toBeVisible();
  await checkAccessibility();
});

test('an address without shop and host leads to the development store', async ({
  admin,
  page,
  stack,
}) => {
  await page.goto(`${stack.appUrl}/fixed-subscription?query=brew`);
  await screenReady(admin);
  await expect(admin.app.getByRole('row').getByRole('link')).toHaveText(['Brew-based refill']);
  await expect(page).toHaveURL(admin.addressOf('/fixed-subscription?query=brew'));
});
