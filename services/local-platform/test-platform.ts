import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { accessScopes } from '#process/access-scopes.ts';
import { executeOperation, type OperationAnswer } from './graphql/execute.ts';
import { Platform } from './server/platform.ts';
import type { Store } from './store/store.ts';

export const apiKey = 'test-api-key';
export const apiSecret = 'test-api-secret';
export const appUrl = 'http://localhost:4000';
export const shop = 'roast-and-ritual.myshopify.com';

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A freshly seeded platform without its servers, for one test. */
export function testPlatform({
  folder = temporaryFolder(),
  appUrl: url = appUrl,
  callApp,
  subscribers,
}: {
  folder?: string;
  appUrl?: string;
  callApp?: (request: Request) => Promise<Response>;
  subscribers?: number;
} = {}): Platform {
  const platform = new Platform({
    folder,
    appUrl: url,
    credentials: { apiKey, apiSecret },
    scopes: accessScopes,
    logger: pino({ level: 'silent' }),
    ...(callApp && { callApp }),
    ...(subscribers !== undefined && { subscribers }),
  });
  onTestFinished(() => platform.close());
  return platform;
}

export function storeOf(platform: Platform, domain = shop): Store {
  const store = platform.storeByDomain(domain);
  if (store === undefined) throw new Error(`There is no store ${domain}.`);
  return store;
}

export type Execute = (
  query: string,
  variables?: Record<string, unknown>,
) => Promise<OperationAnswer>;

/** Executes operations on the established store, with the given scopes or as the admin itself. */
export function executor(platform: Platform, scopes: readonly string[] | null = null): Execute {
  const context = platform.contextOf(storeOf(platform), scopes === null ? null : new Set(scopes));
  return (query, variables) => executeOperation({ query, variables }, context);
}
