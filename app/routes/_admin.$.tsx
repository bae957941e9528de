import type { LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { NotFoundPage } from '../components/NotFoundPage.tsx';

/** Every address that no screen owns (specification §2, "Not-found page"). */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  return json(null, { status: 404 });
}

export default NotFoundPage;
