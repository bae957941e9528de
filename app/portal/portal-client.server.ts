import { createPortalClient, type PortalClient } from '../subscription-api/client.ts';
import { ApiError } from '../subscription-api/errors.ts';
import type { Transport } from '../subscription-api/transport.ts';
import { dropPortalToken } from './portal-cookie.server.ts';

/** What the portal's pages ask by. A session that has ended is answered by the portal's own 401, which forgets its token. */
export function portalClientOf(send: Transport): PortalClient {
  return createPortalClient(async (asked) => {
    try {
      return await send(asked);
    } catch (error) {
      throw error instanceof ApiError && error.status === 401 ? await signedOut() : error;
    }
  });
}

/** The answer to who has no session (any more). */
export async function signedOut(): Promise<Response> {
  const headers = await dropPortalToken();
  return new Response(null, { status: 401, statusText: 'Unauthorized', headers });
}
