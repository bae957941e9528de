import { expect, it } from 'vitest';
import { grantUrl, missingScopes } from './scopes.ts';

it('takes a write scope for its read scope too', () => {
  const wanted = ['read_products', 'write_products', 'read_orders'];
  expect(missingScopes(wanted, ['write_products'])).toEqual(['read_orders']);
  expect(missingScopes(wanted, ['read_products', 'read_orders'])).toEqual(['write_products']);
  expect(missingScopes([], [])).toEqual([]);
});

it('sends the merchant to the page of the own store, without client_id', () => {
  const shop = 'first-crack.myshopify.com';
  const scopes = ['read_products', 'write_products'];
  expect(grantUrl({ shop, scopes, localAdminUrl: undefined })).toBe(
    'https://admin.shopify.com/store/first-crack/oauth/install',
  );
  expect(grantUrl({ shop, scopes, localAdminUrl: 'https://admin.localhost:4443' })).toBe(
    'https://admin.localhost:4443/store/first-crack/oauth/authorize?scope=read_products%2Cwrite_products',
  );
});
