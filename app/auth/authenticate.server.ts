import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { decodeJwt } from 'jose';
import { shopOf } from '#contract/shop.ts';
import { verifySessionToken } from '#process/verify-session-token.ts';
import { credentialFor, environment } from '../environment.server.ts';
import { renewedParameter } from '../network/embedded-parameters.ts';
import { createClient, type SubscriptionApiClient } from '../subscription-api/client.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';
import { createTransport } from '../subscription-api/transport.ts';
import { updateAddress } from '../subscription-api/update-address.ts';
import { authenticateInTime } from './authenticate-in-time.ts';
import { logger } from './logger.server.ts';
import { authenticateDocument, loginPath } from './merchant-document.server.ts';
import {
  missingKey,
  type RefusedToken,
  refusedToken,
  retryWithFreshTokenHeader,
} from './refusals.ts';
import { type PlatformApp, platformAppFor } from './shopify.server.ts';

export type Merchant = {
  /** Such as `roast-and-ritual.myshopify.com`; from the verified session token alone. */
  shop: string;
  client: SubscriptionApiClient;
  /** The address where the shop grants a missing permission, with `client_id` added; undefined if it is no such address. */
  updateAddressOf: (address: string) => string | undefined;
};

// Loaders of one page run at once with the same token. One token exchange serves them all.
const running = new Map<string, Promise<{ shop: string; sessionToken: string }>>();

/**
 * Authenticates a request: a document by its `id_token`, everything else by its bearer session token. When a token is refused:
 * - A document is redirected to `routes/auth.session-token.tsx`, which fetches a fresh token and loads it again. If that one is
 *   refused too, {@link refusedToken} ends the loop, and `shell/ErrorScreen.tsx` shows the reason.
 * - Any other request gets a 401. `bridge/authenticated-fetch.ts` sends it once more with a fresh token if
 *   {@link retryWithFreshTokenHeader} is set; a second 401 fails with "Failed to authorize request." where the screen shows errors.
 * - A 401 of the subscription API is passed on without that header, and isn't sent again.
 *
 * @throws Response - redirects into the admin or to the page that fetches a fresh token, 401 for a bad token, 403 or the
 * login page where the address names another shop than the token, {@link missingKey}, and {@link refusedToken}
 */
export async function authenticateMerchant(request: Request): Promise<Merchant> {
  const url = new URL(request.url);
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (bearer === undefined && (url.searchParams.has('_data') || request.method !== 'GET')) {
    throw new Response(null, { status: 401, statusText: 'Unauthorized' });
  }
  const shop = bearer === undefined ? authenticateDocument(url) : shopOfBearer(bearer);
  const idToken = url.searchParams.get('id_token') ?? '';
  const shopOfDocument = shopOfToken(idToken);
  if (bearer === undefined && shopOfDocument !== undefined && shopOfDocument !== shop) {
    throw redirect(loginPath);
  }
  const app = platformAppFor(shop);
  if (!app) throw new Response(missingKey.statusText, missingKey);

  const isNoToken = bearer === undefined && shopOfDocument === undefined;
  const sessionToken = bearer ?? idToken;
  const older = await authenticateByOlderSecret(shop, sessionToken);
  const authenticating = isNoToken
    ? authenticateByLibrary(app, shop, withoutToken(request), '')
    : (older ?? authenticateByLibrary(app, shop, request, sessionToken));
  const authenticated = await Promise.resolve(authenticating).catch((thrown: unknown) => {
    const isRenewed = idToken !== '' && url.searchParams.has(renewedParameter);
    if (isRenewed && isBounced(thrown)) throw refusalOf(idToken);
    if (!(thrown instanceof Response)) throw thrown;
    // Requests that share the token each send it, and its body can be read only once. The server's clone is no `Response` of its own.
    const copy = thrown.clone();
    throw new Response(copy.body, copy);
  });
  const named = url.searchParams.get('shop');
  if (named !== null && named !== authenticated.shop) {
    throw bearer === undefined ? redirect(loginPath) : new Response(null, { status: 403 });
  }
  const sender = {
    clientId: credentialFor(authenticated.shop)?.apiKey ?? '',
    local: environment.localPlatformUrl !== undefined,
  };
  return {
    shop: authenticated.shop,
    updateAddressOf: (address) => updateAddress(address, sender),
    client: createClient(
      createTransport({
        fetch: mountedSubscriptionApi.fetchFor(authenticated.shop),
        origin: mountedSubscriptionApi.origin,
        sessionToken: authenticated.sessionToken,
        ...sender,
      }),
    ),
  };
}

