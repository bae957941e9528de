import { setTimeout as wait } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import { type Deadline, deadlineIn } from './deadline.ts';

/**
 * How long a server keeps an idle connection open, in ms. It must outlast a load balancer's limit (usually 60 s), or the balancer could send a
 * request down a closing connection.
 */
export const keepAlive = { keepAliveTimeout: 75_000 };

/** How long running work may take when the process stops, in ms. Containers are killed after 10 s. */
export const stopMilliseconds = 8_000;
const pollMilliseconds = 50;

/**
 * Accepts no more connections, and resolves when the last open request has ended or the deadline cuts it off.
 * @returns whether all requests ended by themselves
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
    // A kept-alive connection becomes idle only after its last request.
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await Promise.race([closed, wait(pollMilliseconds)]);
  }
  if (isClosed) return true;
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
  return false;
}

/** What a server's requests use, and which carries out jobs beside them. */
type Served = {
  stopJobs(): void;
  close(deadline: Deadline): Promise<void>;
};

/**
 * Stops a server: lets open requests and running jobs end, then closes what they used. All share one deadline, in so many ms.
 * @returns whether all requests ended by themselves
 */
export async function stopServing(
  server: ServerType,
  served: Served,
  milliseconds: number = stopMilliseconds,
): Promise<boolean> {
  const deadline = deadlineIn(milliseconds);
  served.stopJobs();
  const allEnded = await drain(server, deadline);
  await served.close(deadline);
  return allEnded;
}

/** Calls `stop` at the first SIGTERM or SIGINT, and ignores later ones. */
export function onceToldToStop(stop: () => void): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/** Stops a server at SIGTERM or SIGINT and exits: with 0 if all requests ended by themselves, else with 1. */
export function stopAtSignals(
  server: ServerType,
  served: Served,
  fail: (error: unknown) => void,
): void {
  onceToldToStop(() => {
    stopServing(server, served).then((allEnded) => process.exit(allEnded ? 0 : 1), fail);
  });
}
