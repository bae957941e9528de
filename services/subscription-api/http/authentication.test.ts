import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '#process/environment.ts';
import { authenticate, callerVerifiedByApp } from './authentication.ts';

const shop = 'roast-and-ritual.myshopify.com';
const now = new Date('2026-11-20T10:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);

const credentials = new Map<string, Credentials>([
  [shop, { apiKey: 'key', apiSecrets: ['secret'] }],
  ['first-crack.myshopify.com', { apiKey: 'other-key', apiSecrets: ['other-secret'] }],
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
    expect(callerVerifiedByApp(authorization, shop)).toMatchObject({ shop, actor: '71' });
    expect(await callerOf(`Bearer ${await token({ sub: undefined })}`)).toMatchObject({
      actor: null,
    });
  });

  it.each(['newest', 'older'])(
    'passes with the %s of several secrets, while it lives',
    async (secret) => {
      const apiSecrets: Credentials['apiSecrets'] = ['newest', 'older'];
      const pass = async (claims: Record<string, unknown>) => {
        const authorization = `Bearer ${await token(claims, secret)}`;
        const several = () => ({ apiKey: 'key', apiSecrets });
        return await authenticate(authorization, several, () => now);
      };
      expect(await pass({})).toMatchObject({ shop });
      await expect(pass({ exp: seconds - 11 })).rejects.toThrow(
        expect.objectContaining({ cause: expect.objectContaining({ claim: 'exp' }) }),
      );
    },
  );

  it.each([
    ['expired 9 s ago', { exp: seconds - 9 }],
    ['valid in 9 s', { nbf: seconds + 9 }],
  ])('%s passes: clocks drift', async (_, claims) => {
    expect(await shopOf(`Bearer ${await token(claims)}`)).toBe(shop);
  });

  const withClaims = (claims: Record<string, unknown>) => async () =>
    `Bearer ${await token(claims)}`;
  const atShop = (name: string) =>
    withClaims({ iss: `https://${name}/admin`, dest: `https://${name}` });

  // The last column is the reason in the log, which stays empty if the header holds no token at all.
  it.each<[string, () => Promise<string | undefined>, string | undefined]>([
    ['is missing', async () => undefined, undefined],
    ['is not a Bearer token', async () => `Basic ${await token()}`, undefined],
    ['is not a token', async () => 'Bearer nonsense', undefined],
    ['has something before it', async () => `x Bearer ${await token()}`, undefined],
    ['has something after it', async () => `Bearer ${await token()} x`, undefined],
    ['has no signature', async () => `Bearer ${(await token()).replace(/[^.]*$/, '')}`, undefined],
    ['is three parts of nonsense', async () => 'Bearer aaaa.bbbb.cccc', 'Failed to parse'],
    ['has another secret', async () => `Bearer ${await token({}, 'wrong')}`, 'signature'],
    ['has another algorithm', async () => `Bearer ${await token({}, 'secret', 'HS512')}`, '"alg"'],
    ['is for another app', withClaims({ aud: 'other-key' }), '"aud"'],
    ['expired 11 s ago', withClaims({ exp: seconds - 11 }), '"exp"'],
    ['is valid in 11 s only', withClaims({ nbf: seconds + 11 }), '"nbf"'],
    ['never expires', withClaims({ exp: undefined }), 'exp'],
    [
      'was issued by another shop',
      withClaims({ iss: 'https://first-crack.myshopify.com/admin' }),
      'iss and dest disagree',
    ],
    ["is another shop's with this one's secret", atShop('first-crack.myshopify.com'), 'signature'],
    ['was not issued over https', withClaims({ iss: `http://${shop}/admin` }), 'not https'],
    ['is not for https', withClaims({ dest: `http://${shop}` }), 'not https'],
    ['names a host that is no shop', atShop('evil.test'), 'dest is not a shop'],
    ['is of a shop without credentials', atShop('nobody.myshopify.com'), 'no credentials'],
  ])('that %s is refused', async (_, authorization, reason) => {
    await expect(shopOf(await authorization())).rejects.toMatchObject({
      kind: 'not authorized',
      envelope: { message: 'Failed to authorize request.' },
      cause: reason && expect.objectContaining({ message: expect.stringContaining(reason) }),
    });
  });

  it.each([
    ['is missing', undefined],
    ['is three parts of nonsense', 'Bearer aaaa.bbbb.cccc'],
  ])('that %s is refused also where somebody else has verified it', (_, authorization) => {
    expect(() => callerVerifiedByApp(authorization, shop)).toThrow(
      expect.objectContaining({
        kind: 'not authorized',
        envelope: { message: 'Failed to authorize request.' },
      }),
    );
  });
});
