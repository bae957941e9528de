import '@shopify/shopify-api/adapters/node';
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import { describe, expect, it } from 'vitest';
import { apiKey, apiSecret, appUrl, shop, storeOf, testPlatform } from '../test-platform.ts';
import { grantedCode, launchUrl } from './launch.ts';
import { mintSessionToken } from './session-tokens.ts';

// The platform's own library, used as in the app, checks the signatures.
const library = shopifyApi({
  apiKey,
  apiSecretKey: apiSecret,
  apiVersion: ApiVersion.October26,
  hostName: 'localhost:4000',
  hostScheme: 'http',
  isEmbeddedApp: true,
  scopes: [],
  isTesting: true,
  logger: { level: LogSeverity.Error },
});

function setUp() {
  const platform = testPlatform();
  const store = storeOf(platform);
  const known = { store, app: platform.appOf(store), now: platform.machineClock.now() };
  return {
    ...known,
    launch: async (path: string, search: string) =>
      new URL(await launchUrl({ ...known, adminHost: 'admin.localhost:4443', path, search })),
  };
}

describe('launchUrl', () => {
  it('is signed so that the library accepts it', async () => {
    const url = await setUp().launch('/manage-rotation', '?id=12&note=two words');
    expect(url.origin + url.pathname).toBe(`${appUrl}/manage-rotation`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      id: '12',
      note: 'two words',
      embedded: '1',
      locale: 'en',
      shop,
    });
    expect(Buffer.from(url.searchParams.get('host') ?? '', 'base64').toString()).toBe(
      'admin.localhost:4443/store/roast-and-ritual',
    );
    expect(await library.utils.validateHmac(Object.fromEntries(url.searchParams))).toBe(true);
    const claims = await library.session.decodeSessionToken(url.searchParams.get('id_token') ?? '');
    expect(claims).toMatchObject({ dest: `https://${shop}`, aud: apiKey });
  });

  it('keeps a repeated parameter, and lets none of its own be replaced', async () => {
    const url = await setUp().launch(
      'order-sync',
      'ids[]=1&ids[]=2&shop=evil.myshopify.com&hmac=0',
    );
    expect(url.searchParams.getAll('ids[]')).toEqual(['1', '2']);
    expect(url.searchParams.getAll('shop')).toEqual([shop]);
    expect(url.searchParams.getAll('hmac')).toHaveLength(1);
  });

  it.each(['https://evil.example/', '//evil.example/'])(
    'stays within the app when asked for %s',
    async (path) => {
      const { store, app, now } = setUp();
      const launch = launchUrl({ store, app, now, adminHost: 'admin.localhost', path, search: '' });
      const origin = await launch.then(
        (url) => new URL(url).origin,
        () => 'refused',
      );
      expect([appUrl, 'refused']).toContain(origin);
    },
  );
});

describe('grantedCode', () => {
  it('is signed so that the library accepts it', async () => {
    const { store, app, now } = setUp();
    const granted = grantedCode(store, app, now);
    expect(granted).toMatchObject({
      code: expect.any(String),
      shop,
      timestamp: expect.any(String),
    });
    expect(await library.utils.validateHmac(granted)).toBe(true);
  });
});

describe('mintSessionToken', () => {
  it('makes tokens that differ and live a minute', async () => {
    const { store, app, now } = setUp();
    const token = await mintSessionToken(store, app, now);
    expect(await mintSessionToken(store, app, now)).not.toBe(token);
    const claims = await library.session.decodeSessionToken(token);
    expect(claims).toMatchObject({
      iss: `https://${shop}/admin`,
      sub: '71001',
      sid: expect.any(String),
      jti: expect.any(String),
    });
    expect(claims.exp - claims.iat).toBe(60);
  });
});
