import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { dropAccessToken } from '../auth/shopify.server.ts';
import { verifyAuthorizationCode } from '../auth/verify-authorization-code.server.ts';

/**
 * Called by the browser when an answer asked for a new authorisation (specification §7). The admin's signature is
 * checked and the stored access token dropped, so that the next request exchanges its session token for a new one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await authenticateMerchant(request);
  if (!verifyAuthorizationCode(new URL(request.url).searchParams, shop)) {
    return new Response(null, { status: 401 });
  }
  await dropAccessToken(shop);
  return new Response(null, { status: 204 });
}
