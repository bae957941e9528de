import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { PortalErrorScreen, useIsSignedOut } from '../portal/PortalErrorScreen.tsx';
import { PortalFrame, type ShownPortal } from '../portal/PortalFrame.tsx';
import { keepPortalShop, portalMarkOf } from '../portal/portal-cookie.server.ts';
import { orErrorPage } from '../subscription-api/failure.ts';

/** The vendor portal: pages outside of the admin, opened by a magic link, on a session of their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client, sessionToken } = await authenticatePortal(request);
  const portal = await orErrorPage(client.getPortal());
  const headers = await keepPortalShop(request, portal.shop);
  return json<ShownPortal>({ ...portal, mark: await portalMarkOf(sessionToken) }, { headers });
}

/** A document belongs to one session, so its shop never changes and no page waits for it again. */
export const shouldRevalidate = () => false;

export default function PortalLayout() {
  return (
    <PortalFrame portal={useLoaderData<typeof loader>()}>
      <Outlet />
    </PortalFrame>
  );
}

export function ErrorBoundary() {
  const portal = useRouteLoaderData<ShownPortal>('routes/portal');
  const isSignedOut = useIsSignedOut();
  if (portal === undefined || isSignedOut) return <PortalErrorScreen />;
  return (
    <PortalFrame portal={portal}>
      <PortalErrorScreen />
    </PortalFrame>
  );
}
