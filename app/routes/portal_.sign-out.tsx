import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { portalPath } from '#contract/portal-paths.ts';
import { MessagePage } from '../components/MessagePage.tsx';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { howToOpen } from '../portal/PortalErrorScreen.tsx';
import { dropPortalToken, portalTokenIn } from '../portal/portal-cookie.server.ts';
import { titled } from '../portal/titled.ts';
import { failureResponse } from '../subscription-api/failure.ts';

const signOutPath = `${portalPath}/sign-out`;

export async function loader({ request }: LoaderFunctionArgs) {
  if ((await portalTokenIn(request)) !== undefined) throw redirect(portalPath);
  return null;
}

/** POST ends the browser's session. */
export async function action({ request }: ActionFunctionArgs) {
  const { client } = await authenticatePortal(request);
  try {
    await client.signOut();
  } catch (error) {
    // One that has ended already is as good; otherwise the cookie stays, so that it can be tried again.
    if (!(error instanceof Response && error.status === 401)) throw failureResponse(error);
  }
  return redirect(signOutPath, {
    status: 303,
    headers: { 'Set-Cookie': await dropPortalToken() },
  });
}

export const meta = titled('Signed out');

export default function SignedOutPage() {
  return <MessagePage title="You are signed out" text={howToOpen} />;
}
