import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { notFound } from '../subscription-api/failure.ts';

/** Every address of the portal that no page owns. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticatePortal(request);
  throw notFound();
}

export default function Nowhere() {
  return null;
}
