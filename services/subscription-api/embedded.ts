import { join } from 'node:path';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import type { Logger } from 'pino';
import { type Environment, EnvironmentError, readEnvironment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { assembleSubscriptionApi } from './assembly.ts';
import { type Deadline, deadlineIn, within } from './deadline.ts';
import type { InProcess } from './http/endpoint-routes.ts';
import { localClockRoutes } from './http/local-clock.ts';
import { startOperatorServer } from './http/operator-server.ts';
import { stopMilliseconds } from './http-server.ts';
import { startEngine } from './jobs/engine.ts';
import { createLocalJobClock } from './jobs/local-job-clock.ts';
import { installLocalPlatformFetch } from './platform/local-platform-fetch.ts';
import { clockOfLocalPlatform } from './product-clock.ts';
import { renewAllEncryption } from './renew-encryption.ts';
import { sessionStorageIn } from './sessions/encrypted-session-storage.ts';
import { type ShopContext, shopContextOf } from './shop-context.ts';
import { openDatabase } from './store/database.ts';

export { FolderInUseError } from './store/folder-lock.ts';
export { EnvironmentError };

/** Environment variables as `process.env` has them. A missing or wrong one throws an EnvironmentError of one line. */
type EnvironmentVariables = Record<string, string | undefined>;

/** The service in this process: a handler of web-standard requests, and the sessions that it shares with the app. */
export type RunningSubscriptionApi = {
  fetch(request: Request): Promise<Response>;
  /** Like `fetch`, for a caller in this process. It may take a successful answer as a value, and vouch for a session token that it has verified. */
  call(request: Request, inProcess?: InProcess): Promise<Response>;
  sessionStorage: SessionStorage;
  /** For work without a signed-in merchant: webhooks, jobs, the portal. */
  shopContextOf(shop: string): ShopContext;
  /** Starts no more jobs, and asks the running ones to end. `close` waits for them. */
  stopJobs(): void;
  /** Waits for running requests and jobs until the deadline (8 s by default), then closes the database. */
  close(deadline?: Deadline): Promise<void>;
};

/**
 * Opens and migrates the database, and starts the service. In local mode it also points the platform's library at the local platform, for the whole
 * process.
 * @throws EnvironmentError; FolderInUseError if another service has the PGlite folder open
 */
export async function startSubscriptionApi(
  variables: EnvironmentVariables,
  options: { logger?: Logger } = {},
): Promise<RunningSubscriptionApi> {
  const environment = readEnvironment(variables);
  const logger = options.logger ?? loggerFor(environment);
  const service = await openService(environment, logger);
  const { api, database, dependencies, engine, sessionStorage } = service;
  const { clock, jobClock } = service;
  const worker = environment.jobsRunIn === 'app' ? await service.startJobs() : undefined;
  if (clock !== undefined && environment.defaultCredentials !== undefined) {
    const { apiSecrets } = environment.defaultCredentials;
    const catchUp = async (): Promise<Date | null> => {
      await jobClock?.follow();
      await worker?.settled();
      return (await worker?.nextDue()) ?? null;
    };
    api.route('/', localClockRoutes({ apiSecrets, clock, catchUp }));
  }

  void dependencies.background.run(() =>
    renewAllEncryption(database, environment.encryptionKeys, logger),
  );

  // PGlite belongs to this process, so operators need a way in. On PostgreSQL their commands open the database themselves.
  const closeOperatorDoor =
    environment.databaseUrl === undefined
      ? await startOperatorServer(
          { database, engine, jobs: dependencies.jobs, now: dependencies.now },
          environment.dataDirectory,
        )
      : undefined;

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
    stopJobs: () => void worker?.stop(),
    async close(deadline = deadlineIn(stopMilliseconds)) {
      const stopped = worker?.stop();
      await closeOperatorDoor?.();
      // Requests whose callers are gone still run to their end.
      await within(deadline, Promise.allSettled(underWay)).catch(() => {});
      const ending = [dependencies.background.stop(), stopped];
      await within(deadline, Promise.all(ending)).catch(() => {});
      await service.close();
    },
  };
}

function loggerFor({ logLevel }: Environment): Logger {
  return createLogger({ level: logLevel, service: 'subscription-api' });
}

/** The service on its database, with the job engine. No job runs yet. */
async function openService(environment: Environment, logger: Logger) {
  const { localPlatformUrl } = environment;
  if (localPlatformUrl !== undefined) installLocalPlatformFetch(localPlatformUrl);
  const clock =
    localPlatformUrl === undefined ? undefined : await clockOfLocalPlatform(localPlatformUrl);
  const jobClock = clock && createLocalJobClock(clock.now);
  const { database, jobConnection, close } = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'database'),
  });
  try {
    const engine = await startEngine(jobConnection, logger, { clock: jobClock });
    const clocks = clock && { now: clock.now, machineNow: () => new Date() };
    return {
      ...assembleSubscriptionApi({ environment, database, engine, logger, ...clocks }),
      database,
      engine,
      clock,
      jobClock,
      async close() {
        await engine.stop({ graceful: false });
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a process that runs jobs and serves no requests. Any number of them may share one PostgreSQL.
 * @throws EnvironmentError without DATABASE_URL: PGlite belongs to the app's process
 */
export async function startJobWorker(
  variables: EnvironmentVariables,
): Promise<{ close(deadline?: Deadline): Promise<void> }> {
  const environment = readEnvironment(variables);
  if (environment.databaseUrl === undefined) {
    throw new EnvironmentError(
      'A worker needs PostgreSQL: set DATABASE_URL. On PGlite the app carries its jobs out by itself.',
    );
  }
  const service = await openService(environment, loggerFor(environment));
  const worker = await service.startJobs();
  return {
    async close(deadline = deadlineIn(stopMilliseconds)) {
      const ending = [worker.stop(), service.dependencies.background.stop()];
      await within(deadline, Promise.all(ending)).catch(() => {});
      await service.close();
    },
  };
}

/**
 * For an app whose subscription API runs elsewhere (SUBSCRIPTION_API_URL): opens the app's own sessions, encrypted, in PostgreSQL if DATABASE_URL
 * is set, else in PGlite under DATA_DIR/sessions.
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
