import type { Environment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { assembleSubscriptionApi } from '../assembly.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import { openDatabase } from '../store/database.ts';
import { type Caller, callerOf, type ServiceInTest } from './service-in-test.ts';

export type Instance = Caller & {
  contextOf: (shop: string) => ShopContext;
  close: () => Promise<void>;
};

/** Another instance of a service in test, on its PostgreSQL and its platform, its environment changed: nothing that one keeps in memory is known to the other. */
export async function startSecondInstance(
  { environment: usual, platform }: ServiceInTest,
  changes: Partial<Environment> = {},
): Promise<Instance> {
  const environment = { ...usual, ...changes };
  if (environment.databaseUrl === undefined) throw new Error('PGlite belongs to one instance.');
  const opened = await openDatabase({ databaseUrl: environment.databaseUrl, folder: '' });
  const { api, dependencies } = assembleSubscriptionApi({
    environment,
    database: opened.database,
    logger: createLogger({ level: 'silent', service: 'subscription-api' }),
  });
  return {
    ...callerOf(api, platform),
    contextOf: (shop) => shopContextOf(dependencies, shop),
    async close() {
      await dependencies.background.stop();
      await opened.close();
    },
  };
}
