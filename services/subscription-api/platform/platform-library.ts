import '@shopify/shopify-api/adapters/node';
import { ApiVersion, LogSeverity, type Shopify, shopifyApi } from '@shopify/shopify-api';
import type { Logger } from 'pino';
import type { Credentials } from '#process/environment.ts';
import { libraryLog } from '#process/logger.ts';

/** The Admin API's version; the documents in this folder are validated against its schema. */
export const apiVersion = ApiVersion.October26;

/** Makes the platform's library for a set of credentials, once per API key. */
export function createPlatformLibraries(options: {
  appUrl: string;
  logger: Logger;
}): (credentials: Credentials) => Shopify {
  const libraries = new Map<string, Shopify>();
  const appUrl = new URL(options.appUrl);
  return (credentials) => {
    const known = libraries.get(credentials.apiKey);
    if (known !== undefined) return known;
    const library = shopifyApi({
      apiKey: credentials.apiKey,
      apiSecretKey: credentials.apiSecret,
      apiVersion,
      isEmbeddedApp: true,
      hostName: appUrl.host,
      hostScheme: appUrl.protocol === 'https:' ? 'https' : 'http',
      _logDisabledFutureFlags: false,
      logger: { level: LogSeverity.Warning, log: libraryLog(options.logger) },
    });
    libraries.set(credentials.apiKey, library);
    return library;
  };
}
