import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { notFound } from '../subscription-api/failure.ts';

/** Every address that no screen owns (specification §2, "Not-found page"). */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  throw notFound();
}

/** Without a component Remix would treat this as a resource route, and no error boundary would render. */
export default function Nowhere() {
  return null;
}
