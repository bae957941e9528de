import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { preparePglite } from '#services/subscription-api/testing/temporary-database.ts';
import type { Variables } from '../scripts/setup/processes.ts';
import { type Credentials, ensureCredentials } from '../scripts/stack/credentials.ts';
import { secretsIn } from '../scripts/stack/secrets-in-log.ts';
import { type Stack, startStack } from '../scripts/stack/stack.ts';
import { type ApiProxy, startApiProxy } from './api-proxy.ts';

/**
 * How the app reaches the subscription API: inside its own process, or over HTTP through a proxy whose answers a test can fake.
 */
export type StackKind = 'embedded' | 'standalone';

/** A complete stack with data of its own, for one test worker. */
export type TestStack = {
  readonly kind: StackKind;
  readonly adminUrl: string;
  readonly appUrl: string;
  readonly platformUrl: string;
  /** The admin's address for clients that can't resolve admin.localhost. */
  readonly loopbackAdminUrl: string;
  /** In front of the subscription API, if that is a process of its own. */
  readonly apiProxy: ApiProxy | undefined;
  readonly dataFolder: string;
  readonly logFolder: string;
  /** Stops every process and starts it again with the same data and ports. */
  restart(): Promise<void>;
  /** Stops every process; the data stays until {@link TestStack.discard}. */
  stop(): Promise<void>;
  discard(): Promise<void>;
};

/** Variables that differ from those of a local stack's app; `dataFolder` is the stack's own. */
export type ConfigureApp = (stack: {
  adminUrl: string;
  dataFolder: string;
  credentials: Credentials;
}) => Variables;

const attempts = 3;

/** Starts a stack on free ports. Tries again if another process takes one first. */
export async function startTestStack(
  kind: StackKind,
  configureApp: ConfigureApp = () => ({}),
): Promise<TestStack> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(kind, configureApp);
    } catch (failure) {
      const taken = failure instanceof Error && failure.message.includes('in use');
      if (!taken || attempt === attempts) throw failure;
    }
  }
}

/** Secrets in a stack's logs. No test may cause one, not even by a failure. */
function secretsInLogs(logFolder: string, { apiSecret, encryptionKey }: Credentials): string[] {
  const keys = shipStationAccounts.flatMap(({ key, secret }, index) => [
    [`key ${index} of ShipStation`, key],
    [`secret ${index} of ShipStation`, secret],
  ]);
  const known = { 'the app’s secret': apiSecret, 'the encryption key': encryptionKey };
  return readdirSync(logFolder).flatMap((name) =>
    secretsIn(readFileSync(join(logFolder, name), 'utf8'), {
      ...known,
      ...Object.fromEntries(keys),
    }).map((found) => `${name}: ${found}`),
  );
}

async function start(kind: StackKind, configureApp: ConfigureApp): Promise<TestStack> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cadence-e2e-'));
  const logFolder = join(dataFolder, 'logs');
  mkdirSync(logFolder);
  await preparePglite(dataFolder);
  const [adminPort, appPort, freePort] = [await getPort(), await getPort(), await getPort()];
  const apiPort = kind === 'standalone' ? freePort : undefined;
  const apiProxy =
    apiPort === undefined ? undefined : await startApiProxy(`http://127.0.0.1:${apiPort}`);
  const credentials = ensureCredentials(dataFolder);
  const adminUrl = `https://admin.localhost:${adminPort}`;
  const run = () =>
    startStack({
      dataFolder,
      logFolder,
      credentials,
      appVariables: {
        ...(apiProxy && { SUBSCRIPTION_API_URL: apiProxy.url }),
        ...configureApp({ adminUrl, dataFolder, credentials }),
      },
      adminPort,
      appPort,
      ...(apiPort !== undefined && { apiPort }),
    });
  const discardData = async () => {
    await apiProxy?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  };

  let running: Stack;
  try {
    running = await run();
  } catch (failure) {
    await discardData();
    throw failure;
  }
  return {
    kind,
    dataFolder,
    logFolder,
    apiProxy,
    adminUrl: running.adminUrl,
    appUrl: running.appUrl,
    // A restart gives the platform's backend another port.
    get platformUrl() {
      return running.platformUrl;
    },
    loopbackAdminUrl: `https://127.0.0.1:${adminPort}`,
    async restart() {
      await running.stop();
      running = await run();
    },
    stop: () => running.stop(),
    async discard() {
      await running.stop();
      const found = secretsInLogs(logFolder, credentials);
      await discardData();
      if (found.length > 0)
        throw new Error(`The logs have what no log may have:\n${found.join('\n')}`);
    },
  };
}
