import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';

/** Addresses of the portal that nothing is at. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticatePortal(request);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}
