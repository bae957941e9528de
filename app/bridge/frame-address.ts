/** What a reload of the frame needs in its address, since a frame has no cookies to remember it by. */
export type Admission = { shop: string; host: string };

/** What the merchant's own address bar must not show. */
const hidden = ['embedded', 'hmac', 'host', 'id_token', 'locale', 'session', 'shop', 'timestamp'];

/** The address that the frame should have: admission kept for a reload, the used-up token and signature gone. */
export function reloadableAddress(address: string, admission: Admission): string {
  const url = new URL(address);
  for (const name of hidden) url.searchParams.delete(name);
  url.searchParams.set('embedded', '1');
  url.searchParams.set('shop', admission.shop);
  url.searchParams.set('host', admission.host);
  return url.href;
}

/** The part of an address that is the screen's own, as the admin's address bar shows it. */
export function visibleAddress(location: { pathname: string; search: string; hash: string }) {
  const search = new URLSearchParams(location.search);
  for (const name of hidden) search.delete(name);
  const query = search.toString();
  return {
    pathname: location.pathname,
    search: query === '' ? '' : `?${query}`,
    hash: location.hash,
  };
}
