import { errorTexts } from '#contract/error-texts.ts';
import { retryWithFreshTokenHeader } from '../auth/refusals.ts';
import { createConnectedFetch } from '../network/page-fetch.ts';
import type { Connect } from './admin.ts';
import { freshSessionToken } from './fresh-session-token.ts';
import { createLongWait } from './long-wait.ts';

const reauthorizeHeader = 'X-Shopify-API-Request-Failure-Reauthorize';
const reauthorizeUrlHeader = 'X-Shopify-API-Request-Failure-Reauthorize-Url';
const unauthorizedHeader = 'X-Shopify-API-Request-Failure-Unauthorized';
const callbackPath = '/auth/shopify/callback';

/**
 * Wraps `fetch` for requests to the app's own origin (specification §7, "Common behaviour of every API call"):
 * a fresh session token and X-Requested-With on each, the redirect where the answer asks for reauthorisation, and the
 * retry after an authorisation code. The merchant hears of an answer that is long in coming. A request waits for the bridge to be
 * there: none goes without a token.
 */
export function createAuthenticatedFetch(connect: Connect, plainFetch: typeof fetch): typeof fetch {
  const withToken = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${await freshSessionToken(connect)}`);
    headers.set('X-Requested-With', 'XMLHttpRequest');
    return plainFetch(new Request(request, { headers }));
  };

  const send = async (request: Request): Promise<Response> => {
    // A body can be read only once, so a request that may be sent again is cloned.
    const copy = request.clone();
    let response = await withToken(request);
    if (response.status === 401 && response.headers.has(retryWithFreshTokenHeader)) {
      response = await withToken(copy.clone());
    }
    if (response.headers.get(unauthorizedHeader)?.toLowerCase() === 'true') {
      await authorize(connect, withToken);
      response = await withToken(copy);
    }
    await reauthorizeWhereAsked(connect, response);
    return response;
  };

  const beginWait = createLongWait(connect);
  return createConnectedFetch(plainFetch, async (request) => {
    const endWait = beginWait();
    try {
      return await send(request);
    } finally {
      endWait();
    }
  });
}

async function authorize(
  connect: Connect,
  send: (request: Request) => Promise<Response>,
): Promise<void> {
  const admin = await connect();
  const payload = await admin.authorizationCode().catch(() => {
    throw new Error(errorTexts.authorizationCode);
  });
  const callback = new URL(callbackPath, window.location.origin);
  for (const [name, value] of Object.entries(payload)) callback.searchParams.set(name, value);
  const answer = await send(new Request(callback));
  if (!answer.ok) throw new Error(errorTexts.authorizeRequest);
}

async function reauthorizeWhereAsked(connect: Connect, response: Response): Promise<void> {
  const url = response.headers.get(reauthorizeUrlHeader);
  if (url === null && response.headers.get(reauthorizeHeader) !== '1') return;
  const target = url === null ? ownReauthorization() : new URL(url, window.location.origin);
  const admin = await connect();
  admin.leaveFor(target.href);
}

function ownReauthorization(): URL {
  const target = new URL('/api/auth', window.location.origin);
  const current = new URLSearchParams(window.location.search);
  // Leads back into the same admin.
  for (const name of ['shop', 'host']) {
    const value = current.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return target;
}
