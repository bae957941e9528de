import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { rowsOf } from './rows-of.ts';
import { vacuumPglite } from './vacuum.ts';

const service = serviceForSuite('PGlite');

it('gives space back, and counts what is left', async () => {
  const { database } = service;
  const known = async () => {
    const row = z.object({ pages: z.number(), rows: z.number(), visible: z.number() });
    const [found] = await rowsOf(
      database,
      row,
      sql`select relpages as pages, reltuples as rows, relallvisible as visible from pg_class where relname = 'grown'`,
    );
    return found;
  };
  await database.execute(
    sql`create table grown as select i, repeat('x', 500) from generate_series(1, 1000) i`,
  );
  await database.execute(sql`delete from grown where i > 10`);
  expect(await known()).toMatchObject({ rows: -1, visible: 0 });
  await vacuumPglite(database);
  expect(await known()).toEqual({ pages: 1, rows: 10, visible: 1 });
});
