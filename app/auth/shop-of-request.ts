import { decodeJwt } from 'jose';
import { maximumWebhookBytes } from '#contract/endpoints.ts';
import { shopOf } from '#contract/shop.ts';
import { type Credentials, credentialsFor, type Environment } from '#process/environment.ts';
import { isSigned } from '#process/signature.ts';
import { verifySessionToken } from '#process/verify-session-token.ts';
import { bodyWithin } from './bounded-body.ts';
import { portalShopCookie } from './portal-shop-cookie.ts';

/** Requests that prove no shop are limited together, as if they came from one shop. */
export const unverifiedShop = '';

/**
 * Finds the shop a request counts for, or {@link unverifiedShop}, and returns it with the request, whose body may have been read
 * and replaced. A `status` refuses the request.
 */
export type FindShop = (
  request: Request,
) => Promise<{ shop: string; request: Request } | { status: 408 | 413 }>;

type CredentialsOf = (shop: string) => Credentials | undefined;

/** The shop of a session token that the platform has signed. */
async function shopOfToken(request: Request, credentialsOf: CredentialsOf): Promise<string> {
  const bearer = request.headers.get('Authorization')?.replace(/^Bearer /, '');
  const token = bearer ?? new URL(request.url).searchParams.get('id_token') ?? '';
  try {
    const shop = shopOf(new URL(String(decodeJwt(token).dest)).host);
    const credentials = shop === undefined ? undefined : credentialsOf(shop);
    if (shop === undefined || credentials === undefined) return unverifiedShop;
    await verifySessionToken(token, credentials, new Date());
    return shop;
  } catch {
    return unverifiedShop;
  }
}

/** The shop of a webhook that the platform has signed. */
function shopOfWebhook(
  { headers }: Request,
  body: Uint8Array | undefined,
  credentialsOf: CredentialsOf,
): string {
  const shop = shopOf(headers.get('X-Shopify-Shop-Domain') ?? '');
  const credentials = shop === undefined ? undefined : credentialsOf(shop);
  if (shop === undefined || credentials === undefined) return unverifiedShop;
  const hmac = headers.get('X-Shopify-Hmac-Sha256') ?? '';
  return isSigned(credentials.apiSecrets, body ?? '', hmac, 'base64') ? shop : unverifiedShop;
}

function firstSegmentOf(address: string): string | undefined {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname).toLowerCase().split('/').find(Boolean);
  } catch {
    return undefined;
  }
}

/** Where strangers send bodies. */
const readFirst = new Set(['portal', 'put-off', 'unsubscribe', 'webhooks']);

/**
 * Finds the shop that a request is limited by: from the admin's session token, a webhook's signature, or the portal's signed cookie.
 * Bodies that strangers send are read here, before they wait for a turn, so that a slow sender doesn't block others. This authenticates
 * nobody.
 */
export function findShopOfRequest(environment: Environment): FindShop {
  const shopCookie = portalShopCookie(environment);
  const credentialsOf: CredentialsOf = (shop) => credentialsFor(environment, shop);
  return async (request) => {
    const place = firstSegmentOf(request.url);
    if (place === undefined || !readFirst.has(place)) {
      return { shop: await shopOfToken(request, credentialsOf), request };
    }
    const body = request.body === null ? undefined : await bodyWithin(request, maximumWebhookBytes);
    if (body !== undefined && 'status' in body) return body;
    const { url, method, headers, signal } = request;
    const received =
      body === undefined ? request : new Request(url, { method, headers, body, signal });
    if (place === 'webhooks') {
      return { shop: shopOfWebhook(request, body, credentialsOf), request: received };
    }
    const shop = place === 'portal' ? await shopCookie.shopIn(request) : undefined;
    return { shop: shop ?? unverifiedShop, request: received };
  };
}
