import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVendor } from '../shop/vendor.ts';
import { createTemporaryDatabase, type TemporaryDatabase } from '../testing/temporary-database.ts';
import { openDatabase } from './database.ts';
import { FolderInUseError } from './folder-lock.ts';

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
