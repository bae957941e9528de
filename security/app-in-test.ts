import { join } from 'node:path';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, vi } from 'vitest';
import { findShopOfRequest } from '#app/auth/shop-of-request.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { readEnvironment } from '#process/environment.ts';
import { staticFiles } from '#server/static-files.ts';
import { type LocalPlatformInTest, startLocalPlatform } from '#services/local-platform/testing.ts';
import { sendToOperatorServer } from '#services/subscription-api/merchant/operator/send-to-operator-server.ts';
import { createTemporaryDatabase } from '#services/subscription-api/testing/temporary-database.ts';
import remixConfig from '../remix.config.js';
import { createProductionApp } from '../server/production-app.ts';
import { olderSecret } from './bad-tokens.ts';
import { futureFlags } from './future-flags.ts';
import { type ObservedForms, observeForms } from './observed-forms.ts';

// The whole app as it is served, with its subscription API, on the local platform, without a build and without a browser.

const routeModules = import.meta.glob<ServerBuild['routes'][string]['module']>([
  '../app/routes/*.{ts,tsx}',
  '../app/routes/*/route.tsx',
  '!../app/routes/*.test.{ts,tsx}',
]);
const root = import.meta.glob<ServerBuild['routes'][string]['module']>('../app/root.tsx');
const entry = import.meta.glob<ServerBuild['entry']['module']>('../app/entry.server.tsx');

export const appUrl = 'http://localhost:4000';

/** One of the shops has credentials of its own. */
const ownCredentials = {
  'roast-and-ritual.myshopify.com': { apiKey: 'other-key', apiSecret: 'other-secret' },
};

async function loaded<Module>(modules: Record<string, () => Promise<Module>>, path: string) {
  const load = modules[path];
  if (load === undefined) throw new Error(`There is no ${path}.`);
  return await load();
}

async function buildOf(): Promise<ServerBuild> {
  const manifest = flatRoutes('app', remixConfig.ignoredRouteFiles);
  // One after the other: modules that wait at their top level, loaded at once, can meet a mock that is half made.
  const routes: ServerBuild['routes'] = {};
  for (const { id, parentId = 'root', path, index, caseSensitive, file } of Object.values(
    manifest,
  )) {
    const module = await loaded(routeModules, `../app/${file}`);
    routes[id] = { id, parentId, path, index, caseSensitive, module };
  }
  const all: ServerBuild['routes'] = {
    ...routes,
    root: { id: 'root', path: '', module: await loaded(root, '../app/root.tsx') },
  };
  const entries = Object.values(all).map(({ id, parentId, path, index, module }) => ({
    id,
    parentId,
    path,
    index,
    hasLoader: module.loader !== undefined,
    hasAction: module.action !== undefined,
    hasErrorBoundary: 'ErrorBoundary' in module,
    hasClientLoader: false,
    hasClientAction: false,
    module: `/assets/${id}.js`,
  }));
  return {
    mode: 'production',
    entry: { module: await loaded(entry, '../app/entry.server.tsx') },
    routes: all,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(entries.map((known) => [known.id, known])),
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: futureFlags,
    isSpaMode: false,
  };
}

/** A route with its address; `:param` stands for what differs. */
export type AppRoute = ServerBuild['routes'][string] & { path: string };

/** The address of a route: its own part behind those of the routes around it. Undefined for a layout. */
function addressOfRoute(routes: ServerBuild['routes'], id: string): string | undefined {
  if (Object.values(routes).some(({ parentId }) => parentId === id)) return undefined;
  const parts: string[] = [];
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    if (route.path) parts.unshift(route.path);
  }
  return `/${parts.join('/')}`;
}

export type AppInTest = {
  platform: LocalPlatformInTest;
  /** Those that have an address: no layouts. */
  routes: AppRoute[];
  forms: ObservedForms;
  /** Opens the app to a shop, as an operator does. */
  approve(shop: string): Promise<void>;
  /** A request as a browser or anybody else sends it. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** What app and API have logged so far. */
  log(): string;
  close(): Promise<void>;
};

/** Starts all of it in this process; once in a test file. `variables` are environment variables of the app. */
export async function startAppInTest(variables: Record<string, string> = {}): Promise<AppInTest> {
  const { dataDirectory, databaseUrl = '', remove } = await createTemporaryDatabase('PGlite');
  const platform = await startLocalPlatform({
    dataDirectory: join(dataDirectory, 'platform'),
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    appUrl,
    scopes: accessScopes,
    credentialsByShop: ownCredentials,
  });
  Object.assign(process.env, {
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: `api-secret,${olderSecret}`,
    SHOPIFY_APP_URL: appUrl,
    SHOPIFY_APP_CREDENTIALS: JSON.stringify(ownCredentials),
    LOCAL_PLATFORM_URL: platform.platformUrl,
    LOCAL_ADMIN_URL: 'https://admin.localhost:4443',
    SHIPSTATION_URL: `${platform.platformUrl}/shipstation`,
    SMTP_URL: platform.smtpUrl,
    LOG_LEVEL: 'trace',
    ...variables,
  });
  const lines: string[] = [];
  const { createLogger } =
    await vi.importActual<typeof import('#process/logger.ts')>('#process/logger.ts');
  vi.doMock('#process/logger.ts', async (original) => ({
    ...(await original<object>()),
    createLogger: (options: Parameters<typeof createLogger>[0]) =>
      createLogger({ ...options, write: (line) => void lines.push(line) }),
  }));
  const forms = observeForms();
  // As in the bundle: the platform's library is there before the local platform takes its calls over.
  await import('#app/auth/shopify.server.ts');
  const build = await buildOf();
  // As in production, where browsers are told to keep to https.
  const site = createProductionApp(build, {
    isReady: async () => true,
    local: false,
    files: staticFiles('./public'),
    findShop: findShopOfRequest(readEnvironment(process.env)),
    logger: createLogger({
      level: 'trace',
      service: 'app',
      write: (line) => void lines.push(line),
    }),
    // Concurrency isn't under test here.
    turns: { atOnce: 1_000, atOnceOfShop: 1_000, longestWait: 60_000, mostWaiting: 1_000 },
  });
  const request: AppInTest['request'] = async (path, init) =>
    await site.request(new URL(path, appUrl), init);
  return {
    platform,
    routes: Object.values(build.routes).flatMap((route) => {
      const path = addressOfRoute(build.routes, route.id);
      return path === undefined ? [] : [{ ...route, path }];
    }),
    forms,
    async approve(shop) {
      // The API doesn't know a shop that never opened the app.
      const token = await platform.sessionToken(shop);
      await request('/resources/home/key-figures', {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { done, lines } = await sendToOperatorServer(dataDirectory, 'vendor-commands', {
        action: 'approve',
        shop,
      });
      if (!done) throw new Error(lines.join());
    },
    request,
    log: () => lines.join(''),
    async close() {
      const mounted = await globalThis.cadenceSubscriptionApi;
      await mounted?.close();
      globalThis.cadenceSubscriptionApi = undefined;
      await platform.close();
      await remove();
    },
  };
}

/** One app for all of a file's tests: to start it takes longer than any of these. */
export function appForSuite(variables: Record<string, string> = {}): () => AppInTest {
  let started: AppInTest | undefined;
  beforeAll(async () => {
    started = await startAppInTest(variables);
  });
  afterAll(async () => await started?.close());
  return () => {
    if (started === undefined) throw new Error('The app starts with the first test.');
    return started;
  };
}
