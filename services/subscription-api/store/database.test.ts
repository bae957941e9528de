import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { findVendor } from '../shop/vendor.ts';
import { createTemporaryDatabase, type TemporaryDatabase } from '../testing/temporary-database.ts';
import { openDatabase } from './database.ts';
import { FolderInUseError } from './folder-lock.ts';
import { rowsOf } from './rows-of.ts';

const one = sql`select pg_backend_pid() as pid`;

/** Another address of a database. Once silent, the connections that are open pass nothing on, and don't end. */
async function relayTo(address: string) {
  const { hostname, port } = new URL(address);
  let open: [Socket, Socket][] = [];
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    open.push([near, far]);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {}).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  onTestFinished(() => void relay.close());
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const relayed = new URL(address);
  const bound = relay.address();
  relayed.port = typeof bound === 'object' ? `${bound?.port}` : '';
  return {
    databaseUrl: relayed.href,
    goSilent: vi.fn(() => {
      for (const [near, far] of open) near.unpipe(far);
      open = [];
    }),
  };
}

describe('PostgreSQL', () => {
  let temporary: TemporaryDatabase;
  beforeAll(async () => {
    temporary = await createTemporaryDatabase('PostgreSQL', { hasTables: false });
  });
  afterAll(async () => await temporary.remove());

  it('is migrated once by instances that start together', async () => {
    const { databaseUrl, dataDirectory } = temporary;
    const instances = await Promise.all(
      [1, 2, 3, 4].map(() => openDatabase({ databaseUrl, folder: join(dataDirectory, 'unused') })),
    );
    for (const { database } of instances) expect(await findVendor(database, 'x')).toBeNull();
    const [first] = instances;
    const applied = await first?.database.execute(
      sql`select count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations`,
    );
    expect(applied).toMatchObject({ rows: [{ once: true }] });
    await Promise.all(instances.map((instance) => instance.close()));
  });

  it('that ends a connection in the middle of a transaction fails that one alone', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    onTestFinished(() => void process.off('uncaughtException', uncaught));
    const { databaseUrl } = temporary;
    const { database, close } = await openDatabase({ databaseUrl, folder: 'unused' });
    const failing = database.transaction(async (transaction) => {
      const [own] = await rowsOf(transaction, z.object({ pid: z.number() }), one);
      await database.execute(sql`select pg_terminate_backend(${own?.pid})`);
      await transaction.execute(one);
    });
    await expect(failing).rejects.toThrow();
    await database.transaction(async (transaction) => await transaction.execute(one));
    await close();
    expect(uncaught).not.toHaveBeenCalled();
  });

  it('that goes silent fails what waits for it, and is asked on another connection', async () => {
    const keepsAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { databaseUrl, goSilent } = await relayTo(temporary.databaseUrl ?? '');
    const { database, close } = await openDatabase({ databaseUrl, folder: 'unused' });
    const waitsFor = {
      'its beginning': async () => {
        goSilent();
        await database.transaction(async () => {});
      },
      'its second statement': async () =>
        await database.transaction(async (transaction) => {
          await transaction.execute(one);
          goSilent();
          await transaction.execute(one);
        }),
      'no transaction': async () => {
        goSilent();
        await database.execute(one);
      },
    };
    for (const wait of Object.values(waitsFor)) {
      await database.execute(one);
      goSilent.mockClear();
      const failing = expect(wait()).rejects.toThrow();
      await vi.waitUntil(() => goSilent.mock.calls.length > 0);
      // Until the statement is given up, and then the rollback.
      for (const _ of [1, 2]) await vi.advanceTimersByTimeAsync(60_000);
      await failing;
    }
    await database.transaction(async (transaction) => await transaction.execute(one));
    // It waits for every connection that was not given back.
    await close();
    expect(keepsAlive).toHaveBeenCalledWith(true, expect.any(Number));
  });

  it('that cannot be reached fails the start', async () => {
    await expect(
      openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/none', folder: 'unused' }),
    ).rejects.toThrow('The database of DATABASE_URL cannot be reached');
  });
});

describe('PGlite', () => {
  // This test opens two databases, and one of them is new.
  it('keeps its data, and its folder to one owner at a time', { timeout: 60_000 }, async () => {
    const { dataDirectory, remove } = await createTemporaryDatabase('PGlite');
    const options = { databaseUrl: undefined, folder: join(dataDirectory, 'made by itself') };
    const first = await openDatabase(options);
    await first.database.execute(sql`create table kept as select 1 as one`);
    await expect(openDatabase(options)).rejects.toBeInstanceOf(FolderInUseError);
    await first.close();
    const second = await openDatabase(options);
    expect(await second.database.execute(sql`select one from kept`)).toMatchObject({
      rows: [{ one: 1 }],
    });
    await second.close();
    await remove();
  });
});
