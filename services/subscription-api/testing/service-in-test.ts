import { join } from 'node:path';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { apiPrefix } from '#contract/endpoints.ts';
import { type Environment, readEnvironment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { type LocalPlatformInTest, startLocalPlatform } from '#services/local-platform/testing.ts';
import { assembleSubscriptionApi } from '../assembly.ts';
import type { InProcess } from '../http/endpoint-routes.ts';
import { startEngine } from '../jobs/engine.ts';
import { installLocalPlatformFetch } from '../platform/local-platform-fetch.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createTemporaryDatabase, type DatabaseKind } from './temporary-database.ts';

export const roastAndRitual = 'roast-and-ritual.myshopify.com';
export const firstCrack = 'first-crack.myshopify.com';

/** An answer of the API, with its JSON body parsed. */
export type Answer = {
  status: number;
  body: unknown;
  headers: Headers;
};

export type ServiceInTest = {
  platform: LocalPlatformInTest;
  database: Database;
  engine: PgBoss;
  environment: Environment;
  /** Everything that was logged so far. */
  log(): string;
  /** Moves the service's own clock; the platform has another. */
  setClockOffset(seconds: number): void;
  /** A request of a shop's merchant, with a fresh session token. */
  call(
    shop: string,
    method: string,
    path: string,
    options?: {
      /** Sent as JSON; a form as multipart. */
      body?: unknown;
      headers?: Record<string, string>;
      /** The options of a caller in the same process. */
      inProcess?: InProcess;
    },
  ): Promise<Answer>;
  /** Runs GraphQL as the store's admin, for looking at or changing what the platform has. */
  admin(
    shop: string,
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** The shop's context without a merchant, as a webhook or a job has it. */
  contextOf(shop: string): ShopContext;
  /** Drops the shop's cached sessions. */
  forgetSessions(shop: string): void;
  /** A raw request, without a token. */
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** The names of the GraphQL operations that the platform has received since the last call of this. */
  operations(): string[];
  /** Resolves when background work and the due jobs have ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** For tests that only send requests. */
export type Caller = Pick<ServiceInTest, 'call' | 'request'>;

const dataSchema = z.object({ data: z.record(z.string(), z.unknown()) });

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  return {
    status: response.status,
    body: text === '' ? null : isPage ? text : JSON.parse(text),
    headers: response.headers,
  };
}

/** Sends requests to an instance of the API. */
export function callerOf(
  api: ReturnType<typeof assembleSubscriptionApi>['api'],
  platform: Pick<LocalPlatformInTest, 'sessionToken'>,
): Caller {
  return {
    async call(shop, method, path, { body, headers, inProcess } = {}) {
      const token = await platform.sessionToken(shop);
      const isJson = body !== undefined && !(body instanceof FormData);
      const init = {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'XMLHttpRequest',
          ...(isJson && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body instanceof FormData && { body }),
        ...(isJson && { body: JSON.stringify(body) }),
      };
      return await answerOf(await api.request(`${apiPrefix}${path}`, init, inProcess));
    },
    request: async (path, init) => await answerOf(await api.request(path, init)),
  };
}

/** Starts the service on a database of the kind, with the local platform in this process. */
export async function startServiceInTest(
  kind: DatabaseKind,
  {
    variables = {},
    ...options
  }: { timeoutMilliseconds?: number; variables?: Record<string, string> } = {},
): Promise<ServiceInTest> {
  const temporary = await createTemporaryDatabase(kind);
  const platform = await startLocalPlatform({
    dataDirectory: join(temporary.dataDirectory, 'platform'),
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    // Where nothing listens: a demo that runs meanwhile isn't told the tests' time.
    appUrl: 'http://127.0.0.1:1',
  });
  installLocalPlatformFetch(platform.platformUrl);
  const environment = readEnvironment({
    DATA_DIR: temporary.dataDirectory,
    DATABASE_URL: temporary.databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: 'api-secret',
    LOCAL_PLATFORM_URL: platform.platformUrl,
    LOCAL_ADMIN_URL: 'https://admin.localhost:4443',
    SHIPSTATION_URL: `${platform.platformUrl}/shipstation`,
    SMTP_URL: platform.smtpUrl,
    TWILIO_URL: `${platform.platformUrl}/twilio`,
    ...variables,
  });
  const { database, jobConnection, close } = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(temporary.dataDirectory, 'database'),
  });
  const lines: string[] = [];
  const logger = createLogger({
    level: 'trace',
    service: 'subscription-api',
    write: (line) => void lines.push(line),
  });
  let offsetSeconds = 0;
  const engine = await startEngine(jobConnection, logger);
  const { api, dependencies, startJobs } = assembleSubscriptionApi({
    environment,
    database,
    engine,
    logger,
    now: () => new Date(Date.now() + offsetSeconds * 1000),
    ...options,
  });
  const worker = await startJobs();
  return {
    platform,
    database,
    engine,
    environment,
    log: () => lines.join(''),
    setClockOffset: (seconds) => {
      offsetSeconds = seconds;
    },
    ...callerOf(api, platform),
    admin: async (shop, query, variables = {}) =>
      dataSchema.parse(await platform.graphql(shop, query, variables)).data,
    contextOf: (shop) => shopContextOf(dependencies, shop),
    forgetSessions: (shop) => dependencies.forgetSessions(shop),
    operations() {
      const names = platform.control.requests().map((request) => request.operation ?? '');
      platform.control.clearRequests();
      return names;
    },
    async settled() {
      await worker.settled();
      await dependencies.background.settled();
    },
    async close() {
      await worker.stop();
      await dependencies.background.stop();
      await engine.stop({ graceful: false });
      await close();
      await platform.close();
      await temporary.remove();
    },
  };
}

/** Parses an answer's body with a schema of the contract, after checking its status. */
export function bodyOf<Output>(answer: Answer, schema: z.ZodType<Output>, status = 200): Output {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return schema.parse(answer.body);
}
