import { embeddedParameters, withoutEmbeddedParameters } from './embedded-parameters.ts';

/** The parameters a reload of the frame needs, since a frame has no cookies. */
export type ShopAndHost = { shop: string; host: string };

/** The address that the frame should have: shop and host stay for a reload, the used-up token and signature go. */
export function reloadableAddress(address: string, shopAndHost: ShopAndHost): string {
  const url = new URL(address);
  for (const name of embeddedParameters) url.searchParams.delete(name);
  url.searchParams.set('embedded', '1');
  url.searchParams.set('shop', shopAndHost.shop);
  url.searchParams.set('host', shopAndHost.host);
  return url.href;
}

type Location = { pathname: string; search: string; hash: string };

/**
 * The part of an address that is the screen's own, as the admin's address bar shows it. Its hash names an open dialog,
 * which is not for sharing.
 */
export function visibleAddress(location: Location): Location {
  const { pathname, search } = screenOf(location);
  const query = withoutEmbeddedParameters(search).toString();
  return { pathname, search: query === '' ? '' : `?${query}`, hash: '' };
}

/** The page that fetches a session token is no screen: it stands for the one that it goes back to. */
function screenOf(location: Location): Location {
  if (location.pathname !== '/auth/session-token') return location;
  const target = new URLSearchParams(location.search).get('shopify-reload') ?? '';
  if (!URL.canParse(target)) return { pathname: '/', search: '', hash: '' };
  const { pathname, search, hash } = new URL(target);
  return { pathname, search, hash };
}
