import type { Environment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { assembleSubscriptionApi } from '../assembly.ts';
import { startEngine } from '../jobs/engine.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import { openDatabase } from '../store/database.ts';
import { type Caller, callerOf, type ServiceInTest } from './service-in-test.ts';

export type Instance = Caller & {
  contextOf: (shop: string) => ShopContext;
  forgetSessions: (shop: string) => void;
  close: () => Promise<void>;
};

/** Starts another instance of a service in test, on its PostgreSQL and its platform, with changes to its environment. The two share no memory. */
export async function startSecondInstance(
  { environment: usual, platform }: ServiceInTest,
  changes: Partial<Environment> = {},
): Promise<Instance> {
  const environment = { ...usual, ...changes };
  if (environment.databaseUrl === undefined) throw new Error('PGlite belongs to one instance.');
  const opened = await openDatabase({ databaseUrl: environment.databaseUrl, folder: '' });
  const logger = createLogger({ level: 'silent', service: 'subscription-api' });
  const engine = await startEngine(opened.jobConnection, logger);
  const { api, dependencies, startJobs } = assembleSubscriptionApi({
    environment,
    database: opened.database,
    engine,
    logger,
  });
  const worker = await startJobs();
  return {
    ...callerOf(api, platform),
    contextOf: (shop) => shopContextOf(dependencies, shop),
    forgetSessions: (shop) => dependencies.forgetSessions(shop),
    async close() {
      await worker.stop();
      await dependencies.background.stop();
      await engine.stop({ graceful: false });
      await opened.close();
    },
  };
}
