import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { Portal } from '#contract/portal.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { PortalErrorScreen, useIsSignedOut } from '../portal/PortalErrorScreen.tsx';
import { PortalFrame } from '../portal/PortalFrame.tsx';
import { orErrorPage } from '../subscription-api/failure.ts';

/** The vendor portal: pages outside of the admin, opened by a magic link, on a session of their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  return json(await orErrorPage(client.getPortal()));
}

export default function PortalLayout() {
  return (
    <PortalFrame portal={useLoaderData<typeof loader>()}>
      <Outlet />
    </PortalFrame>
  );
}

export function ErrorBoundary() {
  const portal = useRouteLoaderData<Portal>('routes/portal');
  const isSignedOut = useIsSignedOut();
  if (portal === undefined || isSignedOut) return <PortalErrorScreen />;
  return (
    <PortalFrame portal={portal}>
      <PortalErrorScreen />
    </PortalFrame>
  );
}
