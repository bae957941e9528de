import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, PlainFailure } from '../setup/failure.mjs';
import { tryLock } from '../setup/lock.mjs';
import { repositoryFolder } from '../setup/repository.mjs';

/**
 * Makes the folder in which a stack keeps everything, and takes it: two stacks on one folder would write into the same
 * database files.
 * @param {string} given DATA_DIR; a relative one is within the checkout
 * @returns {{dataFolder: string, logFolder: string, release: () => void}}
 */
export function takeDataFolder(given) {
  const dataFolder = resolve(repositoryFolder, given);
  const logFolder = join(dataFolder, 'logs');
  try {
    makeFolder(logFolder);
    for (const folder of [dataFolder, logFolder]) {
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      // A read-only file system lets access() pass on some machines; only writing tells.
      const probe = join(folder, `.probe-${process.pid}`);
      writeFileSync(probe, '');
      rmSync(probe);
    }
  } catch (failure) {
    const reason = errorCode(failure) ?? String(failure);
    throw new PlainFailure(
      `The data folder ${dataFolder} cannot be written (${reason}): choose another with DATA_DIR.`,
    );
  }
  const release = tryLock(join(dataFolder, 'in-use.lock'));
  if (!release) {
    throw new PlainFailure(
      `The data folder ${dataFolder} is in use by another start: stop that one, or choose another folder with DATA_DIR.`,
    );
  }
  return { dataFolder, logFolder, release };
}

/**
 * Makes a folder with those around it. Node's own recursive way never ends where a file system refuses with "no such
 * file" (in /proc, for one).
 * @param {string} folder
 */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
