import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { Button, InlineStack } from '@shopify/polaris';
import { maximumUserAgentLength, portalTokenSchema } from '#contract/portal.ts';
import { magicLinkPath, portalPath } from '#contract/portal-paths.ts';
import { MessagePage } from '../components/MessagePage.tsx';
import { assertSameOrigin, portalSignInClient } from '../portal/authenticate-portal.server.ts';
import { howToSignIn } from '../portal/PortalErrorScreen.tsx';
import { pageTitle } from '../portal/page-title.ts';
import { keepPortalToken, portalTokenIn } from '../portal/portal-cookie.server.ts';
import { useNonce } from '../shell/nonce.ts';
import { failureResponse, isNotFound } from '../subscription-api/failure.ts';

/** A magic link. Reading it changes nothing, because mail scanners open links before people do. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = portalTokenSchema.safeParse(new URL(request.url).searchParams.get('token'));
  const hasSession = (await portalTokenIn(request)) !== undefined;
  return json({ token: token.data ?? null, hasSession });
}

/** POST uses the link up, gives the browser its session and goes to the link's page. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  // Scanners of mail send what is no form, too.
  const form = await request.formData().catch(() => new FormData());
  const token = portalTokenSchema.safeParse(form.get('token'));
  if (!token.success) return json({ isRefused: true }, 404);
  const endedToken = await portalTokenIn(request);
  const userAgent = (request.headers.get('User-Agent') ?? '').slice(0, maximumUserAgentLength);
  try {
    const { sessionToken, path } = await portalSignInClient.openPortalSession({
      body: { token: token.data, userAgent, ...(endedToken !== undefined && { endedToken }) },
    });
    const page = path === '/' ? portalPath : portalPath + path;
    return redirect(page, { status: 303, headers: await keepPortalToken(sessionToken) });
  } catch (error) {
    if (isNotFound(error)) return json({ isRefused: true }, 404);
    throw failureResponse(error);
  }
}

export const meta = pageTitle('Open');

/** A second submit would abort the first, which has already used the link. */
const submitOnce =
  "var form=document.getElementById('open-portal');form.addEventListener('submit',function(event){event.preventDefault()});form.submit()";

export default function OpenPortalPage() {
  const nonce = useNonce();
  const { token, hasSession } = useLoaderData<typeof loader>();
  const isRefused = useActionData<typeof action>() !== undefined || token === null;
  if (isRefused) {
    return (
      <MessagePage title="This link was already used or has expired" text={howToSignIn}>
        {hasSession ? (
          <InlineStack>
            <Button url={portalPath}>Go to the vendor portal</Button>
          </InlineStack>
        ) : null}
      </MessagePage>
    );
  }
  return (
    <MessagePage title="Opening the vendor portal...">
      <Form method="post" action={magicLinkPath} reloadDocument id="open-portal">
        <input type="hidden" name="token" value={token} />
        <Button submit variant="primary">
          Open the vendor portal
        </Button>
      </Form>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
        dangerouslySetInnerHTML={{ __html: submitOnce }}
      />
    </MessagePage>
  );
}
