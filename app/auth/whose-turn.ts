import { decodeJwt } from 'jose';
import { maximumWebhookBytes } from '#contract/endpoints.ts';
import { shopOf } from '#contract/shop.ts';
import { type Credentials, credentialsFor, type Environment } from '#process/environment.ts';
import { isSigned } from '#process/signature.ts';
import { verifySessionToken } from '#process/verify-session-token.ts';
import { bodyWithin } from './bounded-body.ts';
import { portalShopCookie } from './portal-shop-cookie.ts';

/** Who proves nothing shares the turns of one shop with all others who don't. */
export const unverifiedShop = '';

/**
 * Finds the shop whose turn a request takes, or {@link unverifiedShop}, and gives the request back, as far as it was received by
 * then. The
 * status is that of one which is not to be answered otherwise.
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

/**
 * Says by what a request proves whose turn it takes: the admin's by its session token, a webhook's by its signature, the portal's by a
 * signed cookie. Webhooks and the portal read what is sent before they know more, so it is received here, before they take a turn:
 * a slow sender keeps nobody waiting. Nobody is let in by this.
 */
export function whoseTurn(environment: Environment): FindShop {
  const shopCookie = portalShopCookie(environment);
  const credentialsOf: CredentialsOf = (shop) => credentialsFor(environment, shop);
  return async (request) => {
    const place = firstSegmentOf(request.url);
    if (place !== 'portal' && place !== 'webhooks') {
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
    return { shop: (await shopCookie.shopIn(request)) ?? unverifiedShop, request: received };
  };
}
