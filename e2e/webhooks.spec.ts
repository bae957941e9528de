import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

test('every webhook is carried out, and the app works on', async ({ admin, control }) => {
  await openScreen(admin, '/fixed-subscription');
  for (const topic of [
    'customers/data_request',
    'customers/redact',
    'app/scopes_update',
    'app/uninstalled',
    'shop/redact',
  ] as const) {
    expect(await control.sendWebhook(stores.fresh, topic)).toBe(200);
  }
  expect(await control.sendWebhook(stores.established, 'app/uninstalled')).toBe(200);
  await openScreen(admin, '/fixed-subscription');
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
});

test('one that is not signed is refused', async ({ request, stack }) => {
  const answer = await request.post(`${stack.appUrl}/webhooks`, {
    data: {},
    headers: {
      'X-Shopify-Shop-Domain': 'roast-and-ritual.myshopify.com',
      'X-Shopify-Topic': 'shop/redact',
      'X-Shopify-Webhook-Id': '1',
      'X-Shopify-Hmac-Sha256': 'bm8=',
    },
  });
  expect(answer.status()).toBe(401);
});
