import { expect, it, vi } from 'vitest';
import { addressInAdmin } from './merchant-document.server.ts';

vi.mock('../environment.server.ts', () => ({
  environment: {
    developmentShop: 'for-developers.myshopify.com',
    developmentHost: btoa('admin.shopify.com/store/for-developers'),
  },
  credentialFor: () => ({ apiKey: 'key', apiSecret: 'secret' }),
}));

const ours = { shop: 'ours.myshopify.com', host: btoa('admin.shopify.com/store/ours') };

// Specification §2 and §6: the query string names the shop, and the development store stands in where it names none.
it.each<[string, Record<string, string>, string]>([
  ['that it names', { ...ours, query: 'brew' }, 'ours'],
  ['for development where it names none', { query: 'brew' }, 'for-developers'],
  ['for development where it names no admin', { shop: ours.shop, query: 'brew' }, 'for-developers'],
  [
    'for development where the admin is another one’s',
    { ...ours, host: btoa('evil.example'), query: 'brew' },
    'for-developers',
  ],
])('an address leads into the admin of the store %s', (_, query, store) => {
  const url = new URL(`http://localhost/settings?${new URLSearchParams(query)}`);
  expect(addressInAdmin(url, url.pathname)).toBe(
    `https://admin.shopify.com/store/${store}/apps/key/settings?query=brew`,
  );
});
