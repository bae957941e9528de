import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { redirectInFrame } from '../auth/redirect-in-frame.server.ts';

/** The specification has this page without content (§2). The customers are in the vendor portal. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  return redirectInFrame(request, '/users');
}
