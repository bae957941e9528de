import { expect, it } from 'vitest';
import { localAddressOf } from './local-platform-fetch.ts';

it.each([
  [
    'https://first-crack.myshopify.com/admin/oauth/access_token',
    'http://127.0.0.1:5000/first-crack.myshopify.com/admin/oauth/access_token',
  ],
  ['https://first-crack.myshopify.com', 'http://127.0.0.1:5000/first-crack.myshopify.com/'],
  ['https://cdn.shopify.com/x', 'https://cdn.shopify.com/x'],
  [
    'https://evil.test/first-crack.myshopify.com/admin',
    'https://evil.test/first-crack.myshopify.com/admin',
  ],
])('%s is at %s', (address, expected) => {
  expect(localAddressOf('http://127.0.0.1:5000/', address)).toBe(expected);
});
