import '@shopify/shopify-app-remix/adapters/node';
import { Session } from '@shopify/shopify-api';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { getJwt } from '@shopify/shopify-api/test-helpers';
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionTable } from '../store/schema.ts';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { sessionStorageIn } from './encrypted-session-storage.ts';

/** Shopify's library turns bots away. */
const browser = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const shop = 'roast-and-ritual.myshopify.com';

describe('the stored session', () => {
  const opened = databaseForSuite('PGlite');
  let sessionStorage: SessionStorage;
  beforeEach(async () => {
    await opened.database.delete(sessionTable);
    sessionStorage = sessionStorageIn(opened.database, [Buffer.alloc(32, 1)]);
  });

  const offline = { id: `offline_${shop}`, shop, state: '', isOnline: false, accessToken: 'one' };
  const stored = async () => await sessionStorage.loadSession(offline.id);

  it('expires after an hour where the platform did not say when', async () => {
    const refreshTokenExpires = new Date('2030-01-01');
    const session = new Session({ ...offline, refreshToken: 'r', refreshTokenExpires });
    await sessionStorage.storeSession(session);
    const inMilliseconds = ((await stored())?.expires?.getTime() ?? 0) - Date.now();
    expect(inMilliseconds).toBeGreaterThan(3_500_000);
    expect(inMilliseconds).toBeLessThanOrEqual(3_600_000);
  });

  it('keeps what the platform said, and a lasting token without an end', async () => {
    const expires = new Date('2029-05-05');
    await sessionStorage.storeSession(new Session({ ...offline, expires, refreshToken: 'r' }));
    expect((await stored())?.expires).toEqual(expires);
    await opened.database.delete(sessionTable);
    await sessionStorage.storeSession(new Session(offline));
    expect((await stored())?.expires).toBeUndefined();
  });

  it('is due at once where an earlier version kept it without an end', async () => {
    await sessionStorage.storeSession(new Session({ ...offline, refreshToken: 'r' }));
    await opened.database.update(sessionTable).set({ expires: null });
    expect((await stored())?.isExpired()).toBe(true);
  });

  it("makes the app's own admission exchange again, hour after hour", async () => {
    let exchanges = 0;
    setAbstractFetchFunc(async () => {
      exchanges += 1;
      return Response.json({
        access_token: `shpat_${exchanges}`,
        scope: 'read_products',
        refresh_token: 'shprt_1',
        refresh_token_expires_in: 7_776_000,
      });
    });
    const apiKey = 'api-key';
    const apiSecretKey = 'api-secret';
    const app = shopifyApp({
      apiKey,
      apiSecretKey,
      apiVersion: ApiVersion.October26,
      appUrl: 'http://localhost:4000',
      distribution: AppDistribution.AppStore,
      sessionStorage,
      logger: { log: async () => {} },
      future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    });
    const admit = async () => {
      const { token } = await getJwt('roast-and-ritual', apiKey, apiSecretKey);
      const headers = { Authorization: `Bearer ${token}`, 'User-Agent': browser };
      return await app.authenticate.admin(new Request('http://localhost:4000/', { headers }));
    };
    await admit();
    await admit();
    expect(exchanges).toBe(1);
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    try {
      await admit();
    } finally {
      vi.useRealTimers();
    }
    expect(exchanges).toBe(2);
  });
});
