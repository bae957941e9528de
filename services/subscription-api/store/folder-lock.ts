import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

/** How often a holder shows that it is alive, and how long it may be silent before another takes over. */
const beatMilliseconds = 1_000;
const deadAfterMilliseconds = 10_000;
const pollMilliseconds = 250;

/** Another process (or another part of this one) has the folder open. */
export class FolderInUseError extends Error {}

async function lastBeatOf(lockPath: string): Promise<number | null> {
  const found = await stat(lockPath).catch(() => null);
  return found === null ? null : found.mtimeMs;
}

function endProcess(folder: string): never {
  process.stderr.write(
    `The database folder ${folder} was taken by another process. This one ends, so that the two don't destroy each other's data.\n`,
  );
  process.exit(1);
}

/**
 * Locks the folder for this process, because PGlite itself doesn't keep a second process out. The holder proves that it is alive by a heartbeat,
 * since a process id means nothing in another container. The lock of a killed process is taken over after a wait.
 * @throws FolderInUseError within two seconds if the holder is alive
 * @returns the function that releases it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = `${folder}.in-use`;
  await mkdir(dirname(folder), { recursive: true });
  let seen: number | null = null;
  for (;;) {
    try {
      return await lock(folder, {
        lockfilePath,
        // The folder may not exist yet.
        realpath: false,
        stale: deadAfterMilliseconds,
        update: beatMilliseconds,
        onCompromised: () => endProcess(folder),
      });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
    }
    const beat = await lastBeatOf(lockfilePath);
    if (seen !== null && beat !== null && beat !== seen) {
      throw new FolderInUseError(
        `The database folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    seen = beat;
    await wait(pollMilliseconds);
  }
}
