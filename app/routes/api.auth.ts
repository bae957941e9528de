import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { redirectInFrame } from '../auth/redirect-in-frame.server.ts';
import { dropAccessToken } from '../auth/shopify.server.ts';

/**
 * Where the browser goes when an answer asks for reauthorisation and names no address (specification §7). Outside of the
 * admin it leads into it; inside, the app begins anew, with a new access token.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await authenticateMerchant(request);
  await dropAccessToken(shop);
  return redirectInFrame(request, '/');
}
