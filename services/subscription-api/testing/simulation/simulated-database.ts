import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../../store/database.ts';
import { migrationsFolder } from '../../store/migrations-folder.ts';
import { QueryCache } from '../../store/query-cache.ts';
import { rowsOf } from '../../store/rows-of.ts';
import * as schema from '../../store/schema.ts';
import type { Interruptions } from './interruptions.ts';
import { PreparingPglite } from './preparing-pglite.ts';
import type { SimulatedJobs } from './simulated-jobs.ts';

export type SimulatedDatabase = {
  database: Database;
  /** Never started: the simulation carries jobs out itself. */
  engine: PgBoss;
  /** Whose calls fail from now on, and whose jobs are sent. */
  obey(interruptions: Interruptions, jobs: SimulatedJobs): void;
  empty(): Promise<void>;
  close(): Promise<void>;
};

/** A database in memory, with our tables. */
export async function openSimulatedDatabase(): Promise<SimulatedDatabase> {
  const client = new PreparingPglite();
  await client.waitReady;
  const database: Database = Object.assign(drizzle(client, { schema }), {
    queryCache: new QueryCache(() => performance.now()),
  });
  await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
  // A plan is made once, when the tables are empty yet.
  await client.exec('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');

  const { query, transaction } = client;
  return {
    database,
    engine: new PgBoss({ db: fromPglite(client) }),
    obey(interruptions, jobs) {
      client.query = (text, ...more) =>
        interruptions.call('query', () => query<never>(text, ...more));
      client.transaction = (work) =>
        interruptions.call('query', () => jobs.transact(() => transaction(work)));
    },
    async empty() {
      client.query = query;
      client.transaction = transaction;
      const table = z.object({ name: z.string() });
      const names = sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
      const tables = await rowsOf(database, table, names);
      const list = tables.map(({ name }) => name).join(', ');
      await database.execute(sql.raw(`truncate ${list} restart identity cascade`));
    },
    close: () => client.close(),
  };
}
