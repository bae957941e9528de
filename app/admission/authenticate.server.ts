import { redirect } from '@remix-run/node';
import { decodeJwt } from 'jose';
import { credentialFor, environment } from '#app/env.server.ts';
import { createClient, type SubscriptionApiClient } from '#app/subscription-api/client.ts';
import { mountedSubscriptionApi } from '#app/subscription-api/embedded.server.ts';
import { createTransport } from '#app/subscription-api/transport.ts';
import { missingKey } from './missing-key.ts';
import { type PlatformApp, platformAppFor } from './shopify.server.ts';

export type Merchant = {
  /** Such as `roast-and-ritual.myshopify.com`; from the verified session token alone. */
  shop: string;
  client: SubscriptionApiClient;
};

/** What the admin adds to a document's address. None of it belongs into an address that a merchant sees or shares. */
export const admissionParameters = [
  'embedded',
  'hmac',
  'host',
  'id_token',
  'locale',
  'session',
  'shop',
  'timestamp',
];

/** A shop name as the platform gives it, or undefined. */
export function shopOf(value: string | null): string | undefined {
  return value !== null && /^[a-zA-Z0-9][a-zA-Z0-9-]*\.myshopify\.com$/.test(value)
    ? value
    : undefined;
}

/** Whether `host` (base64 of `admin.shopify.com/store/x`) names an admin that may embed the app. */
export function adminOf(host: string | null): string | undefined {
  if (host === null || !/^[0-9a-zA-Z+/_-]+={0,2}$/.test(host)) return undefined;
  const decoded = Buffer.from(host.replace(/_/g, '/').replace(/-/g, '+'), 'base64').toString();
  if (!URL.canParse(`https://${decoded}`)) return undefined;
  const url = new URL(`https://${decoded}`);
  const local = environment.LOCAL_ADMIN_URL;
  const known =
    /(^|\.)(myshopify\.com|shopify\.com)$/.test(url.hostname) ||
    (local !== undefined && url.host === new URL(local).host);
  return known ? decoded.replace(/\/$/, '') : undefined;
}

// Loaders of one page run side by side with the same token: one exchange of it serves them all.
const running = new Map<string, Promise<{ shop: string; sessionToken: string }>>();

/**
 * Admits a request: a document by its `id_token`, everything else by its bearer session token.
 * @throws Response - redirects into the admin or to the page that fetches a fresh token, 401 for a bad token, and
 * {@link missingKey}
 */
export async function authenticateMerchant(request: Request): Promise<Merchant> {
  const url = new URL(request.url);
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (bearer === undefined && (url.searchParams.has('_data') || request.method !== 'GET')) {
    throw new Response(null, { status: 401, statusText: 'Unauthorized' });
  }
  const shop = bearer === undefined ? admitDocument(url) : shopOfToken(bearer);
  const app = platformAppFor(shop);
  if (!app) throw new Response(missingKey.statusText, missingKey);

  const admitted = await admit(app, request, bearer ?? url.searchParams.get('id_token') ?? '');
  return {
    shop: admitted.shop,
    client: createClient(
      createTransport({
        fetch: mountedSubscriptionApi.fetch,
        origin: mountedSubscriptionApi.origin,
        sessionToken: admitted.sessionToken,
        clientId: credentialFor(admitted.shop)?.apiKey ?? '',
      }),
    ),
  };
}

function admit(app: PlatformApp, request: Request, sessionToken: string) {
  const already = running.get(sessionToken);
  if (already) return already;
  const admission = app.authenticate
    .admin(request)
    .then(({ session }) => ({ shop: session.shop, sessionToken }));
  if (sessionToken === '') return admission;
  running.set(sessionToken, admission);
  const forget = () => running.delete(sessionToken);
  admission.then(forget, forget);
  return admission;
}

/** Names the shop of a document request, or sends the browser where a document can be admitted. */
function admitDocument(url: URL): string {
  const shop = shopOf(url.searchParams.get('shop'));
  const host = url.searchParams.get('host');
  const admin = adminOf(host);
  if (shop === undefined || admin === undefined) {
    const fallback = developmentFallback(url);
    throw redirect(fallback ?? '/auth/login');
  }
  if (url.searchParams.get('embedded') !== '1') throw redirect(addressInAdmin(url, shop, admin));
  return shop;
}

/** Specification §2: without shop and host the development ones serve, and the browser is forced into the admin. */
function developmentFallback(url: URL): string | undefined {
  const shop = shopOf(environment.DEVELOPMENT_SHOP ?? null);
  const admin = adminOf(environment.DEVELOPMENT_HOST ?? null);
  if (shop === undefined || admin === undefined) return undefined;
  return addressInAdmin(url, shop, admin);
}

function addressInAdmin(url: URL, shop: string, admin: string): string {
  const credential = credentialFor(shop);
  if (!credential) throw new Response(missingKey.statusText, missingKey);
  const search = new URLSearchParams(url.searchParams);
  for (const name of admissionParameters) search.delete(name);
  const query = search.size > 0 ? `?${search}` : '';
  return `https://${admin}/apps/${credential.apiKey}${url.pathname}${query}`;
}

/** Which shop's credential must verify the token. Only a look at the claim: the library verifies it right after. */
function shopOfToken(token: string): string {
  try {
    const shop = shopOf(new URL(String(decodeJwt(token).dest)).hostname);
    if (shop !== undefined) return shop;
  } catch {
    // Not a token at all: the same answer as for a bad one.
  }
  throw new Response(null, {
    status: 401,
    statusText: 'Unauthorized',
    headers: { 'X-Shopify-Retry-Invalid-Session-Request': '1' },
  });
}
