import { describe, expect, it } from 'vitest';
import { adminAddressOf } from './admin-address.ts';

const shop = 'roast-and-ritual.myshopify.com';
const localAdmin = 'https://admin.localhost:4443';

describe('adminAddressOf', () => {
  it.each([
    ['admin.shopify.com/store/roast-and-ritual', undefined],
    // A shop that was renamed keeps its first name elsewhere.
    ['admin.shopify.com/store/ritual-roasters', undefined],
    ['admin.shopify.com/store/roast-and-ritual/', undefined],
    [`${shop}/admin`, undefined],
    [`${shop}/admin/`, undefined],
    ['admin.localhost:4443/store/roast-and-ritual', localAdmin],
    ['admin.shopify.com/store/roast-and-ritual', localAdmin],
  ])('knows %s (local admin: %s)', (named, local) => {
    expect(adminAddressOf(btoa(named), shop, local)).toBe(named.replace(/\/$/, ''));
  });

  it.each([
    ['another.myshopify.com/admin'],
    ['another.myshopify.com/pages/login'],
    [`${shop}/pages/login`],
    [`${shop}/admin/../pages/login`],
    [`${shop}/admin?next=x`],
    [`${shop}/admin#x`],
    [`${shop}`],
    [`user@${shop}/admin`],
    ['admin.shopify.com'],
    ['admin.shopify.com/'],
    ['admin.shopify.com/store/'],
    ['admin.shopify.com/store/a/oauth/redirect'],
    ['admin.shopify.com/store/..'],
    ['admin.shopify.com/logout'],
    ['admin.shopify.com:8443/store/a'],
    ['admin.shopify.com.evil.example/store/a'],
    ['evil.example/admin.shopify.com/store/a'],
    ['partners.shopify.com/store/a'],
    ['admin.shopify.com\\@evil.example/store/a'],
    ['admin.shopify.com/store/a\nevil'],
    ['admin.localhost:4444/store/roast-and-ritual'],
    ['admin.localhost:4443/store/first-crack'],
    ['admin.localhost:4443/store/roast-and-ritual/apps'],
  ])('refuses %j', (named) => {
    expect(adminAddressOf(btoa(named), shop, localAdmin)).toBeUndefined();
  });

  it('knows no local admin outside of local mode', () => {
    const named = 'admin.localhost:4443/store/roast-and-ritual';
    expect(adminAddressOf(btoa(named), shop, undefined)).toBeUndefined();
  });

  it.each([[null], [undefined], [''], ['not base64!'], ['%%%%'], ['====']])(
    'refuses %j',
    (host) => {
      expect(adminAddressOf(host, shop, localAdmin)).toBeUndefined();
    },
  );
});
