import { join } from 'node:path';
import { getHmac } from '@shopify/shopify-api/test-helpers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix, localClockPath } from '#contract/endpoints.ts';
import { startLocalPlatform } from '#services/local-platform/testing.ts';
import { startSubscriptionApi } from './embedded.ts';
import { magicLinkTable } from './store/schema.ts';
import { createTemporaryDatabase, databases } from './testing/temporary-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const shop = 'first-crack.myshopify.com';
const day = 86_400_000;
const answerSchema = z.object({ nextDue: z.iso.datetime().nullable() });

describe.each(databases)('the clock of the local platform on %s', (kind) => {
  async function setUp(isLocal: boolean) {
    const place = await createTemporaryDatabase(kind);
    const platform = await startLocalPlatform({
      dataDirectory: join(place.dataDirectory, 'platform'),
      apiKey: 'api-key',
      apiSecret: 'api-secret',
      appUrl: 'http://127.0.0.1:1',
    });
    await platform.control.clock.moveBy({ days: 10 });
    const api = await startSubscriptionApi({
      DATA_DIR: place.dataDirectory,
      DATABASE_URL: place.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      SHOPIFY_API_KEY: 'api-key',
      SHOPIFY_API_SECRET: 'api-secret',
      LOG_LEVEL: 'silent',
      ...(isLocal && { LOCAL_PLATFORM_URL: platform.platformUrl }),
    });
    onTestFinished(async () => {
      await api.close();
      await platform.close();
      await place.remove();
    });
    const tell = async (now: Date, secret = 'api-secret') => {
      const body = JSON.stringify({ now: now.toISOString() });
      const headers = { 'X-Shopify-Hmac-Sha256': getHmac(body, secret) };
      return await api.fetch(
        new Request(`http://api.invalid${localClockPath}`, { method: 'POST', headers, body }),
      );
    };
    return { api, platform, tell, context: api.shopContextOf(shop) };
  }

  it('is the app’s from its start, and carries out what is due as it moves', async () => {
    const { api, platform, tell, context } = await setUp(true);
    const begin = context.now();
    expect(Math.abs(begin.getTime() - Date.now() - 10 * day)).toBeLessThan(60_000);
    const { database, jobs } = context;
    const startAfter = new Date(begin.getTime() + 20 * day);
    await database.insert(magicLinkTable).values({
      tokenHash: 'h',
      shop,
      shopName: '',
      path: '/',
      // Links expire by the machine's time, in which nothing has passed.
      expiresAt: new Date(Date.now() + 60_000),
    });
    await jobs.send(database, 'webhook', { shop, webhook: 'none' }, { startAfter });
    jobs.wake();
    const dueAt = async (days: number) => {
      const answer = await tell(new Date(begin.getTime() + days * day));
      expect(answer.status).toBe(200);
      return Date.parse(answerSchema.parse(await answer.json()).nextDue ?? '') - begin.getTime();
    };
    // A daily job comes first.
    const first = await dueAt(0.001);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(day);
    expect(await dueAt(19.99)).toBeLessThanOrEqual(20 * day);
    expect(await dueAt(20.001)).toBeGreaterThan(20 * day);
    expect(context.now().getTime()).toBeGreaterThanOrEqual(begin.getTime() + 20 * day);
    expect(await database.$count(magicLinkTable)).toBe(1);
    // Tokens expire by the machine's time.
    const asked = await api.fetch(
      new Request(`http://api.invalid${apiPrefix}/delivery-profile`, {
        headers: { Authorization: `Bearer ${await platform.sessionToken(shop)}` },
      }),
    );
    expect(asked.status).toBe(200);
  });

  it('is taken from nobody else, and not outside local mode', async () => {
    const { tell, context } = await setUp(false);
    const before = context.now().getTime();
    expect((await tell(new Date(before + 30 * day))).status).toBe(404);
    expect(context.now().getTime() - before).toBeLessThan(day);
    const local = await setUp(true);
    const refused = await local.tell(new Date(Date.now() + 30 * day), 'wrong');
    expect(refused.status).toBe(401);
    expect(local.context.now().getTime()).toBeLessThan(Date.now() + 11 * day);
  });
});
