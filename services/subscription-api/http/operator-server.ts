import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import type { PgBoss } from 'pg-boss';
import type { Jobs } from '../jobs/jobs.ts';
import { jobCommandSchema, runJobCommand } from '../merchant/operator/job-commands.ts';
import { keyFileOf, type OperatorKey } from '../merchant/operator/send-to-operator-server.ts';
import { runVendorCommand, vendorCommandSchema } from '../merchant/operator/vendor-commands.ts';
import type { Database } from '../store/database.ts';

/** In bytes. */
const largestCommand = 10_000;

/**
 * Lets an operator on this machine act while the service has the PGlite folder open, because a second process can't open it. It listens on loopback
 * only, and its token is readable only to those who may read the data folder.
 * @returns the function that closes it
 */
export async function startOperatorServer(
  {
    database,
    engine,
    jobs,
    now,
  }: { database: Database; engine: PgBoss; jobs: Pick<Jobs, 'send' | 'wake'>; now: () => Date },
  dataDirectory: string,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url');
  const expected = Buffer.from(token);
  const app = new Hono()
    .use(
      bearerAuth({
        verifyToken: (given) => {
          const presented = Buffer.from(given);
          return presented.length === expected.length && timingSafeEqual(presented, expected);
        },
      }),
    )
    .use(bodyLimit({ maxSize: largestCommand }))
    .post('/vendor-commands', async (context) => {
      const command = vendorCommandSchema.safeParse(
        await context.req.json().catch(() => undefined),
      );
      if (!command.success) return context.json({ message: 'Unknown command' }, 400);
      const outcome = await runVendorCommand({ database, jobs }, command.data, now());
      jobs.wake();
      return context.json(outcome);
    })
    .post('/job-commands', async (context) => {
      const command = jobCommandSchema.safeParse(await context.req.json().catch(() => undefined));
      if (!command.success) return context.json({ message: 'Unknown command' }, 400);
      const outcome = await runJobCommand(engine, command.data);
      jobs.wake();
      return context.json(outcome);
    });
  const server = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    // Keeps the app's own Request and Response.
    overrideGlobalObjects: false,
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const keyFile = keyFileOf(dataDirectory);
  await writeFile(keyFile, JSON.stringify({ port: address.port, token } satisfies OperatorKey), {
    mode: 0o600,
  });
  // A file that existed before keeps its mode.
  await chmod(keyFile, 0o600);
  return async () => {
    await rm(keyFile, { force: true });
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  };
}
