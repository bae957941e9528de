import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/prepared-databases');

/** A hash of everything that determines a new database: the programs that make it, and its tables. */
function fingerprint(): string {
  const store = join(root, 'services/subscription-api/store');
  const migrations = join(store, 'migrations');
  const files = [
    join(root, 'package-lock.json'),
    join(store, 'pglite.ts'),
    join(root, 'services/subscription-api/jobs/engine.ts'),
    join(root, 'services/subscription-api/jobs/queues.ts'),
    join(root, 'services/subscription-api/testing/temporary-database.ts'),
    ...readdirSync(migrations)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(migrations, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Fills `to` with a copy of what `make` puts into its folder, because copying takes a tenth of the time. `make` runs once per kind, and again after
 * the programs or the tables changed.
 */
export async function copyPrepared(
  kind: string,
  to: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const prepared = join(cache, `${kind}-${fingerprint()}`);
  if (!existsSync(prepared)) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'new-'));
    const made = join(folder, 'made');
    await make(made);
    try {
      renameSync(made, prepared);
    } catch (error) {
      // Another process made it first.
      if (!existsSync(prepared)) throw error;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  copyOwned(prepared, to);
}

/** Copies a folder and keeps its owner. */
export function copyOwned(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const { uid, gid } = statSync(from);
  if (uid === process.getuid?.()) return;
  chownSync(to, uid, gid);
  for (const name of readdirSync(to, { recursive: true })) {
    chownSync(join(to, String(name)), uid, gid);
  }
}
