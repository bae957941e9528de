import { join } from 'node:path';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import type { Logger } from 'pino';
import { readEnvironment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { assembleSubscriptionApi } from './assembly.ts';
import { type Deadline, deadlineIn, within } from './deadline.ts';
import { forgetOldRuns } from './fulfilling/order-sync/run-store.ts';
import type { InProcess } from './http/endpoint-routes.ts';
import { stopMilliseconds } from './http-server.ts';
import { forgetOldKeys } from './idempotency/create-once.ts';
import { forgetExpiredMagicLinks } from './merchant/magic-link/store.ts';
import { startOperatorServer } from './merchant/operator/operator-server.ts';
import { forgetExpiredSessions } from './merchant/portal/sessions.ts';
import { installLocalPlatformFetch } from './platform/local-platform-fetch.ts';
import { renewAllEncryption } from './renew-encryption.ts';
import { sessionStorageIn } from './sessions/encrypted-session-storage.ts';
import { type ShopContext, shopContextOf } from './shop-context.ts';
import { openDatabase } from './store/database.ts';
import { forgetOldLeases } from './store/lease.ts';
import { forgetOldWebhooks } from './webhook/receive.ts';

export { EnvironmentError } from '#process/environment.ts';
export { FolderInUseError } from './store/folder-lock.ts';

/** Environment variables as `process.env` has them; what is missing or wrong is an EnvironmentError of one line. */
export type EnvironmentVariables = Record<string, string | undefined>;

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The service in this process: a handler of web-standard requests, and the sessions that it shares with the app. */
export type RunningSubscriptionApi = {
  fetch(request: Request): Promise<Response>;
  /** The same for a caller in this process, who may take a good answer as a value and have verified the session token. */
  call(request: Request, inProcess?: InProcess): Promise<Response>;
  sessionStorage: SessionStorage;
  /** For what acts without a merchant at the screen: webhooks, jobs, the portal. */
  shopContextOf(shop: string): ShopContext;
  /** Waits for the requests that are under way, until the deadline (8 s from now without one), then closes the database. */
  close(deadline?: Deadline): Promise<void>;
};

/**
 * Opens the database (migrating it), and makes the service. In local mode it also points the platform's library at the local
 * platform, for the whole process. Only one service at a time may have a PGlite folder open (FolderInUseError).
 */
export async function startSubscriptionApi(
  variables: EnvironmentVariables,
  options: { logger?: Logger } = {},
): Promise<RunningSubscriptionApi> {
  const environment = readEnvironment(variables);
  const logger =
    options.logger ?? createLogger({ level: environment.logLevel, service: 'subscription-api' });
  if (environment.localPlatformUrl !== undefined) {
    installLocalPlatformFetch(environment.localPlatformUrl);
  }
  const { database, close } = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'database'),
  });
  const { api, dependencies, sessionStorage } = assembleSubscriptionApi({
    environment,
    database,
    logger,
  });

  void dependencies.background.run(() =>
    renewAllEncryption(database, environment.encryptionKeys, logger),
  );

  // PostgreSQL lets an operator in by itself.
  const closeOperatorDoor =
    environment.databaseUrl === undefined
      ? await startOperatorServer(database, environment.dataDirectory)
      : undefined;

  const forget = (): void => {
    Promise.all([
      forgetOldKeys(database),
      forgetOldWebhooks(database),
      forgetOldLeases(database),
      forgetExpiredMagicLinks(database, new Date()),
      forgetExpiredSessions(database, new Date()),
      forgetOldRuns(database, new Date()),
    ]).catch((error: unknown) => {
      logger.warn({ error }, 'could not forget what is old');
    });
  };
  forget();
  const forgetting = setInterval(forget, dayMilliseconds).unref();

  const underWay = new Set<Promise<Response>>();
  const call: RunningSubscriptionApi['call'] = async (request, inProcess = {}) => {
    const answer = Promise.resolve(api.fetch(request, inProcess));
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  };
  return {
    fetch: (request) => call(request),
    call,
    sessionStorage,
    shopContextOf: (shop) => shopContextOf(dependencies, shop),
    async close(deadline = deadlineIn(stopMilliseconds)) {
      clearInterval(forgetting);
      await closeOperatorDoor?.();
      // A request whose caller has gone is still carried out.
      await within(deadline, Promise.allSettled(underWay)).catch(() => {});
      await within(deadline, dependencies.background.stop()).catch(() => {});
      await close();
    },
  };
}

/**
 * For an app whose subscription API runs elsewhere (SUBSCRIPTION_API_URL): the app's own sessions, encrypted, in PostgreSQL
 * where DATABASE_URL is set and else in PGlite under DATA_DIR/sessions.
 */
export async function startSessionStorage(
  variables: EnvironmentVariables,
): Promise<{ sessionStorage: SessionStorage; close(): Promise<void> }> {
  const environment = readEnvironment(variables);
  if (environment.localPlatformUrl !== undefined) {
    installLocalPlatformFetch(environment.localPlatformUrl);
  }
  const { database, close } = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'sessions'),
  });
  return { sessionStorage: sessionStorageIn(database, environment.encryptionKeys), close };
}