function authenticateByLibrary(
  app: PlatformApp,
  shop: string,
  request: Request,
  sessionToken: string,
) {
  const already = running.get(sessionToken);
  if (already) return already;
  const authentication = authenticateInTime(app.authenticate.admin(request)).then(
    ({ session }) => ({ shop: session.shop, sessionToken }),
    async (thrown: unknown) => {
      // The library answers a failed exchange of a good token with a bare 500, such as of a frozen store. The subscription API
      // exchanges it by itself where it needs to, and says in words why it can't.
      const isBare = thrown instanceof Response && thrown.status === 500;
      const secrets = credentialFor(shop)?.apiSecrets ?? [];
      const authenticated = isBare
        ? await authenticateBySecrets(shop, sessionToken, secrets)
        : undefined;
      if (authenticated === undefined) throw thrown;
      logger.warn({ shop }, 'The session token could not be exchanged');
      return authenticated;
    },
  );
  if (sessionToken === '') return authentication;
  running.set(sessionToken, authentication);
  const forget = () => running.delete(sessionToken);
  authentication.then(forget, forget);
  return authentication;
}

/** Whether the library sends the document to fetch a fresh token. */
function isBounced(thrown: unknown): boolean {
  return (
    thrown instanceof Response &&
    (thrown.headers.get('location') ?? '').startsWith('/auth/session-token')
  );
}

/** If the platform's clock and ours differ by more than this, in seconds, that is why its fresh tokens are refused. */
const clockTolerance = 60;

const refusals = {
  clock: 'Fresh session tokens are refused: this machine’s clock is behind the platform’s',
  stale:
    'An old session token came as a fresh one: from an old address, or this clock is ahead of the platform’s',
  key: 'Fresh session tokens are refused: SHOPIFY_API_SECRET is not that of the app in the admin',
} as const;

/** Says why a token that was fetched just now is refused. Another one would be too, and the frame would reload for ever. */
function refusalOf(token: string): Response {
  const { iat } = readClaims(token);
  const secondsAhead = iat === undefined ? 0 : Math.round(iat - Date.now() / 1_000);
  // A fetched token is never older than a minute. An older one comes from a saved address.
  const reason =
    secondsAhead > clockTolerance ? 'clock' : secondsAhead < -clockTolerance ? 'stale' : 'key';
  logger.error({ secondsAhead }, refusals[reason]);
  return Response.json(
    { reason, supportEmail: environment.supportEmail } satisfies RefusedToken,
    refusedToken,
  );
}

function readClaims(token: string): { iat?: number } {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/**
 * Accepts a token that an older secret signed, which the library, knowing only the newest secret, would refuse. The library isn't needed
 * here, since the subscription API gets its access token by itself.
 */
async function authenticateByOlderSecret(shop: string, sessionToken: string) {
  const [, ...older] = credentialFor(shop)?.apiSecrets ?? [];
  return older.length === 0 ? undefined : await authenticateBySecrets(shop, sessionToken, older);
}

/** Undefined where none of the secrets signed the token, or it is not valid now. */
async function authenticateBySecrets(
  shop: string,
  sessionToken: string,
  apiSecrets: readonly string[],
) {
  const apiKey = credentialFor(shop)?.apiKey ?? '';
  return await verifySessionToken(sessionToken, { apiKey, apiSecrets }, new Date()).then(
    () => ({ shop, sessionToken }),
    () => undefined,
  );
}

/** The library crashes on a token that names no shop, but handles a request without a token. */
function withoutToken(request: Request): Request {
  const url = new URL(request.url);
  url.searchParams.delete('id_token');
  return new Request(url, request);
}

/**
 * The shop that a token names. Only a look at its claims: the library verifies it right after, but it asks neither who issued it
 * nor whether it ever ends.
 */
function shopOfToken(token: string): string | undefined {
  try {
    const { dest, iss, exp, nbf } = decodeJwt(token);
    const [destination, issuer] = [new URL(String(dest)), new URL(String(iss))];
    const isWhole = typeof exp === 'number' && typeof nbf === 'number';
    if (!isWhole || destination.protocol !== 'https:' || issuer.origin !== destination.origin) {
      return undefined;
    }
    return shopOf(destination.hostname);
  } catch {
    return undefined;
  }
}

/** The shop whose credential must verify the token. Anything that is no token is answered like a bad one. */
function shopOfBearer(token: string): string {
  const shop = shopOfToken(token);
  if (shop !== undefined) return shop;
  throw new Response(null, {
    status: 401,
    statusText: 'Unauthorized',
    headers: { [retryWithFreshTokenHeader]: '1' },
  });
}

/** The loader of a page that needs nothing from the API but is for merchants only. */
export async function merchantsOnly({ request }: LoaderFunctionArgs): Promise<null> {
  await authenticateMerchant(request);
  return null;
}
