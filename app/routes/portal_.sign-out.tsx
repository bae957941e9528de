import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { portalPath } from '#contract/portal-paths.ts';
import { MessagePage } from '../components/MessagePage.tsx';
import { assertSameOrigin, authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { howToSignIn } from '../portal/PortalErrorScreen.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { dropPortalToken, portalTokenIn } from '../portal/portal-cookie.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

const signOutPath = `${portalPath}/sign-out`;

export async function loader({ request }: LoaderFunctionArgs) {
  if ((await portalTokenIn(request)) !== undefined) throw redirect(portalPath);
  return null;
}

/** POST ends the browser's session, where it has one: a second click, or another tab's, is as good as the first. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  if ((await portalTokenIn(request)) === undefined) return redirect(signOutPath, 303);
  const { client } = await authenticatePortal(request);
  try {
    await client.signOut();
  } catch (error) {
    // One that has ended already is as good; otherwise the cookie stays, so that it can be tried again.
    if (!(error instanceof Response && error.status === 401)) throw failureResponse(error);
  }
  return redirect(signOutPath, { status: 303, headers: await dropPortalToken() });
}

export const meta = pageTitle('Signed out');

export default function SignedOutPage() {
  return <MessagePage title="You are signed out" text={howToSignIn} />;
}
