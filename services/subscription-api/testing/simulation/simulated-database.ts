import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, PgBoss } from 'pg-boss';
import type { Database } from '../../store/database.ts';
import { migrationsFolder } from '../../store/migrations-folder.ts';
import { QueryCache } from '../../store/query-cache.ts';
import type { Interruptions } from './interruptions.ts';
import { PreparingPglite } from './preparing-pglite.ts';
import type { SimulatedJobs } from './simulated-jobs.ts';

export type SimulatedDatabase = {
  database: Database;
  /** Never started, because the simulation runs the jobs itself. */
  engine: PgBoss;
  /** From now on, `interruptions` decides which calls fail, and `jobs` gets the jobs of each transaction that commits. */
  obey(interruptions: Interruptions, jobs: SimulatedJobs): void;
  empty(): Promise<void>;
  /** Makes the one backup, which `restore` brings back. */
  keep(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
};

/** Leaves out what a database does for the case that it dies, and for its own statistics: a twentieth of the time. */
const startParams = [
  ...PreparingPglite.defaultStartParams,
  ...['-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  ...['-c', 'track_activities=off', '-c', 'track_counts=off'],
];

/** Opens a database in memory, with our tables. */
export async function openSimulatedDatabase(): Promise<SimulatedDatabase> {
  const client = new PreparingPglite({ extensions: { pg_trgm }, startParams });
  await client.waitReady;
  const database: Database = Object.assign(drizzle(client), {
    queryCache: new QueryCache(() => performance.now()),
  });
  await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
  const named = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const tables = named.rows.map(({ name }) => name);
  await client.exec(
    `create schema backup; ${tables.map((name) => `create table backup.${name} (like public.${name})`).join('; ')}`,
  );
  const copy = (from: string, to: string): string =>
    tables
      .map(
        (name) => `insert into ${to}.${name} overriding system value select * from ${from}.${name}`,
      )
      .join('; ');
  const emptied = (of: string): string =>
    `truncate ${tables.map((name) => `${of}.${name}`).join(', ')} cascade; `;
  // Each statement is planned only once, while the tables are still empty. Without these, it would read whole tables, or by any index all of a shop.
  await client.exec(
    `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off;
    set enable_mergejoin = off;
    select pg_restore_attribute_stats('schemaname', 'public', 'relname', table_name::text, 'attname', 'shop', 'inherited', false, 'n_distinct', 3::real)
    from information_schema.columns where table_schema = 'public' and column_name = 'shop'`,
  );

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
      await client.exec(emptied('public').replace('cascade', 'restart identity cascade'));
    },
    async keep() {
      await client.exec(emptied('backup') + copy('public', 'backup'));
    },
    async restore() {
      const restored = emptied('public') + copy('backup', 'public');
      await client.exec(
        `set session_replication_role = replica; ${restored}; reset session_replication_role`,
      );
    },
    close: () => client.close(),
  };
}
