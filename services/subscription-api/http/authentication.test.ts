import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { authenticate, verifiedCaller } from './authentication.ts';

const shop = 'roast-and-ritual.myshopify.com';
const now = new Date('2026-11-20T10:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);

const credentials = new Map([
  [shop, { apiKey: 'key', apiSecret: 'secret' }],
  ['first-crack.myshopify.com', { apiKey: 'other-key', apiSecret: 'other-secret' }],
]);

async function token(
  claims: Record<string, unknown> = {},
  secret = 'secret',
  algorithm = 'HS256',
): Promise<string> {
  return await new SignJWT({
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: 'key',
    sub: '1',
    exp: seconds + 60,
    nbf: seconds,
    iat: seconds,
    ...claims,
  })
    .setProtectedHeader({ alg: algorithm })
    .sign(new TextEncoder().encode(secret));
}

const callerOf = (authorization: string | undefined) =>
  authenticate(
    authorization,
    (name) => credentials.get(name),
    () => now,
  );

async function shopOf(authorization: string | undefined): Promise<string> {
  return (await callerOf(authorization)).shop;
}

describe('a session token', () => {
  it('says whose request it is', async () => {
    const authorization = `Bearer ${await token({ sub: '71' })}`;
    expect(await callerOf(authorization)).toMatchObject({ shop, actor: '71' });
    expect(verifiedCaller(authorization, shop)).toMatchObject({ shop, actor: '71' });
    expect(await callerOf(`Bearer ${await token({ sub: undefined })}`)).toMatchObject({
      actor: null,
    });
  });

  it.each([
    ['expired 9 s ago', { exp: seconds - 9 }],
    ['valid in 9 s', { nbf: seconds + 9 }],
  ])('%s passes: clocks drift', async (_, claims) => {
    expect(await shopOf(`Bearer ${await token(claims)}`)).toBe(shop);
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['is missing', async () => undefined],
    ['is not a Bearer token', async () => `Basic ${await token()}`],
    ['is not a token', async () => 'Bearer nonsense'],
    ['has something before it', async () => `x Bearer ${await token()}`],
    ['has something after it', async () => `Bearer ${await token()} x`],
    ['is three parts of nonsense', async () => 'Bearer aaaa.bbbb.cccc'],
    ['has another secret', async () => `Bearer ${await token({}, 'wrong')}`],
    ['has another algorithm', async () => `Bearer ${await token({}, 'secret', 'HS512')}`],
    ['is for another app', async () => `Bearer ${await token({ aud: 'other-key' })}`],
    ['expired 11 s ago', async () => `Bearer ${await token({ exp: seconds - 11 })}`],
    ['is valid in 11 s only', async () => `Bearer ${await token({ nbf: seconds + 11 })}`],
    ['never expires', async () => `Bearer ${await token({ exp: undefined })}`],
    [
      'was issued by another shop',
      async () => `Bearer ${await token({ iss: 'https://first-crack.myshopify.com/admin' })}`,
    ],
    [
      "names another shop with this shop's secret",
      async () =>
        `Bearer ${await token({
          iss: 'https://first-crack.myshopify.com/admin',
          dest: 'https://first-crack.myshopify.com',
        })}`,
    ],
    [
      'was not issued over https',
      async () => `Bearer ${await token({ iss: `http://${shop}/admin` })}`,
    ],
    ['is not for https', async () => `Bearer ${await token({ dest: `http://${shop}` })}`],
    [
      'names a host that is no shop',
      async () =>
        `Bearer ${await token({ iss: 'https://evil.test/admin', dest: 'https://evil.test' })}`,
    ],
    [
      'names a shop without credentials',
      async () =>
        `Bearer ${await token({
          iss: 'https://nobody.myshopify.com/admin',
          dest: 'https://nobody.myshopify.com',
        })}`,
    ],
    ['has no signature', async () => `Bearer ${(await token()).split('.').slice(0, 2).join('.')}.`],
  ])('that %s is refused', async (_, authorization) => {
    await expect(shopOf(await authorization())).rejects.toMatchObject({
      status: 401,
      envelope: { message: 'Failed to authorize request.' },
    });
  });

  it.each([
    ['is missing', undefined],
    ['is three parts of nonsense', 'Bearer aaaa.bbbb.cccc'],
  ])('that %s is refused also where somebody else has verified it', (_, authorization) => {
    expect(() => verifiedCaller(authorization, shop)).toThrow(
      expect.objectContaining({
        status: 401,
        envelope: { message: 'Failed to authorize request.' },
      }),
    );
  });
});
