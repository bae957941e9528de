import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import { migrationsFolder } from './migrations-folder.ts';

/** Any number, as long as every instance of the service uses the same. */
const migrationLock = 7_215_010_223;

/** In ms. Only a connection that has gone silent lets a statement wait for longer than the server does. */
const statementTimeout = 30_000;
const silentTimeout = 40_000;

/** Opens the PostgreSQL at an address, and applies all migrations if it is to be migrated. */
export async function openPostgres(
  databaseUrl: string,
  { isMigrated }: { isMigrated: boolean },
): Promise<OpenDatabase> {
  const connection = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  await withConnection(new Client(connection), async (client) => {
    if (isMigrated) await migrateDatabase(client);
  });
  let sessionStatements: readonly string[] = [];
  const pool = new Pool({
    ...connection,
    max: 10,
    statement_timeout: statementTimeout,
    query_timeout: silentTimeout,
    async onConnect(client) {
      client.on('error', ignoreLoss);
      // It compiles by what a statement is guessed to cost, which is far too much for those that we have read row by row.
      await client.query('set jit = off');
      for (const statement of sessionStatements) await client.query(statement);
    },
  });
  pool.on('error', ignoreLoss);
  const database = drizzle(pool);
  // By itself drizzle never gives back a connection on which no transaction could begin, and gives back one that has gone silent.
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    let isUsable = true;
    try {
      return await drizzle(client).transaction(work, config);
    } catch (error) {
      // What our own code refuses was rolled back.
      isUsable = !(error instanceof DrizzleQueryError);
      throw error;
    } finally {
      client.release(!isUsable);
    }
  };
  return {
    database,
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

/** Losing a connection must not end the process. What was asked on it fails by itself, and the pool opens another. */
function ignoreLoss(): void {}

async function withConnection(
  client: Client,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  client.on('error', ignoreLoss);
  await client.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}`);
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The lock ends with the connection. */
async function migrateDatabase(client: Client): Promise<void> {
  // A second instance that starts at the same time waits here, however long the first one's migrations take.
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
}
