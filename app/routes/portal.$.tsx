import type { LoaderFunctionArgs } from '@remix-run/node';
import { portalPath } from '#contract/portal-paths.ts';
import { NotFoundPage } from '../components/NotFoundPage.tsx';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { pageTitle } from '../portal/page-title.ts';

/** Addresses of the portal that nothing is at. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticatePortal(request);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export const meta = pageTitle('Not found');

export default function PortalNotFoundPage() {
  return <NotFoundPage home={portalPath} />;
}
