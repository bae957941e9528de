import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { errorCode, PlainFailure } from '../setup/failure.ts';
import { repositoryFolder } from '../setup/repository.mjs';

/** After this long without a sign of life (ms) a folder's holder counts as gone. */
const abandonedAfter = 5_000;

/**
 * Makes the folder in which a stack keeps everything, and takes it: two stacks on one folder would write into the same
 * database files. A relative `given` (DATA_DIR) is within the checkout.
 */
export async function takeDataFolder(given: string) {
  const dataFolder = resolve(repositoryFolder, given);
  const logFolder = join(dataFolder, 'logs');
  try {
    makeFolder(logFolder);
    // Try a write: access() succeeds on some read-only file systems.
    for (const folder of [dataFolder, logFolder]) rmdirSync(mkdtempSync(join(folder, '.probe-')));
  } catch (failure) {
    const reason = errorCode(failure) ?? String(failure);
    throw new PlainFailure(
      `The data folder ${dataFolder} cannot be written (${reason}): choose another with DATA_DIR.`,
    );
  }
  const release = await lock(dataFolder, {
    lockfilePath: join(dataFolder, 'in-use.lock'),
    stale: abandonedAfter,
    // A holder that was just killed still looks alive.
    retries: { retries: 6, factor: 1, minTimeout: 1_000 },
  }).catch(() => {
    throw new PlainFailure(
      `The data folder ${dataFolder} is in use by another start: stop that one, or choose another folder with DATA_DIR.`,
    );
  });
  return { dataFolder, logFolder, release };
}

/**
 * Makes a folder with those around it. Node's own recursive way never ends where a file system refuses with "no such
 * file" (in /proc, for one).
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
