/** The parts of an address in the admin; `search` begins with `?` and `hash` with `#`, unless they are ''. */
export type Address = { pathname: string; search: string; hash: string };

/** Parameters that the admin adds to the frame's first address. They never show in the address bar, and nothing there replaces them. */
export const launchParameters =
  'embedded hmac host id_token locale protocol session shop timestamp'.split(' ');

const anyOrigin = 'https://admin.invalid';

/** Reads an address or a path such as `/products?query=a#top`, relative to this admin. */
export function parseAddress(path: string): Address {
  const { pathname, search, hash } = new URL(path, anyOrigin);
  return { pathname, search, hash };
}

export function formatAddress({ pathname, search, hash }: Address): string {
  return `${pathname}${search}${hash}`;
}

/** Spells an address in one way: no trailing slash in the path, one encoding of the query. */
export function canonical(address: Address): string {
  const pathname = address.pathname.replace(/\/+$/, '') || '/';
  const query = new URLSearchParams(address.search).toString();
  return `${pathname}${query === '' ? '' : `?${query}`}${address.hash}`;
}

export function sameAddress(one: Address, other: Address): boolean {
  return canonical(one) === canonical(other);
}

/** The address without the parameters that the admin added to launch the app. */
export function withoutLaunchParameters(address: Address): Address {
  const query = new URLSearchParams(address.search);
  const found = launchParameters.filter((name) => query.has(name));
  if (found.length === 0) return address;
  for (const name of found) query.delete(name);
  const rest = query.toString();
  return { ...address, search: rest === '' ? '' : `?${rest}` };
}

/** `/store/{handle}` and a path below it; `path` is '' or begins with a slash. */
export function storePath(handle: string, path = ''): string {
  return `/store/${encodeURIComponent(handle)}${path === '/' ? '' : path}`;
}

/** The admin's address of the app's screen at `path` (with its query). */
export function appPath(store: string, appHandle: string, path: string): string {
  const { pathname, search, hash } = parseAddress(path);
  return storePath(store, `/apps/${appHandle}${pathname === '/' ? '' : pathname}${search}${hash}`);
}

/** Splits an address of the admin into the store and the path below it; null outside a store. */
export function splitStore(pathname: string): { handle: string; path: string } | null {
  const match = /^\/store\/([^/]+)(\/.*)?$/.exec(pathname);
  if (match?.[1] === undefined) return null;
  return { handle: decodeURIComponent(match[1]), path: trimSlash(match[2] ?? '/') };
}

/** The app's own path in an address below `/apps/{name}`; `name` is the app's handle or API key. */
export function splitApp(path: string): { name: string; path: string } | null {
  const match = /^\/apps\/([^/]+)(\/.*)?$/.exec(path);
  if (match?.[1] === undefined) return null;
  return { name: decodeURIComponent(match[1]), path: trimSlash(match[2] ?? '/') };
}

/**
 * App Bridge's host package uses `/admin/…` for every store. These two functions translate between that and the address bar's
 * `/store/{handle}/…`.
 */
export function toHostPath(pathname: string): string {
  const store = splitStore(pathname);
  if (store === null) return pathname;
  return store.path === '/' ? '/admin' : `/admin${store.path}`;
}

export function fromHostPath(handle: string, path: string): string {
  const match = /^\/admin(?=$|[/?#])(.*)$/.exec(path);
  return match === null ? path : storePath(handle, match[1] ?? '');
}

/**
 * The path in this admin for an absolute URL. Knows this admin's pages in either spelling, and the real platform's
 * (`https://{store}.myshopify.com/admin/…`, `https://admin.shopify.com/store/{store}/…`). Null for anything else, which the browser must
 * open by itself.
 */
export function localPath(handle: string, url: URL, adminOrigin: string): string | null {
  const rest = `${url.search}${url.hash}`;
  if (url.origin === adminOrigin) return `${fromHostPath(handle, url.pathname)}${rest}`;
  if (url.protocol !== 'https:') return null;
  if (url.host === 'admin.shopify.com' && splitStore(url.pathname) !== null) {
    return `${url.pathname}${rest}`;
  }
  const shop = /^([a-z0-9-]+)\.myshopify\.com$/i.exec(url.host);
  if (shop?.[1] !== undefined && /^\/admin(?=$|\/)/.test(url.pathname)) {
    return `${fromHostPath(shop[1], url.pathname)}${rest}`;
  }
  return null;
}

function trimSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
