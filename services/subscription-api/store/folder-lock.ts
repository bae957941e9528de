import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.number().int(), startedAt: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** Folders that this very process holds: its pid in a lock file alone doesn't tell, a container reuses pid 1. */
const heldHere = new Set<string>();

/** When the process started, in the system's own ticks; empty where the system doesn't tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name may hold spaces and brackets: count the fields after its last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(holder: Holder): boolean {
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const startedAt = startOf(holder.pid);
  return holder.startedAt === '' || startedAt === '' || holder.startedAt === startedAt;
}

function readHolder(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Two processes may find the same stale lock. Moving it away first shows which file was really taken: if it was the
 * other's new lock, it goes back, and creating our own fails as it must.
 */
function removeStale(file: string, stale: Holder | null): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (JSON.stringify(moved) === JSON.stringify(stale)) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/** Thrown when another process (or another part of this one) has the folder open. */
export class FolderInUseError extends Error {}

/**
 * Takes the folder for this process alone: PGlite has no protection of its own against a second process, and two would
 * destroy each other's data. The lock file sits beside the folder. A lock left by a process that is gone (kill -9, power cut) is
 * taken over. Returns the function that releases it.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(folder), { recursive: true });
  if (heldHere.has(file)) {
    throw new FolderInUseError(`The database folder ${folder} is already open in this process.`);
  }
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  if (existsSync(file)) {
    const holder = readHolder(file);
    if (holder !== null && isRunning(holder)) {
      throw new FolderInUseError(
        `The database folder ${folder} is in use by process ${holder.pid}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    removeStale(file, holder);
  }
  try {
    writeFileSync(file, mine, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new FolderInUseError(
        `The database folder ${folder} was taken by another process just now. Start again once it has stopped.`,
      );
    }
    throw error;
  }
  heldHere.add(file);
  return () => {
    heldHere.delete(file);
    if (JSON.stringify(readHolder(file)) === mine) rmSync(file, { force: true });
  };
}
