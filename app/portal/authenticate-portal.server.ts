import type { LoaderFunctionArgs } from '@remix-run/node';
import { environment } from '../environment.server.ts';
import { createPortalSignInClient, type PortalClient } from '../subscription-api/client.ts';
import { mountedSubscriptionApi } from '../subscription-api/embedded.server.ts';
import { createTransport, type Transport } from '../subscription-api/transport.ts';
import { portalClientOf, signedOut } from './portal-client.server.ts';
import { portalTokenIn } from './portal-cookie.server.ts';
import { isSameOriginRequest } from './same-origin.ts';

function transportWith(sessionToken: string | undefined): Transport {
  return createTransport({
    fetch: mountedSubscriptionApi.fetch,
    origin: mountedSubscriptionApi.origin,
    sessionToken,
    // The portal sends nobody to grant anything: that is done in the admin.
    clientId: '',
    local: environment.localPlatformUrl !== undefined,
  });
}

/**
 * Lets only the portal's own pages change something.
 * @throws Response - 403
 */
export function assertSameOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isSameOriginRequest(request.headers, new URL(environment.appUrl).origin)) return;
  throw new Response(null, { status: 403, statusText: 'Forbidden' });
}

/**
 * Authenticates a request of the vendor portal by the cookie of its session. The API finds the shop by it and refuses one that has
 * ended.
 * @throws Response - 401 without a session, 403 for a post that another site made. The client throws the same 401 where the
 * session has ended.
 */
export async function authenticatePortal(
  request: Request,
): Promise<{ client: PortalClient; sessionToken: string }> {
  assertSameOrigin(request);
  const sessionToken = await portalTokenIn(request);
  if (sessionToken === undefined) throw await signedOut();
  return { sessionToken, client: portalClientOf(transportWith(sessionToken)) };
}

/** The loader of a page that needs nothing from the API: only who has a session sees it. */
export async function signedInOnly({ request }: LoaderFunctionArgs): Promise<null> {
  await authenticatePortal(request);
  return null;
}

/** The way in, for a browser that has no session yet. */
export const portalSignInClient = createPortalSignInClient(transportWith(undefined));
