import { join } from 'node:path';
import { readEnvironment } from '#process/environment.ts';
import { addDemoStore } from './demo-store.ts';
import { openDatabase } from './store/database.ts';

/**
 * Adds the local demo's established store. `first-crack` gets no vendor, to show onboarding. Safe to run any number of times, but only while no
 * service has the PGlite folder open.
 */
async function seed(): Promise<void> {
  const environment = readEnvironment(process.env);
  const store = await openDatabase({
    databaseUrl: environment.databaseUrl,
    folder: join(environment.dataDirectory, 'database'),
  });
  try {
    await addDemoStore(store.database);
  } finally {
    await store.close();
  }
}

seed().catch((error: unknown) => {
  process.stderr.write(
    `The demo's store could not be added: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
