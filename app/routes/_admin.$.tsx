import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { notFound } from '../subscription-api/failure.ts';

/** Every address that no screen owns (specification §2, "Not-found page"). */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  throw notFound();
}

/** Without a component of its own Remix would answer the bare response, and no error boundary its page. */
export default function Nowhere() {
  return null;
}
