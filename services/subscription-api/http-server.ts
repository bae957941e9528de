import { setTimeout as wait } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import { type Deadline, deadlineIn } from './deadline.ts';

/**
 * For how long a server keeps an idle connection open, in ms: longer than a balancer before it (most of them 60 s), which else
 * would send a request down a connection that is just being closed.
 */
export const keepAlive = { keepAliveTimeout: 75_000 };

/** How long all that is under way may take to end at a stop, in ms; below the 10 s after which containers are killed. */
export const stopMilliseconds = 8_000;
const pollMilliseconds = 50;

/**
 * Stops taking connections and resolves when the last open request has ended, or is cut off at the deadline.
 * @returns whether all of them ended by themselves
 */
async function drain(server: ServerType, deadline: Deadline): Promise<boolean> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true;
      resolve();
    });
  });
  while (!isClosed && deadline.left() > 0) {
    // A connection that is kept alive turns idle only when its last request has ended.
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await Promise.race([closed, wait(pollMilliseconds)]);
  }
  if (isClosed) return true;
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
  return false;
}

/**
 * Stops a server: requests that are open may end, then `close` closes what they used. Both have one deadline, in so many ms.
 * @returns whether all requests ended by themselves
 */
export async function stopServing(
  server: ServerType,
  close: (deadline: Deadline) => Promise<void>,
  milliseconds: number = stopMilliseconds,
): Promise<boolean> {
  const deadline = deadlineIn(milliseconds);
  const allEnded = await drain(server, deadline);
  await close(deadline);
  return allEnded;
}

/** Calls it at the first SIGTERM or SIGINT; those that follow change nothing. */
export function onceToldToStop(stop: () => void): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/** Stops a server at SIGTERM or SIGINT and ends the process: with 0 where all requests ended by themselves, else with 1. */
export function stopAtSignals(
  server: ServerType,
  close: (deadline: Deadline) => Promise<void>,
  fail: (error: unknown) => void,
): void {
  onceToldToStop(() => {
    stopServing(server, close).then((allEnded) => process.exit(allEnded ? 0 : 1), fail);
  });
}
