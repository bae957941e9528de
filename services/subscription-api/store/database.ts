import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';
import { CountingPglite } from './counting-pglite.ts';
import { lockFolder } from './folder-lock.ts';
import * as schema from './schema.ts';
import { ownedAlone } from './unless-written.ts';

/** The one dialect for both databases; nothing above store/ knows which of them it is. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenDatabase = {
  database: Database;
  close(): Promise<void>;
};

/** Any number; every instance of the service must use the same one. */
const migrationLock = 7_215_010_223;

/**
 * Beside this module when run from source. When bundled into build/server the module has moved, and the folder is
 * found from the working directory, which is the repository's root for every npm script.
 */
function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations', import.meta.url));
  const fromRoot = join(process.cwd(), 'services/subscription-api/store/migrations');
  for (const folder of [beside, fromRoot]) {
    if (existsSync(join(folder, 'meta/_journal.json'))) return folder;
  }
  throw new Error(
    `The database migrations were not found in ${fromRoot}. Start the service from the repository's root.`,
  );
}

async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  });
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => {});
  try {
    const client = await pool.connect().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}`);
    });
    try {
      // A second instance that starts at the same time waits here, however long the first one's migrations take.
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      try {
        await migrateNodePostgres(drizzleNodePostgres(client), {
          migrationsFolder: migrationsFolder(),
        });
      } finally {
        await client.query('select pg_advisory_unlock($1)', [migrationLock]);
      }
    } finally {
      client.release(true);
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    database: drizzleNodePostgres(pool, { schema }),
    close: () => pool.end(),
  };
}

/** Its own size is a server's, 128 MB, all of it resident from the start. */
const pgliteMemory = ['-c', 'shared_buffers=8MB', '-c', 'wal_buffers=256kB'];

async function openPglite(folder: string): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder);
  try {
    // Compiled once and quickly: optimizing its code takes 300 MB, and no query was seen to get faster by it.
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
    const startParams = [...CountingPglite.defaultStartParams, ...pgliteMemory];
    const client = new CountingPglite({ dataDir: folder, startParams });
    await client.waitReady;
    const database = drizzlePglite(client, { schema });
    await migratePglite(database, { migrationsFolder: migrationsFolder() });
    ownedAlone(database, () => client.writes);
    return {
      database,
      async close() {
        await client.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Opens the database and brings it to the newest migration: PostgreSQL where `databaseUrl` is given, else PGlite in
 * `folder`, which only one process at a time may have open (FolderInUseError otherwise).
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  folder: string;
}): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? await openPglite(options.folder)
    : await openPostgres(options.databaseUrl);
}

/** Answers when the database does; throws otherwise. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
