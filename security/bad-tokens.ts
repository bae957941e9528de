import { SignJWT } from 'jose';
import { firstCrack, roastAndRitual } from '#services/subscription-api/testing/service-in-test.ts';

/** Of the app in test, which still trusts it beside its newest. */
export const olderSecret = 'older-secret';

/** Whose tokens are made: a shop with the app's usual credentials, and another with credentials of its own. */
export type TokenParties = {
  shop: string;
  apiKey: string;
  apiSecret: string;
  otherShop: string;
  otherApiKey: string;
  otherApiSecret: string;
};

/** The two shops of every test here. */
export const parties: TokenParties = {
  shop: firstCrack,
  apiKey: 'api-key',
  apiSecret: 'api-secret',
  otherShop: roastAndRitual,
  otherApiKey: 'other-key',
  otherApiSecret: 'other-secret',
};

type Made = { claims?: Record<string, unknown>; secret?: string; header?: Record<string, unknown> };

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Makes session tokens of a shop that are right but for what is asked for. */
export function tokenMaker({ shop, apiKey, apiSecret }: TokenParties, now = new Date()) {
  const seconds = Math.floor(now.getTime() / 1000);
  const usual = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: apiKey,
    sub: '1',
    exp: seconds + 60,
    nbf: seconds,
    iat: seconds,
    jti: 'one',
    sid: 'one',
  };
  const signed = async ({ claims = {}, secret = apiSecret, header = {} }: Made = {}) =>
    await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(new TextEncoder().encode(secret));
  const unsigned = (algorithm: string) =>
    `${encoded({ alg: algorithm, typ: 'JWT' })}.${encoded(usual)}.`;
  return { seconds, signed, unsigned };
}

/** Session tokens that must open nothing, each by what is wrong with it. */
export async function badTokens(parties: TokenParties): Promise<ReadonlyMap<string, string>> {
  const { seconds, signed, unsigned } = tokenMaker(parties);
  const { otherShop, otherApiKey, otherApiSecret } = parties;
  const ofOther = { iss: `https://${otherShop}/admin`, dest: `https://${otherShop}` };
  const evil = { iss: 'https://evil.example/admin', dest: 'https://evil.example' };
  const good = await signed();
  const [head = '', body = '', signature = ''] = good.split('.');
  const forgedBody = encoded({
    ...JSON.parse(Buffer.from(body, 'base64url').toString()),
    ...ofOther,
  });
  const secret = olderSecret;
  return new Map([
    ['nonsense', 'nonsense'],
    ['three parts of nonsense', 'aaaa.bbbb.cccc'],
    ['expired', await signed({ claims: { exp: seconds - 60 } })],
    ['without an end', await signed({ claims: { exp: undefined } })],
    ['not yet valid', await signed({ claims: { nbf: seconds + 60 } })],
    ['without a beginning', await signed({ claims: { nbf: undefined } })],
    ['for another app', await signed({ claims: { aud: 'another-app' } })],
    ['for no app', await signed({ claims: { aud: undefined } })],
    ['signed with another secret', await signed({ secret: 'another-secret' })],
    ['signed with no secret to speak of', await signed({ secret: '\0' })],
    ['of another algorithm', await signed({ header: { alg: 'HS512' } })],
    ['with alg none', unsigned('none')],
    ['with alg nOnE', unsigned('nOnE')],
    ['without its signature', `${head}.${body}.`],
    ['changed after it was signed', `${head}.${forgedBody}.${signature}`],
    ['issued by another shop', await signed({ claims: { iss: ofOther.iss } })],
    ['issued elsewhere', await signed({ claims: { iss: evil.iss } })],
    ['of another shop, with our secret', await signed({ claims: ofOther })],
    [
      "of our shop, with another shop's key and secret",
      await signed({ claims: { aud: otherApiKey }, secret: otherApiSecret }),
    ],
    [
      "of another shop, its secret and our shop's key",
      await signed({ claims: ofOther, secret: otherApiSecret }),
    ],
    ['of a host that is no shop', await signed({ claims: evil })],
    ['of an older secret, expired', await signed({ secret, claims: { exp: seconds - 60 } })],
    ['of an older secret, for no app', await signed({ secret, claims: { aud: undefined } })],
    ['of an older secret and another shop', await signed({ secret, claims: ofOther })],
    ['of an older secret and no shop', await signed({ secret, claims: evil })],
    ['without a shop', await signed({ claims: { dest: undefined } })],
    ['of a shop by http', await signed({ claims: { dest: `http://${parties.shop}` } })],
  ]);
}
