import { getHmac, getJwt } from '@shopify/shopify-api/test-helpers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portalSessionMilliseconds } from '#contract/portal.ts';
import { readEnvironment } from '#process/environment.ts';
import { portalShopCookie } from './portal-shop-cookie.ts';
import { findShopOfRequest, unverifiedShop } from './shop-of-request.ts';

const shop = 'first-crack.myshopify.com';
const environmentWith = (key: number) =>
  readEnvironment({
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: 'api-secret,older-secret',
    SHOPIFY_APP_URL: 'https://app.test',
    ENCRYPTION_KEY: Buffer.alloc(32, key).toString('base64'),
  });
const whose = findShopOfRequest(environmentWith(1));

async function shopIn(path: string, init: RequestInit): Promise<string> {
  const asked = await whose(new Request(`https://app.test${path}`, init));
  return 'status' in asked ? `refused with ${asked.status}` : asked.shop;
}

async function tokenWith(secret: string): Promise<string> {
  const { token } = await getJwt('first-crack', 'api-key', secret);
  return token;
}

const webhook = (secret: string): RequestInit => ({
  method: 'POST',
  body: '{"a":1}',
  headers: {
    'X-Shopify-Shop-Domain': shop,
    'X-Shopify-Hmac-Sha256': getHmac('{"a":1}', secret),
  },
});

const cookieWith = async (key: number): Promise<RequestInit> => {
  const cookie = await portalShopCookie(environmentWith(key)).keep(shop);
  return { headers: { Cookie: cookie.split(';')[0] ?? '' } };
};

type Turn = [string, string, () => RequestInit | Promise<RequestInit>, string];

it.each<Turn>([
  [
    'a session token',
    '/',
    async () => ({ headers: { Authorization: `Bearer ${await tokenWith('api-secret')}` } }),
    shop,
  ],
  [
    'a session token of an older secret',
    '/',
    async () => ({ headers: { Authorization: `Bearer ${await tokenWith('older-secret')}` } }),
    shop,
  ],
  [
    'a forged session token',
    '/',
    async () => ({ headers: { Authorization: `Bearer ${await tokenWith('forged')}` } }),
    unverifiedShop,
  ],
  ['an address that names a shop', `/?shop=${shop}`, () => ({}), unverifiedShop],
  [
    'a token that is none',
    '/',
    () => ({ headers: { Authorization: 'Bearer x.!.y' } }),
    unverifiedShop,
  ],
  ['a webhook', '/webhooks', () => webhook('api-secret'), shop],
  ['a webhook of an older secret', '/webhooks', () => webhook('older-secret'), shop],
  ['a forged webhook', '/webhooks', () => webhook('forged'), unverifiedShop],
  ['a webhook, however it is spelled', '//Webhook%73', () => webhook('api-secret'), shop],
  ['an open portal', '/portal/orders', () => cookieWith(1), shop],
  ['a portal with a forged cookie', '/portal/orders', () => cookieWith(2), unverifiedShop],
  ['a portal that nobody has opened', '/portal', () => ({}), unverifiedShop],
  ['a customer’s link', '/put-off', () => cookieWith(1), unverifiedShop],
  ...['/portal/open', '/put-off', '/unsubscribe'].map(
    (path): Turn => [
      `a form of ${path} that is too large`,
      path,
      () => ({ method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }),
      'refused with 413',
    ],
  ),
])('the turn of %s', async (_, path, init, expected) => {
  expect(await shopIn(path, await init())).toBe(expected);
});

it('a document that the admin opens takes its shop’s turn, and so waits behind no stranger', async () => {
  const path = (token: string) => `/settings?embedded=1&shop=${shop}&id_token=${token}`;
  expect(await shopIn(path(await tokenWith('api-secret')), {})).toBe(shop);
  expect(await shopIn(path(await tokenWith('forged')), {})).toBe(unverifiedShop);
});

it('a cookie of the portal proves nothing once its session would be over', async () => {
  const kept = await cookieWith(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + portalSessionMilliseconds - 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await shopIn('/portal', kept)).toBe(shop);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await shopIn('/portal', kept)).toBe(unverifiedShop);
});

it.each(['/portal/open', '/put-off', '/unsubscribe', '/webhooks'])(
  'a body of %s that never comes takes no turn',
  async (path) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const body = new ReadableStream();
    const turn = shopIn(path, { method: 'POST', body, duplex: 'half' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await turn).toBe('refused with 408');
  },
);

it('what was received before the turn is there for who answers', async () => {
  const asked = await whose(new Request('https://app.test/webhooks', webhook('api-secret')));
  expect('request' in asked && (await asked.request.text())).toBe('{"a":1}');
});
