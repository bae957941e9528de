import { createPortalClient, type PortalClient } from '../subscription-api/client.ts';
import { ApiError } from '../subscription-api/errors.ts';
import type { Transport } from '../subscription-api/transport.ts';
import { howToSignIn } from './PortalErrorScreen.tsx';
import { dropPortalToken } from './portal-cookie.server.ts';

/** The portal pages' client. If the session has ended, it throws the portal's own 401, which deletes the cookie. */
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
  // A file that is asked for has no page to say it.
  const message = `You are signed out. ${howToSignIn}`;
  return Response.json({ message }, { status: 401, statusText: 'Unauthorized', headers });
}
