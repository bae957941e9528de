import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

/** How often a holder shows that it is alive, and after which silence it is taken for dead. */
const beatMilliseconds = 1_000;
const deadAfterMilliseconds = 10_000;
const pollMilliseconds = 250;

/** Thrown when another process (or another part of this one) has the folder open. */
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
 * Takes the folder for this process alone: PGlite has no protection of its own against a second process. The holder shows that
 * it is alive by a heartbeat, since a process id says nothing between two containers. The lock of a killed process is waited for
 * and taken over; a living holder is a FolderInUseError within two seconds.
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
