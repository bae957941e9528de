import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { errorCode, PlainFailure } from '../setup/failure.ts';
import { repositoryFolder } from '../setup/repository.mjs';

/** A lock that wasn't renewed for this long (ms) counts as abandoned. */
const abandonedAfter = 5_000;

/**
 * Creates and locks a stack's data folder, because two stacks would write into the same database files. A relative `given` (DATA_DIR)
 * is within the checkout.
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
    // The lock of a process that was just killed still looks valid.
    retries: { retries: 6, factor: 1, minTimeout: 1_000 },
  }).catch(() => {
    throw new PlainFailure(
      `The data folder ${dataFolder} is in use by another start: stop that one, or choose another folder with DATA_DIR.`,
    );
  });
  return { dataFolder, logFolder, release };
}

/** Creates a folder and its parents. Node's own `recursive` never returns where creating fails with "no such file", as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
