import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { apiPrefix, remainingTimeHeader } from '#contract/endpoints.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type LocalPlatformInTest, startLocalPlatform } from '#services/local-platform/testing.ts';
import { approveVendor } from '#services/subscription-api/shop/vendor.ts';
import { openDatabase } from '#services/subscription-api/store/database.ts';
import {
  createTemporaryDatabase,
  type DatabaseKind,
} from '#services/subscription-api/testing/temporary-database.ts';

const announcementSchema = z.object({ ready: z.literal(true), port: z.number() });

const followParent = ['--import', './scripts/setup/follow-parent.mjs'];

/** The answer to a request; null if none came. */
export type Outcome = { status: number; body: unknown } | null;

/** The subscription API as a process that can be killed, with a platform that survives it. */
export type CrashingService = {
  platform: LocalPlatformInTest;
  start(): Promise<void>;
  /** Ends the process without warning, like a power cut. */
  kill(): Promise<void>;
  /**
   * Sends a request of the shop's merchant; without a token if `shop` is null. `key` is the Idempotency-Key that a form sends. After
   * `waits` ms an answer no longer counts.
   */
  call(
    shop: string | null,
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; waits?: number | undefined },
  ): Promise<Outcome>;
  remove(): Promise<void>;
};

/** Prepares a service with a database of that kind, in which the shops are approved vendors. */
export async function prepareService(
  kind: DatabaseKind,
  shops: readonly string[],
): Promise<CrashingService> {
  const temporary = await createTemporaryDatabase(kind);
  const { dataDirectory, databaseUrl } = temporary;
  const platform = await startLocalPlatform({
    dataDirectory: join(dataDirectory, 'platform'),
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    appUrl: 'http://localhost:4000',
  });
  const folder = join(dataDirectory, 'database');
  mkdirSync(folder, { recursive: true });
  const opened = await openDatabase({ databaseUrl, folder });
  for (const shop of shops) {
    await approveVendor(opened.database, { shop, status: 'active', simpleSubscription: true });
  }
  await opened.close();

  let child: ChildProcess | undefined;
  let origin = '';
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    platform,
    async start() {
      child = spawn(process.execPath, [...followParent, 'services/subscription-api/start.ts'], {
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          DATA_DIR: dataDirectory,
          ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
          ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
          SHOPIFY_API_KEY: 'api-key',
          SHOPIFY_API_SECRET: 'api-secret',
          LOCAL_PLATFORM_URL: platform.platformUrl,
          LOG_LEVEL: 'fatal',
          API_PORT: '0',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = once(child, 'exit').then(() => {
        throw new Error('The API ended before it was ready.');
      });
      const [message] = await Promise.race([once(child, 'message'), ended]);
      ended.catch(() => {});
      origin = `http://127.0.0.1:${announcementSchema.parse(message).port}`;
    },
    kill,
    async call(shop, method, path, { body, key, waits } = {}) {
      const token = shop === null ? undefined : await platform.sessionToken(shop);
      try {
        const answer = await fetch(`${origin}${apiPrefix}${path}`, {
          method,
          headers: {
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...(key !== undefined && { [idempotencyKeyHeader]: key }),
            ...(waits !== undefined && { [remainingTimeHeader]: String(waits) }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
      } catch {
        return null;
      }
    },
    async remove() {
      await kill();
      await platform.close();
      await temporary.remove();
    },
  };
}
