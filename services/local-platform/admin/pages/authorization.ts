import { formatStatus } from '#contract/format.ts';

/** The access scopes that an authorisation request names. */
export function scopesIn(parameters: URLSearchParams): string[] {
  const scopes = (parameters.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
  return [...new Set(scopes)];
}

/** A scope in a merchant's words: "Edit products" for `write_products`. */
export function scopeWords(scope: string): string {
  const [verb = '', ...rest] = scope.split('_');
  const thing = rest.join(' ');
  if (verb === 'read') return `View ${thing}`;
  if (verb === 'write') return `Edit ${thing}`;
  return formatStatus(scope);
}

type Places = {
  appOrigin: string;
  adminOrigin: string;
  adminHost: string;
  store: string;
  shop: string;
  /** The address of the app's first screen in this admin. */
  appInAdmin: string;
};

/**
 * The address after granting. Like the platform, accepts only a `redirect_uri` of the app or of this admin; otherwise opens the
 * app in the admin. An address of the app also gets the parameters with which the app returns into its frame.
 */
export function afterGrant(parameters: URLSearchParams, places: Places): string {
  const wanted = parameters.get('redirect_uri');
  if (wanted === null || !URL.canParse(wanted)) return places.appInAdmin;
  const url = new URL(wanted);
  if (url.origin === places.adminOrigin) return `${url.pathname}${url.search}${url.hash}`;
  if (url.origin !== places.appOrigin) return places.appInAdmin;
  url.searchParams.set('shop', places.shop);
  url.searchParams.set(
    'host',
    btoa(`${places.adminHost}/store/${places.store}`).replace(/=+$/, ''),
  );
  const state = parameters.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
