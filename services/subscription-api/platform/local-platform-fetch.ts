import '@shopify/shopify-api/adapters/node';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';

const shopAddress = /^https:\/\/([a-z0-9][a-z0-9-]*\.myshopify\.com)(\/.*)?$/i;

/** `https://{shop}/path` → `{localPlatformUrl}/{shop}/path`; other addresses stay as they are. */
export function localAddressOf(localPlatformUrl: string, address: string): string {
  const match = shopAddress.exec(address);
  return match === null
    ? address
    : `${localPlatformUrl.replace(/\/+$/, '')}/${match[1]}${match[2] ?? '/'}`;
}

/**
 * Local mode only: redirects the requests of Shopify's library to shops (token exchange, Admin GraphQL) to the local platform. The library has one
 * fetch per process, which its adapters set on import, so call this after importing `@shopify/shopify-app-remix/server`.
 */
export function installLocalPlatformFetch(localPlatformUrl: string): void {
  setAbstractFetchFunc(async (input: string | URL | Request, init?: RequestInit) => {
    if (input instanceof Request) {
      return await fetch(new Request(localAddressOf(localPlatformUrl, input.url), input), init);
    }
    return await fetch(localAddressOf(localPlatformUrl, String(input)), init);
  });
}
