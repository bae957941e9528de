import { redirect } from '@remix-run/node';
import { shopOf } from '#contract/shop.ts';
import { credentialFor, environment } from '../environment.server.ts';
import { withoutEmbeddedParameters } from '../network/embedded-parameters.ts';
import { adminAddressOf } from './admin-address.ts';
import { platformScript } from './document-headers.server.ts';
import type { MerchantDocument } from './merchant-document.ts';
import { missingKey } from './refusals.ts';

/** The page for a request that names no store, or no admin of it. */
export const loginPath = '/auth/login';

/** The shop and the admin that a document's address names; undefined where one is missing or cannot be trusted. */
function namedIn(url: URL): { shop: string; host: string; admin: string } | undefined {
  return known(url.searchParams.get('shop'), url.searchParams.get('host'));
}

function known(shopName: string | null | undefined, host: string | null | undefined) {
  const shop = shopOf(shopName);
  if (shop === undefined || host == null) return undefined;
  const admin = adminAddressOf(host, shop, environment.localAdminUrl);
  return admin === undefined ? undefined : { shop, host, admin };
}

/**
 * What the document at `url` needs to speak to its admin; null for a data request, whose address names no shop.
 * @throws Response - {@link missingKey}
 */
export function merchantDocumentAt(url: URL): MerchantDocument | null {
  const named = namedIn(url);
  if (named === undefined) return null;
  const { shop, host } = named;
  return { shop, host, apiKey: apiKeyOf(shop), platformScript: platformScript ?? null };
}

/**
 * The shop of a document inside the admin's frame.
 * @throws Response - a redirect into the admin, or to the login page where the address names none
 */
export function authenticateDocument(url: URL): string {
  const named = namedIn(url);
  if (named === undefined || url.searchParams.get('embedded') !== '1') {
    throw redirect(addressInAdmin(url, url.pathname));
  }
  return named.shop;
}

/**
 * The address of one of the app's screens within the admin that `url` names, or else within that of the development store
 * (specification §2). The login page where there is neither.
 * @throws Response - {@link missingKey}
 */
export function addressInAdmin(url: URL, path: string): string {
  const named = namedIn(url) ?? known(environment.developmentShop, environment.developmentHost);
  if (named === undefined) return loginPath;
  const query = withoutEmbeddedParameters(url.searchParams);
  const search = query.size > 0 ? `?${query}` : '';
  return `https://${named.admin}/apps/${apiKeyOf(named.shop)}${path}${search}`;
}

function apiKeyOf(shop: string): string {
  const credential = credentialFor(shop);
  if (!credential) throw new Response(missingKey.statusText, missingKey);
  return credential.apiKey;
}
