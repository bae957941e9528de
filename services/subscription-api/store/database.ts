import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db } from 'pg-boss';
import type { QueryCache } from './query-cache.ts';

/** Both databases speak one dialect. Nothing above store/ knows which of them it uses. */
export type Database = PgDatabase<PgQueryResultHKT> & {
  /** Only on a database that no other process writes to, and not on its transactions. */
  queryCache?: QueryCache;
};

export type OpenDatabase = {
  database: Database;
  jobConnection: Db;
  close(): Promise<void>;
};

/**
 * Opens the database and applies all migrations: PostgreSQL if `databaseUrl` is given, otherwise PGlite in `folder`.
 * @param options.isMigrated false leaves PostgreSQL as the version has it that runs on it
 * @throws FolderInUseError if another process has the folder open
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  folder: string;
  isMigrated?: boolean;
}): Promise<OpenDatabase> {
  // Loads only the driver in use, because each takes memory.
  if (options.databaseUrl === undefined) {
    const { openPglite } = await import('./pglite.ts');
    return await openPglite(options.folder);
  }
  const { openPostgres } = await import('./postgres.ts');
  return await openPostgres(options.databaseUrl, { isMigrated: options.isMigrated ?? true });
}

/** Resolves when the database answers; throws otherwise. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
