import '@shopify/shopify-app-remix/adapters/node';
import {
  ApiVersion,
  AppDistribution,
  LogSeverity,
  shopifyApp,
} from '@shopify/shopify-app-remix/server';
import { accessScopes } from '#process/access-scopes.ts';
import type { Credentials } from '#process/environment.ts';
import { libraryLog } from '#process/logger.ts';
import { credentialFor, environment } from '../environment.server.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';
import { logger } from './logger.server.ts';

export type PlatformApp = ReturnType<typeof createPlatformApp>;

function createPlatformApp(credential: Credentials) {
  return shopifyApp({
    apiKey: credential.apiKey,
    apiSecretKey: credential.apiSecrets[0],
    apiVersion: ApiVersion.October26,
    scopes: [...accessScopes],
    appUrl: environment.appUrl,
    distribution: AppDistribution.AppStore,
    sessionStorage: mountedSubscriptionApi.sessionStorage,
    // The local admin lives at admin.localhost, which the library would refuse.
    ...(environment.localPlatformUrl
      ? {
          domainTransformations: [
            { match: /^([a-zA-Z0-9-_]+)\.localhost$/, transform: '$1.localhost' },
          ],
        }
      : {}),
    // Building its debug lines would cost time on every request, and nobody reads them.
    logger: { level: LogSeverity.Warning, log: libraryLog(logger) },
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  });
}

const apps = new Map<Credentials, PlatformApp>();

/**
 * The platform's library set up with the shop's own credential or the default one (specification §2, "a per-shop
 * embedded-app key is looked up with a default fallback") and the newest of its secrets, which is all that it can know. Undefined
 * where there is none.
 */
export function platformAppFor(shop: string): PlatformApp | undefined {
  const credential = credentialFor(shop);
  if (!credential) return undefined;
  const known = apps.get(credential);
  if (known) return known;
  const app = createPlatformApp(credential);
  apps.set(credential, app);
  return app;
}

/** Drops the shop's stored access token, so that the next request exchanges its session token for a new one. */
export async function dropAccessToken(shop: string): Promise<void> {
  await platformAppFor(shop)?.sessionStorage.deleteSession(`offline_${shop}`);
}
