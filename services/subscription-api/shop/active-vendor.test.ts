import { describe, expect, it } from 'vitest';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { approveVendor } from './vendor.ts';

describe('what only a vendor may who is onboarding or active', () => {
  const service = serviceForSuite('PGlite');

  it.each<[string, string, unknown?]>([
    ['PATCH', '/vendor/settings', { isVendorSyncDisabled: true }],
    ['GET', '/vendor/settings/notifications'],
    ['PATCH', '/vendor/settings/notifications', { settings: {} }],
    ['PATCH', '/vendor/settings/gifs', { useGifs: true }],
    ['GET', '/vendor/integrations'],
    ['POST', '/vendor/integrations', { shipstation: { key: 'k', secret: 's' } }],
    ['POST', '/vendor/faq-page'],
    ['POST', '/order/sync', { orderIds: ['1'] }],
    ['GET', '/products/shopify/1/rotation'],
    ['PATCH', '/products/shopify/1/rotation', { products: [] }],
    ['GET', '/products/shopify/1/rotation/candidates'],
  ])('%s %s', async (method, path, body) => {
    await approveVendor(service.database, {
      shop: roastAndRitual,
      status: 'suspended',
      simpleSubscription: true,
    });
    for (const [shop, message] of [
      [roastAndRitual, 'This is closed while your account is suspended.'],
      [firstCrack, 'This opens once you are approved.'],
    ] as const) {
      expect(await service.call(shop, method, path, { body })).toMatchObject({
        status: 403,
        body: { message },
      });
    }
  });

  it.each(['onboarding', 'active'] as const)('is open to one that is %s', async (status) => {
    const vendor = { shop: roastAndRitual, status, simpleSubscription: false };
    await approveVendor(service.database, vendor);
    const answer = await service.call(roastAndRitual, 'GET', '/vendor/settings/notifications');
    expect(answer).toMatchObject({ status: 200 });
  });
});
