import { createHmac } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, it, vi } from 'vitest';
import { credentials, sessionTokenOf } from '../testing/as-merchant.ts';
import { loader } from './auth.shopify.callback.ts';

const shop = 'a.myshopify.com';
const seconds = Math.floor(Date.now() / 1_000);

const { mounted } = await vi.hoisted(async () => {
  const api = await import('../testing/api-in-test.ts');
  process.env.SHOPIFY_API_SECRET += ',older';
  return api;
});
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

const { deleteSession: dropped } = mounted.mountedSubscriptionApi.sessionStorage;
beforeEach(() => dropped.mockReset());

function signed(parameters: Record<string, string> = {}, secret = credentials.apiSecret) {
  const query = new URLSearchParams({ code: 'c', shop, timestamp: `${seconds}`, ...parameters });
  query.sort();
  query.set('hmac', createHmac('sha256', secret).update(query.toString()).digest('hex'));
  return query;
}

async function call(query: URLSearchParams, asker = shop) {
  const address = `https://app.example/auth/shopify/callback?${query}`;
  const request = new Request(address, {
    headers: { Authorization: `Bearer ${await sessionTokenOf(asker)}` },
  });
  const args = { request, params: {}, context: {} } satisfies LoaderFunctionArgs;
  return (await loader(args)).status;
}

const with_ = (name: string, value: string) => {
  const query = signed();
  query.set(name, value);
  return query;
};
const withoutSignature = signed();
withoutSignature.delete('hmac');

it.each([
  ['just signed', signed()],
  ['signed 80 s ago', signed({ timestamp: `${seconds - 80}` })],
  ['with further parameters, signed too', signed({ state: 'b & c' })],
  ['signed with an older secret, not revoked yet', signed({}, 'older')],
])('an authorization code %s makes way for a new access token', async (_, query) => {
  expect(await call(query)).toBe(204);
  expect(dropped).toHaveBeenCalledExactlyOnceWith(`offline_${shop}`);
});

it.each([
  ['with another secret', signed({}, 'other')],
  ['without a signature', withoutSignature],
  ['with a signature of another length', with_('hmac', 'ab')],
  ['with a signature that is no hex', with_('hmac', 'z'.repeat(64))],
  ['with a code that was not signed', with_('code', 'd')],
  ['signed 100 s ago', signed({ timestamp: `${seconds - 100}` })],
  ['signed in 100 s', signed({ timestamp: `${seconds + 100}` })],
  ['signed at no time', signed({ timestamp: '' })],
])('an authorization code %s is refused, and changes nothing', async (_, query) => {
  expect(await call(query)).toBe(401);
  expect(dropped).not.toHaveBeenCalled();
});

it('an authorization code of another shop is refused, and changes nothing', async () => {
  await expect(call(signed(), 'b.myshopify.com')).rejects.toHaveProperty('status', 403);
  expect(dropped).not.toHaveBeenCalled();
});
