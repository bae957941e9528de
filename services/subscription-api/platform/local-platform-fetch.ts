import '@shopify/shopify-api/adapters/node';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';

const shopAddress = /^https:\/\/([a-z0-9][a-z0-9-]*\.myshopify\.com)(\/.*)?$/i;

/** `https://{shop}/path` → `{localPlatformUrl}/{shop}/path`; every other address stays as it is. */
export function localAddressOf(localPlatformUrl: string, address: string): string {
  const match = shopAddress.exec(address);
  return match === null
    ? address
    : `${localPlatformUrl.replace(/\/+$/, '')}/${match[1]}${match[2] ?? '/'}`;
}

/**
 * Local mode only: sends everything that the platform's library (token exchange, Admin GraphQL) addresses to a shop to
 * the local platform instead. The library has one fetch for the whole process and its adapters set it when they are imported, so
 * call this after `@shopify/shopify-app-remix/server` was imported.
 */
export function installLocalPlatformFetch(localPlatformUrl: string): void {
  setAbstractFetchFunc(async (input: string | URL | Request, init?: RequestInit) => {
    if (input instanceof Request) {
      return await fetch(new Request(localAddressOf(localPlatformUrl, input.url), input), init);
    }
    return await fetch(localAddressOf(localPlatformUrl, String(input)), init);
  });
}
