import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// The platform's webhooks, through the app's own address.

for (const stackKind of ['embedded', 'standalone'] as const) {
  test.describe(stackKind, () => {
    test.use({ stackKind });

    test('every webhook is carried out, and the app works on', async ({ admin, control }) => {
      await openScreen(admin, '/fixed-subscription');
      const topics = [
        'customers/data_request',
        'customers/redact',
        'app/scopes_update',
        'app/uninstalled',
      ] as const;
      for (const topic of topics)
        expect(await control.sendWebhook(stores.established, topic)).toBe(200);
      await openScreen(admin, '/fixed-subscription');
      await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
      // Last of all: the vendor goes with everything else of this store.
      expect(await control.sendWebhook(stores.fresh, 'shop/redact')).toBe(200);
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
  });
}
