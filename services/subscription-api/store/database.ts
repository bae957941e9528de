import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db } from 'pg-boss';
import type { QueryCache } from './query-cache.ts';
import type * as schema from './schema.ts';

/** The one dialect for both databases; nothing above store/ knows which of them it is. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema> & {
  /** Of a database that nobody else writes to; its transactions have none. */
  queryCache?: QueryCache;
};

export type OpenDatabase = {
  database: Database;
  /** The same database, as the engine of the jobs talks to it. */
  jobConnection: Db;
  close(): Promise<void>;
};

/**
 * Opens the database and brings it to the newest migration: PostgreSQL where `databaseUrl` is given, else PGlite in
 * `folder`, which only one process at a time may have open (FolderInUseError otherwise).
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  folder: string;
}): Promise<OpenDatabase> {
  // Only the one that is used is loaded: each takes its share of the memory.
  if (options.databaseUrl === undefined) {
    const { openPglite } = await import('./pglite.ts');
    return await openPglite(options.folder);
  }
  const { openPostgres } = await import('./postgres.ts');
  return await openPostgres(options.databaseUrl);
}

/** Answers when the database does; throws otherwise. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
