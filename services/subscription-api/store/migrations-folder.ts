import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder is beside this module when run from source. In build/server the module has moved, so the folder is found from the working directory,
 * which is the repository's root for every npm script.
 */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations', import.meta.url));
  const fromRoot = join(process.cwd(), 'services/subscription-api/store/migrations');
  for (const folder of [beside, fromRoot]) {
    if (existsSync(join(folder, 'meta/_journal.json'))) return folder;
  }
  throw new Error(
    `The database migrations were not found in ${fromRoot}. Start the service from the repository's root.`,
  );
}
