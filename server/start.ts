import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import type { ServerBuild } from '@remix-run/node';
import { findShopOfRequest } from '#app/auth/shop-of-request.ts';
import { readEnvironment } from '#process/environment.ts';
import { createLogger, describeError } from '#process/logger.ts';
import type { Deadline } from '#services/subscription-api/deadline.ts';
import { keepAlive, stopAtSignals } from '#services/subscription-api/http-server.ts';
import { answerLongAddresses, longAddresses } from './long-addresses.ts';
import { createProductionApp } from './production-app.ts';
import { staticFiles } from './static-files.ts';

// The app in production: the built bundle behind a plain HTTP server. A proxy in front does TLS. Built as build/server/start.js.

async function start(): Promise<void> {
  // Before the build is loaded: by it React chooses its files, and documents their policy.
  process.env.NODE_ENV ||= 'production';
  const environment = readEnvironment(process.env);
  const { port } = environment;
  const build = await loadBuild();
  const site = createProductionApp(build, {
    local: environment.localPlatformUrl !== undefined,
    files: staticFiles('./build/client'),
    readMetrics,
    findShop: findShopOfRequest(environment),
    logger: createLogger({ level: environment.logLevel, service: 'app' }),
    isReady: async () => (await (await globalThis.cadenceSubscriptionApi)?.isReady()) ?? false,
  });

  const server = serve({
    fetch: site.fetch,
    port,
    serverOptions: { ...keepAlive, ...longAddresses },
  });
  server.once('error', fail);
  if ('maxHeadersCount' in server) answerLongAddresses(server);
  server.once('listening', () => {
    const announcement = { ready: true, url: `http://localhost:${port}` };
    process.stdout.write(`${JSON.stringify(announcement)}\n`);
    process.send?.(announcement);
  });
  const served = {
    stopJobs: () => void globalThis.cadenceSubscriptionApi?.then((mounted) => mounted.stopJobs()),
    async close(deadline: Deadline) {
      const mounted = await globalThis.cadenceSubscriptionApi;
      await mounted?.close(deadline);
    },
  };
  stopAtSignals(server, served, fail);
}

async function readMetrics(authorization: string): Promise<Response> {
  const mounted = await globalThis.cadenceSubscriptionApi;
  if (mounted === undefined) return new Response('not ready', { status: 503 });
  const headers = { Authorization: authorization };
  return await mounted.fetch(new Request(new URL('/metrics', mounted.origin), { headers }));
}

async function loadBuild(): Promise<ServerBuild> {
  return import(pathToFileURL(resolve('build/server/index.js')).href);
}

function fail(error: unknown): never {
  const isTaken =
    error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE';
  const message = isTaken
    ? `Port ${error.port} is in use. Set PORT to another one.`
    : describeError(error).message;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

start().catch(fail);
