import { serve } from '@hono/node-server';
import { EnvironmentError, readEnvironment } from '#process/environment.ts';
import { createLogger, describeError } from '#process/logger.ts';
import { startSubscriptionApi } from './embedded.ts';
import { keepAlive, stopAtSignals } from './http-server.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const logger = createLogger({ level: environment.logLevel, service: 'subscription-api' });
  const api = await startSubscriptionApi(process.env, { logger });
  const server = serve(
    { fetch: api.fetch, port: environment.apiPort, serverOptions: keepAlive },
    (address) => {
      const announcement = { ready: true, port: address.port };
      process.stdout.write(`${JSON.stringify(announcement)}\n`);
      process.send?.(announcement);
    },
  );
  server.on('error', (error) => {
    const isTaken = 'code' in error && error.code === 'EADDRINUSE';
    fail(
      isTaken
        ? `Port ${environment.apiPort} is in use. Set API_PORT to another one.`
        : `The subscription API could not listen: ${describeError(error).message}`,
    );
  });

  stopAtSignals(server, api, (error) =>
    fail(`The database did not close: ${describeError(error).message}`),
  );
}

start().catch((error: unknown) => {
  fail(
    error instanceof EnvironmentError
      ? error.message
      : `The subscription API could not start: ${describeError(error).message}`,
  );
});
