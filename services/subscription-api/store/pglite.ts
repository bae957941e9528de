import { setFlagsFromString } from 'node:v8';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite } from 'pg-boss';
import { CountingPglite } from './counting-pglite.ts';
import type { OpenDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { QueryCache } from './query-cache.ts';

/** PGlite's default is a server's 128 MB, all of it resident from the start. */
const pgliteMemory = ['-c', 'shared_buffers=8MB', '-c', 'wal_buffers=256kB'];

/** Opens PGlite in a folder and applies all migrations. Throws FolderInUseError if another process has the folder open. */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder);
  try {
    // Skips the optimizing compiler, which takes 300 MB and made no measured query faster.
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
    const startParams = [...CountingPglite.defaultStartParams, ...pgliteMemory];
    const client = new CountingPglite({ dataDir: folder, startParams, extensions: { pg_trgm } });
    await client.waitReady;
    const database = drizzle(client);
    await migrate(database, { migrationsFolder: migrationsFolder() });
    return {
      database: Object.assign(database, { queryCache: new QueryCache(() => client.writes) }),
      jobConnection: fromPglite(client),
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
