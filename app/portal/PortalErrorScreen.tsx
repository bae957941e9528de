import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { portalPath } from '#contract/portal-paths.ts';
import { MessagePage } from '../components/MessagePage.tsx';
import { NotFoundPage } from '../components/NotFoundPage.tsx';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { shownErrorOf } from '../shell/shown-error.ts';

/** How the portal is opened, for all who find it shut. */
export const howToSignIn =
  'Open Cadence in your store’s admin and choose Customers to get a new link. Each link works once, for five minutes.';

/** Whether the route's error is that nobody is signed in. */
export function useIsSignedOut(): boolean {
  const error = useRouteError();
  const shown = shownErrorOf(error);
  return (
    isRouteErrorResponse(error) &&
    error.status === 401 &&
    !(shown.page === 'error' && shown.failure.updateUrl !== undefined)
  );
}

/** The portal's page for the route's error. */
export function PortalErrorScreen() {
  const shown = shownErrorOf(useRouteError());
  if (useIsSignedOut()) return <MessagePage title="You are signed out" text={howToSignIn} />;
  if (shown.page === 'not found') return <NotFoundPage home={portalPath} />;
  if (shown.page === 'error' && shown.failure.updateUrl !== undefined) {
    return (
      <MessagePage
        title={shown.failure.message}
        text="Open Cadence in your store’s admin to approve the permissions it needs, then come back."
      />
    );
  }
  return <ErrorScreen bridged={false} />;
}
