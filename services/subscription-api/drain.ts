import { setTimeout as wait } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';

/** How long open requests may take to end at a stop, in ms; below the 10 s after which containers are killed. */
export const drainMilliseconds = 8_000;
const pollMilliseconds = 50;

/**
 * Stops taking connections and resolves when the last open request has ended, or is cut off after `milliseconds`.
 * @returns whether all of them ended by themselves
 */
export async function drain(server: ServerType, milliseconds: number): Promise<boolean> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true;
      resolve();
    });
  });
  const endsAt = performance.now() + milliseconds;
  while (!isClosed && performance.now() < endsAt) {
    // A connection that is kept alive turns idle only when its last request has ended.
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await Promise.race([closed, wait(pollMilliseconds)]);
  }
  if (isClosed) return true;
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
  return false;
}
