import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../setup/settings.mjs';
import { readScopes } from './scopes.mjs';
import { runProgram, startService } from './service.mjs';

/**
 * Everything that a merchant's browser needs, running on this machine: the local platform with its admin, and the app
 * (with the subscription API inside it, or beside it as a process of its own).
 * @typedef {object} Stack
 * @property {string} adminUrl
 * @property {string} appUrl
 * @property {string} platformUrl where servers reach the platform; also its /control endpoints
 * @property {string | undefined} apiUrl of the subscription API, when it is a process of its own
 * @property {Promise<string>} failed settles only when a part ends without being asked to; with a sentence that says so
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} StackOptions
 * @property {string} dataFolder absolute; everything that is kept
 * @property {string} logFolder
 * @property {import('./credentials.mjs').Credentials} credentials
 * @property {number} adminPort
 * @property {number} appPort
 * @property {number} [apiPort] given: the subscription API runs as a process of its own there
 * @property {string} [subscriptionApiUrl] where the app finds that one; at its port without
 * @property {string} [databaseUrl] PostgreSQL; PGlite in the data folder without
 * @property {import('../setup/processes.mjs').Variables} [appVariables] for the app only, on top of the rest
 */

/**
 * Starts a stack and resolves when all of it is ready. When a part cannot start, the others are stopped again.
 * @param {StackOptions} options
 * @returns {Promise<Stack>}
 */
export async function startStack(options) {
  const { dataFolder, logFolder, credentials, adminPort, appPort, apiPort } = options;
  const appUrl = `http://localhost:${appPort}`;
  const variables = {
    // What the shell sets for a real installation must not reach the local one.
    ...Object.fromEntries(settings.map((name) => [name, undefined])),
    NODE_ENV: 'production',
    DATA_DIR: dataFolder,
    SHOPIFY_API_KEY: credentials.apiKey,
    SHOPIFY_API_SECRET: credentials.apiSecret,
    SHOPIFY_APP_URL: appUrl,
    ENCRYPTION_KEY: credentials.encryptionKey,
    SCOPES: readScopes(),
    DATABASE_URL: options.databaseUrl,
    LOG_LEVEL: process.env.LOG_LEVEL,
  };
  /** @type {import('./service.mjs').Service[]} */
  const services = [];
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
  try {
    // PGlite's files belong to one process; the app keeps its sessions in a database of its own beside a separate API.
    const apiFolder = apiPort === undefined ? dataFolder : ensureFolder(join(dataFolder, 'api'));
    // The seed needs nothing of the platform: the two go side by side, and both are waited for whatever becomes of either.
    const [platformStart, seeding] = await Promise.allSettled([
      startService({
        name: 'local platform',
        program: 'services/local-platform/start.ts',
        variables: { ...variables, ADMIN_PORT: String(adminPort), APP_URL: appUrl },
        logFolder,
      }),
      runProgram({
        name: 'seed',
        program: 'services/subscription-api/seed.ts',
        variables: { ...variables, DATA_DIR: apiFolder },
        logFolder,
      }),
    ]);
    if (platformStart.status === 'rejected') throw platformStart.reason;
    const platform = platformStart.value;
    services.push(platform);
    if (seeding.status === 'rejected') throw seeding.reason;
    const adminUrl = textOf(platform, 'adminUrl');
    const platformUrl = textOf(platform, 'platformUrl');
    const local = { ...variables, LOCAL_PLATFORM_URL: platformUrl, LOCAL_ADMIN_URL: adminUrl };
    if (apiPort !== undefined) {
      services.push(
        await startService({
          name: 'subscription API',
          program: 'services/subscription-api/start.ts',
          variables: { ...local, DATA_DIR: apiFolder, API_PORT: String(apiPort) },
          logFolder,
        }),
      );
    }
    const apiUrl = apiPort === undefined ? undefined : `http://127.0.0.1:${apiPort}`;
    const subscriptionApiUrl = options.subscriptionApiUrl ?? apiUrl;
    services.push(
      await startService({
        name: 'app',
        program: 'server.ts',
        variables: {
          ...local,
          PORT: String(appPort),
          SUBSCRIPTION_API_URL: subscriptionApiUrl,
          ...options.appVariables,
        },
        logFolder,
      }),
    );
    const failed = Promise.race(services.map((service) => service.failed));
    return { adminUrl, appUrl, platformUrl, apiUrl, failed, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/**
 * @param {import('./service.mjs').Service} service
 * @param {string} name
 */
function textOf(service, name) {
  const value = service.announcement[name];
  if (typeof value !== 'string') throw new Error(`The ${service.name} announced no ${name}.`);
  return value;
}

/** @param {string} folder */
function ensureFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
