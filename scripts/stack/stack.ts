import { join } from 'node:path';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import type { Variables } from '../setup/processes.ts';
import { noSettings } from '../setup/settings.ts';
import type { Credentials } from './credentials.ts';
import { makeFolder } from './data-folder.ts';
import { type Program, runProgram, type Service, startService } from './service.ts';

/**
 * Everything that a merchant's browser needs, on this machine: the local platform with its admin, and the app with the subscription
 * API inside it or as a process of its own. `platformUrl` is for servers. `failed` resolves with a message if a part ends by itself.
 */
export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackOptions = {
  /** Absolute; holds all data. */
  dataFolder: string;
  logFolder: string;
  credentials: Credentials;
  adminPort: number;
  appPort: number;
  /** If given, the subscription API runs as a process of its own at this port. */
  apiPort?: number;
  /** PostgreSQL; PGlite in the data folder if missing. */
  databaseUrl?: string;
  /** How many subscribers the established store begins with; none if missing. */
  subscribers?: number;
  appVariables?: Variables;
};

/** Those of `npm start`, so that the app has as much memory here as in production. */
const appNodeOptions = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

const addressesSchema = z.object({
  adminUrl: z.url(),
  platformUrl: z.url(),
  smtpUrl: z.url(),
});

/** Starts a stack and resolves when all of it is ready. If a part can't start, stops the others. */
export async function startStack(options: StackOptions) {
  const { dataFolder, logFolder, credentials, adminPort, appPort, apiPort } = options;
  const appUrl = `http://localhost:${appPort}`;
  const apiUrl = apiPort === undefined ? undefined : `http://127.0.0.1:${apiPort}`;
  const variables: Variables = {
    // The shell's settings for a real installation must not reach the local one.
    ...noSettings,
    NODE_ENV: 'production',
    DATA_DIR: dataFolder,
    SHOPIFY_API_KEY: credentials.apiKey,
    SHOPIFY_API_SECRET: credentials.apiSecret,
    SHOPIFY_APP_URL: appUrl,
    ENCRYPTION_KEY: credentials.encryptionKey,
    DATABASE_URL: options.databaseUrl,
    LOG_LEVEL: process.env.LOG_LEVEL,
  };
  const services: Service[] = [];
  const start = async (...given: Parameters<typeof part>): Promise<Service> => {
    const service = await startService(part(...given));
    services.push(service);
    return service;
  };
  const part = (
    name: string,
    program: string,
    own: Variables,
    nodeOptions: readonly string[] = [],
  ): Program => {
    return { name, program, nodeOptions, variables: { ...variables, ...own }, logFolder };
  };
  const stop = async () => void (await Promise.all(services.map((service) => service.stop())));
  try {
    // Only one process can open PGlite's files, so beside a separate API the app's sessions have a database of their own.
    const apiFolder = apiPort === undefined ? dataFolder : join(dataFolder, 'api');
    makeFolder(apiFolder);
    // In parallel, because the seed doesn't need the platform. Waits for both even if one fails.
    const [platform, seeding] = await Promise.allSettled([
      start('local platform', 'services/local-platform/start.ts', {
        ADMIN_PORT: String(adminPort),
        APP_URL: appUrl,
        SUBSCRIBERS: String(options.subscribers ?? 0),
      }),
      runProgram(part('seed', 'services/subscription-api/seed.ts', { DATA_DIR: apiFolder })),
    ]);
    if (platform.status === 'rejected') throw platform.reason;
    if (seeding.status === 'rejected') throw seeding.reason;
    const { adminUrl, platformUrl, smtpUrl } = addressesSchema.parse(platform.value.announcement);
    const local = {
      LOCAL_PLATFORM_URL: platformUrl,
      LOCAL_ADMIN_URL: adminUrl,
      SMTP_URL: smtpUrl,
      // The one account of the local platform's Twilio.
      TWILIO_URL: `${platformUrl}/twilio`,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'local',
      TWILIO_FROM: '+15550100100',
      SHIPSTATION_URL: `${platformUrl}/shipstation`,
    };
    if (apiPort !== undefined) {
      await start('subscription API', 'services/subscription-api/start.ts', {
        ...local,
        DATA_DIR: apiFolder,
        API_PORT: String(apiPort),
      });
    }
    const app = await start(
      'app',
      'build/server/start.js',
      {
        ...local,
        PORT: String(appPort),
        SUBSCRIPTION_API_URL: apiUrl,
        ...options.appVariables,
      },
      appNodeOptions,
    );
    const failed = Promise.race(services.map((service) => service.failed));
    const appProcessId = app.processId;
    return { adminUrl, appUrl, platformUrl, apiUrl, appProcessId, failed, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}
