import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approveVendor, findVendor } from '../shop/vendor.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { createTemporaryDatabase } from '../testing/temporary-database.ts';
import { type Database, openDatabase } from './database.ts';
import { cachedQuery } from './query-cache.ts';

const shop = 'a.myshopify.com';

const statusOf = async (database: Database) => (await findVendor(database, shop))?.status;
const approve = (database: Database, status: 'active' | 'suspended') =>
  approveVendor(database, { shop, status, simpleSubscription: true });

describe('a read of PGlite', () => {
  const service = serviceForSuite('PGlite');
  it('is done once for as long as nothing is written, and sees every write', async () => {
    const { database } = service;
    let reads = 0;
    const read = cachedQuery('count', async (from, table: string) => {
      reads += 1;
      const { rows } = Object(
        await from.execute(sql`select count(*) from ${sql.identifier(table)}`),
      );
      return rows;
    });
    const twice = async () => {
      const before = reads;
      expect(await read(database, 'vendor')).toEqual(await read(database, 'vendor'));
      return reads - before;
    };
    expect([await twice(), await twice()]).toEqual([1, 0]);
    await read(database, 'shop_session').catch(() => {});
    await approve(database, 'active');
    expect([await twice(), await twice()]).toEqual([1, 0]);
    expect(await statusOf(database)).toBe('active');
    await database.transaction((transaction) => approve(transaction, 'suspended'));
    expect(await statusOf(database)).toBe('suspended');
    await database.execute(sql`update vendor set status = 'active'`);
    expect(await statusOf(database)).toBe('active');
    expect(await twice()).toBe(1);
    await database.execute(sql`with one as (select 1 as updated) select * from one`);
    expect(await twice()).toBe(0);
    await database.execute(
      sql`with changed as (update vendor set status = 'suspended' returning 1) select * from changed`,
    );
    expect(await statusOf(database)).toBe('suspended');
  });

  it('that a write overtakes is not kept', async () => {
    const { database } = service;
    await approve(database, 'active');
    const [during] = await Promise.all([statusOf(database), approve(database, 'suspended')]);
    expect(during).toBeDefined();
    expect(await statusOf(database)).toBe('suspended');
    await Promise.all([approve(database, 'active'), statusOf(database)]);
    expect(await statusOf(database)).toBe('active');
  });

  it('in a transaction sees what the transaction wrote, and nobody else does', async () => {
    const { database } = service;
    await approve(database, 'active');
    await database
      .transaction(async (transaction) => {
        expect(await statusOf(transaction)).toBe('active');
        await approve(transaction, 'suspended');
        expect(await statusOf(transaction)).toBe('suspended');
        transaction.rollback();
      })
      .catch(() => {});
    expect(await statusOf(database)).toBe('active');
  });
});

it('a read of PostgreSQL sees at once what another instance wrote', {
  timeout: 60_000,
}, async () => {
  const { dataDirectory, databaseUrl, remove } = await createTemporaryDatabase('PostgreSQL');
  onTestFinished(remove);
  const open = () => openDatabase({ databaseUrl, folder: join(dataDirectory, 'unused') });
  const [one, other] = await Promise.all([open(), open()]);
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  for (const status of ['active', 'suspended', 'active'] as const) {
    await approve(one.database, status);
    const seen = [await statusOf(one.database), await statusOf(other.database)];
    expect(seen).toEqual([status, status]);
  }
});
