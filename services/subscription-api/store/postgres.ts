import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import { migrationsFolder } from './migrations-folder.ts';

/** Any number, as long as every instance of the service uses the same. */
const migrationLock = 7_215_010_223;

/** Opens the PostgreSQL at an address and applies all migrations. */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  let sessionStatements: readonly string[] = [];
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    async onConnect(client) {
      // It compiles by what a statement is guessed to cost, which is far too much for those that we have read row by row.
      await client.query('set jit = off');
      for (const statement of sessionStatements) await client.query(statement);
    },
  });
  // Losing an idle connection must not end the process. The next query opens another.
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
        await migrate(drizzle(client), {
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
    database: drizzle(pool),
    jobConnection: {
      async executeSql(text, values) {
        // Several statements have several results.
        const answers = [await pool.query(text, values)].flat();
        return { rows: answers.flatMap(({ rows }) => rows) };
      },
      async setSessionStatements(statements) {
        sessionStatements = statements;
      },
    },
    close: () => pool.end(),
  };
}
