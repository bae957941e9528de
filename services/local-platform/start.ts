/** Runs the local platform as a process of its own. Prints one JSON line when it's ready; see README.md. */
import { pino } from 'pino';
import { readEnvironment } from './server/environment.ts';
import { startPlatform } from './server/local-platform.ts';

async function run(): Promise<void> {
  const environment = readEnvironment(process.env);
  // Logs go to standard error, because standard output carries only the ready line.
  const logger = pino(
    { level: environment.LOG_LEVEL, name: 'local-platform' },
    pino.destination({ dest: 2, sync: true }),
  );
  const running = await startPlatform({
    adminPort: environment.ADMIN_PORT,
    platformPort: environment.PLATFORM_PORT,
    dataDirectory: environment.DATA_DIR,
    credentials: { apiKey: environment.SHOPIFY_API_KEY, apiSecret: environment.SHOPIFY_API_SECRET },
    credentialsByShop: environment.SHOPIFY_APP_CREDENTIALS,
    appUrl: environment.APP_URL,
    scopes: environment.SCOPES,
    subscribers: environment.SUBSCRIBERS,
    logger,
  });
  const { adminUrl, platformUrl, smtpUrl } = running;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'closing failed');
          process.exit(1);
        },
      );
    });
  }
  const announcement = { ready: true, adminUrl, platformUrl, smtpUrl };
  process.stdout.write(`${JSON.stringify(announcement)}\n`);
  process.send?.(announcement);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
