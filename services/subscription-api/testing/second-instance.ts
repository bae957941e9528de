import { createLogger } from '#process/logger.ts';
import { assembleSubscriptionApi } from '../assembly.ts';
import { openDatabase } from '../store/database.ts';
import { type Caller, callerOf, type ServiceInTest } from './service-in-test.ts';

/** Another instance of a service in test, on its PostgreSQL and its platform: nothing that one keeps in memory is known to the other. */
export async function startSecondInstance({
  environment,
  platform,
}: ServiceInTest): Promise<Caller & { close: () => Promise<void> }> {
  if (environment.databaseUrl === undefined) throw new Error('PGlite belongs to one instance.');
  const opened = await openDatabase({ databaseUrl: environment.databaseUrl, folder: '' });
  const { api, dependencies } = assembleSubscriptionApi({
    environment,
    database: opened.database,
    logger: createLogger({ level: 'silent', service: 'subscription-api' }),
  });
  return {
    ...callerOf(api, platform),
    async close() {
      await dependencies.background.stop();
      await opened.close();
    },
  };
}
