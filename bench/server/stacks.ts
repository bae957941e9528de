import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { z } from 'zod';
import {
  createTemporaryDatabase,
  type DatabaseKind,
} from '#services/subscription-api/testing/temporary-database.ts';
import { ensureBuilt } from '../../scripts/setup/build.ts';
import { startProcess } from '../../scripts/setup/processes.ts';
import { packageCommand } from '../../scripts/setup/repository.mjs';
import { type Credentials, ensureCredentials } from '../../scripts/stack/credentials.ts';
import { makeFolder } from '../../scripts/stack/data-folder.ts';
import { startService } from '../../scripts/stack/service.ts';
import { startStack } from '../../scripts/stack/stack.ts';

const openedSchema = z.object({ shops: z.array(z.string()) });

/** Starts the project as a merchant has it, with a data folder of its own and a database of that kind. */
export async function startProject(kind: DatabaseKind) {
  await ensureBuilt();
  const dataFolder = mkdtempSync(join(tmpdir(), 'bench-'));
  const logFolder = join(dataFolder, 'logs');
  makeFolder(logFolder);
  const credentials = ensureCredentials(dataFolder);
  const temporary = await createTemporaryDatabase(kind);
  const [adminPort, appPort] = [await getPort(), await getPort()];
  const stack = await startStack({
    dataFolder,
    logFolder,
    credentials,
    adminPort,
    appPort,
    ...(temporary.databaseUrl !== undefined && { databaseUrl: temporary.databaseUrl }),
  });
  const control = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${stack.platformUrl}/control/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The platform could not do ${path}: ${await answer.text()}`);
    return await answer.json();
  };
  return {
    url: stack.appUrl,
    processId: stack.appProcessId,
    credentials,
    adminHost: new URL(stack.adminUrl).host,
    async grow(body: { shop: string; products: number; groups: number }): Promise<void> {
      await control('grow', body);
    },
    /** Adds that many small stores and returns their domains. */
    async openStores(count: number): Promise<string[]> {
      return openedSchema.parse(await control('stores', { count })).shops;
    },
    async stop(): Promise<void> {
      await stack.stop();
      await temporary.remove();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Builds and starts the bare stack, which answers `rows`. */
export async function startBare(rows: string, credentials: Credentials) {
  const { code } = await startProcess({
    command: packageCommand('remix'),
    parameters: ['vite:build', 'bench/bare', '--logLevel', 'warn'],
    variables: { NODE_ENV: 'production' },
    output: 'inherit',
  }).ended;
  if (code !== 0) throw new Error('The bare stack could not be built.');
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  const file = join(folder, 'rows.json');
  writeFileSync(file, rows);
  const service = await startService({
    name: 'bare stack',
    program: 'bench/bare/server.ts',
    variables: {
      NODE_ENV: 'production',
      ROWS: file,
      API_KEY: credentials.apiKey,
      API_SECRET: credentials.apiSecret,
    },
    logFolder: folder,
  });
  const { url } = z.object({ url: z.url() }).parse(service.announcement);
  return {
    url,
    processId: service.processId,
    async stop(): Promise<void> {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
