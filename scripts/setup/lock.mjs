import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './failure.mjs';

// A lock is a file with its holder's process id. The holder touches it every second, so that a lock left behind by a
// killed process is noticed even when another process got the same id since.
const heartbeat = 1_000;
const abandonedAfter = 15_000;
const retryAfter = 200;

/**
 * Takes the lock if nobody holds it.
 * @param {string} path
 * @returns {(() => void) | undefined} a function that gives it back, or undefined when somebody else holds it
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${randomUUID()}`;
  const content = `${process.pid} ${randomUUID()}`;
  // Written aside and linked into place: whoever sees the lock sees it with its content.
  writeFileSync(own, content);
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(own, path);
        return keep(path, content);
      } catch (failure) {
        if (errorCode(failure) !== 'EEXIST') throw failure;
        if (!removeAbandoned(path)) return undefined;
      }
    }
    return undefined;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Runs the work while holding the lock, waiting for it first.
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @param {() => void} [onWait] called once when somebody else holds the lock
 * @returns {Promise<Result>}
 */
export async function withLock(path, work, onWait = () => {}) {
  let release = tryLock(path);
  if (!release) onWait();
  while (!release) {
    await wait(retryAfter);
    release = tryLock(path);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
function keep(path, content) {
  const timer = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(path, now, now);
    } catch {
      // Somebody removed the folder under us; giving the lock back copes with that.
    }
  }, heartbeat);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (contentOf(path) === content) rmSync(path, { force: true });
  };
}

/**
 * @param {string} path
 * @returns {boolean} whether the lock is gone now
 */
function removeAbandoned(path) {
  const content = contentOf(path);
  if (content === undefined) return true;
  if (isAlive(Number.parseInt(content, 10)) && !isStale(path)) return false;
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return true;
    throw failure;
  }
  try {
    // Between the look and the move another process may have replaced the abandoned lock by its own: put that back.
    if (contentOf(aside) !== content) linkSync(aside, path);
  } catch (failure) {
    if (errorCode(failure) !== 'EEXIST') throw failure;
  } finally {
    rmSync(aside, { force: true });
  }
  return true;
}

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return undefined;
    throw failure;
  }
}

/** @param {string} path */
function isStale(path) {
  try {
    return Date.now() - statSync(path).mtimeMs > abandonedAfter;
  } catch {
    return true;
  }
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (failure) {
    return errorCode(failure) === 'EPERM';
  }
}
