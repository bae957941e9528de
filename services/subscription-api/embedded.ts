import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { DrizzleSessionStoragePostgres } from '@shopify/shopify-app-session-storage-drizzle';
import type { Logger } from 'pino';
import { createSubscriptionApi } from './application.ts';
import {
  credentialsFor,
  readSubscriptionApiEnvironment,
  type SubscriptionApiEnvironment,
} from './environment.ts';
import { createLogger, describeError } from './logging.ts';
import { createAccessTokens } from './platform/access-tokens.ts';
import { createAdminGraphql } from './platform/admin-graphql.ts';
import { installLocalPlatformFetch } from './platform/local-platform-fetch.ts';
import { apiVersion, createPlatformLibraries } from './platform/platform-library.ts';
import { grantUrl } from './platform/scopes.ts';
import { notAuthorized } from './service-error.ts';
import { type OpenDatabase, openDatabase } from './store/database.ts';
import { EncryptedSessionStorage } from './store/encrypted-session-storage.ts';
import { forgetOldKeys } from './store/idempotency-store.ts';
import { sessionTable } from './store/schema.ts';

export { EnvironmentError } from './environment.ts';

/** Environment variables as `process.env` has them; what is missing or wrong is an EnvironmentError of one line. */
export type EnvironmentVariables = Record<string, string | undefined>;

const platformTimeoutMilliseconds = 20_000;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The service in this process: a handler of web-standard requests, and the sessions that it shares with the app. */
export interface RunningSubscriptionApi {
  fetch(request: Request): Promise<Response>;
  sessionStorage: SessionStorage;
  close(): Promise<void>;
}

function sessionStorageIn(
  { database }: OpenDatabase,
  environment: SubscriptionApiEnvironment,
): SessionStorage {
  return new EncryptedSessionStorage(
    new DrizzleSessionStoragePostgres(database, sessionTable),
    environment.encryptionKey,
  );
}

/**
 * Opens the database (migrating it), and makes the service. In local mode it also points the platform's library at the local
 * platform, for the whole process. Only one service at a time may have a PGlite folder open.
 */
export async function startSubscriptionApi(
  variables: EnvironmentVariables,
  options: { logger?: Logger } = {},
): Promise<RunningSubscriptionApi> {
  const environment = readSubscriptionApiEnvironment(variables);
  const logger = options.logger ?? createLogger(environment.logLevel);
  if (environment.localPlatformUrl !== undefined) {
    installLocalPlatformFetch(environment.localPlatformUrl);
  }
  const store = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'database'),
  });
  const { database } = store;
  const sessionStorage = sessionStorageIn(store, environment);
  const now = () => new Date();
  const libraryOf = createPlatformLibraries({ appUrl: environment.appUrl, logger });
  const accessTokens = createAccessTokens({
    sessionStorage,
    libraryFor: (shop) => {
      const credentials = credentialsFor(environment, shop);
      if (credentials === undefined) throw notAuthorized();
      return libraryOf(credentials);
    },
    logger,
    now,
  });
  const graphql = createAdminGraphql({
    accessTokens,
    apiVersion,
    scopes: environment.scopes,
    grantUrlFor: (shop) =>
      grantUrl({ shop, scopes: environment.scopes, localAdminUrl: environment.localAdminUrl }),
    logger,
    wait: (milliseconds) => wait(milliseconds),
    timeoutMilliseconds: platformTimeoutMilliseconds,
  });
  const api = createSubscriptionApi({
    database,
    graphql,
    credentialsFor: (shop) => credentialsFor(environment, shop),
    logger,
    now,
    wait: (milliseconds) => wait(milliseconds),
  });

  const forget = (): void => {
    forgetOldKeys(database).catch((error: unknown) => {
      logger.warn({ err: describeError(error) }, 'could not forget old idempotency keys');
    });
  };
  forget();
  const forgetting = setInterval(forget, dayMilliseconds).unref();

  return {
    fetch: async (request) => await api.fetch(request),
    sessionStorage,
    async close() {
      clearInterval(forgetting);
      await store.close();
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
  const environment = readSubscriptionApiEnvironment(variables);
  if (environment.localPlatformUrl !== undefined) {
    installLocalPlatformFetch(environment.localPlatformUrl);
  }
  const store = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'sessions'),
  });
  return { sessionStorage: sessionStorageIn(store, environment), close: () => store.close() };
}
