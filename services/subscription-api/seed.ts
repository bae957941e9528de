import { join } from 'node:path';
import { readEnvironment } from '#process/environment.ts';
import { approveVendor } from './shop/vendor.ts';
import { openDatabase } from './store/database.ts';

/**
 * The local demo's approved vendor; `first-crack` stays without one, to show onboarding. Safe to run any number of times, while
 * no service has the PGlite folder open.
 */
async function seed(): Promise<void> {
  const environment = readEnvironment(process.env);
  const store = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'database'),
  });
  try {
    await approveVendor(store.database, {
      shop: 'roast-and-ritual.myshopify.com',
      status: 'active',
      simpleSubscription: true,
    });
  } finally {
    await store.close();
  }
}

seed().catch((error: unknown) => {
  process.stderr.write(
    `The demo's vendor could not be added: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
