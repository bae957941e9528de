import { Session } from '@shopify/shopify-api';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionTable } from '../store/schema.ts';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { type ShopSessions, sessionStorageIn } from './encrypted-session-storage.ts';
import { SessionCache } from './session-cache.ts';

const shop = 'roast-and-ritual.myshopify.com';
const id = `offline_${shop}`;
const inAnHour = () => new Date(Date.now() + 3_600_000);

function offline(accessToken: string, expires: Date = inAnHour()): Session {
  return new Session({ id, shop, state: '', isOnline: false, accessToken, expires });
}

describe('sessions of one database in two instances', () => {
  const opened = databaseForSuite('PGlite');
  let ours: ShopSessions;
  let theirs: ShopSessions;
  beforeEach(async () => {
    await opened.database.delete(sessionTable);
    ours = sessionStorageIn(opened.database, [Buffer.alloc(32, 1)]);
    theirs = sessionStorageIn(opened.database, [Buffer.alloc(32, 1)]);
    await ours.storeSession(offline('first'));
    expect((await ours.loadSession(id))?.accessToken).toBe('first');
  });

  it('are read once by several requests', async () => {
    await opened.database.delete(sessionTable);
    expect((await ours.loadSession(id))?.accessToken).toBe('first');
  });

  it('aren’t taken for missing where they can’t be read, and nobody prints why', async () => {
    const printed = vi.spyOn(console, 'error');
    await opened.database.execute(sql`alter table session rename to away`);
    try {
      await expect(theirs.loadSession(id)).rejects.toThrow('Failed query');
    } finally {
      await opened.database.execute(sql`alter table away rename to session`);
    }
    expect(printed).not.toHaveBeenCalled();
    expect((await theirs.loadSession(id))?.accessToken).toBe('first');
  });

  it('are never shared: what one request changes, the next does not see', async () => {
    const session = await ours.loadSession(id);
    if (session !== undefined) session.accessToken = 'changed';
    expect((await ours.loadSession(id))?.accessToken).toBe('first');
  });

  it('are what this instance wrote, at once', async () => {
    await ours.storeSession(offline('second'));
    expect((await ours.loadSession(id))?.accessToken).toBe('second');
    await ours.deleteSession(id);
    expect(await ours.loadSession(id)).toBeUndefined();
  });

  it.each([
    ['renewed', async () => void (await theirs.storeSession(offline('second'))), 'second'],
    ['deleted', async () => void (await theirs.deleteSessions([id])), undefined],
  ])('%s by the other are seen where the database is asked', async (_, change, expected) => {
    await change();
    expect((await ours.readSession(id))?.accessToken).toBe(expected);
    expect((await ours.loadSession(id))?.accessToken).toBe(expected);
  });

  it('are forgotten with their shop', async () => {
    await opened.database.delete(sessionTable);
    ours.forgetShop(shop);
    expect(await ours.loadSession(id)).toBeUndefined();
  });

  it('are read each time when they are about to expire', async () => {
    await ours.storeSession(offline('short', new Date(Date.now() + 4 * 60_000)));
    await ours.loadSession(id);
    await theirs.storeSession(offline('second'));
    expect((await ours.loadSession(id))?.accessToken).toBe('second');
  });
});

describe('what is kept', () => {
  it('is let go after half a minute', async () => {
    let now = Date.now();
    const cache = new SessionCache(() => now);
    await cache.read(id, async () => offline('first'));
    now += 30_000;
    expect(cache.find(id)?.accessToken).toBe('first');
    now += 1;
    expect(cache.find(id)).toBeUndefined();
  });

  it('is not what was read before it changed', async () => {
    const cache = new SessionCache();
    await cache.read(id, async () => {
      cache.forget(({ shop: changed }) => changed === shop);
      return offline('first');
    });
    expect(cache.find(id)).toBeUndefined();
  });
});
