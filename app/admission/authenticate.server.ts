import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { decodeJwt } from 'jose';
import { shopOf } from '#contract/shop.ts';
import { createClient, type SubscriptionApiClient } from '../subscription-api/client.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';
import { createTransport } from '../subscription-api/transport.ts';
import { updateAddress } from '../subscription-api/update-address.ts';
import { credentialFor, environment } from './environment.server.ts';
import { logger } from './logger.server.ts';
import { admitDocument, loginPath } from './merchant-document.server.ts';
import { missingKey } from './missing-key.ts';
import { type PlatformApp, platformAppFor } from './shopify.server.ts';

export type Merchant = {
  /** Such as `roast-and-ritual.myshopify.com`; from the verified session token alone. */
  shop: string;
  client: SubscriptionApiClient;
  /** Where the shop grants what is missing, with `client_id`; undefined for what is no such address. */
  updateAddressOf: (address: string) => string | undefined;
};

// Loaders of one page run side by side with the same token: one exchange of it serves them all.
const running = new Map<string, Promise<{ shop: string; sessionToken: string }>>();

/**
 * Admits a request: a document by its `id_token`, everything else by its bearer session token.
 * @throws Response - redirects into the admin or to the page that fetches a fresh token, 401 for a bad token, 403 or the
 * login page where the address names another shop than the token, and {@link missingKey}
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
  const named = url.searchParams.get('shop');
  if (named !== null && named !== admitted.shop) {
    throw bearer === undefined ? redirect(loginPath) : new Response(null, { status: 403 });
  }
  const sender = {
    clientId: credentialFor(admitted.shop)?.apiKey ?? '',
    local: environment.localPlatformUrl !== undefined,
  };
  return {
    shop: admitted.shop,
    updateAddressOf: (address) => updateAddress(address, sender),
    client: createClient(
      createTransport({
        fetch: mountedSubscriptionApi.fetchFor(admitted.shop),
        origin: mountedSubscriptionApi.origin,
        sessionToken: admitted.sessionToken,
        ...sender,
      }),
    ),
  };
}

function admit(app: PlatformApp, request: Request, sessionToken: string) {
  const already = running.get(sessionToken);
  if (already) return already;
  const admission = app.authenticate.admin(request).then(
    ({ session }) => ({ shop: session.shop, sessionToken }),
    (thrown: unknown) => {
      // The library answers a failed token exchange with a bare 500, and Remix reports no answers.
      if (thrown instanceof Response && thrown.status >= 500) {
        logger.error({ status: thrown.status }, 'The session token could not be exchanged');
      }
      throw thrown;
    },
  );
  if (sessionToken === '') return admission;
  running.set(sessionToken, admission);
  const forget = () => running.delete(sessionToken);
  admission.then(forget, forget);
  return admission;
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

/** The loader of a page that needs nothing from the API: only a merchant sees it. */
export async function admitMerchant({ request }: LoaderFunctionArgs): Promise<null> {
  await authenticateMerchant(request);
  return null;
}
