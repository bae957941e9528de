import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SkeletonBodyText, SkeletonPage } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { loginPath, merchantDocumentAt } from '../auth/merchant-document.server.ts';
import { useAdmin } from '../bridge/admin.ts';
import { BridgeProvider } from '../bridge/BridgeProvider.tsx';
import { freshSessionToken } from '../bridge/fresh-session-token.ts';
import { ErrorPage } from '../components/ErrorPage.tsx';
import { environment } from '../environment.server.ts';
import { renewedParameter } from '../network/embedded-parameters.ts';
import { onceConnected } from '../network/network.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const merchantDocument = merchantDocumentAt(url);
  if (merchantDocument === null) throw redirect(loginPath);
  return json({ merchantDocument, reload: screenToReload(url.searchParams.get('shopify-reload')) });
}

/** Which screen to go back to; only one of the app's own, since a token is added to its address. */
function screenToReload(asked: string | null): string {
  const target = asked !== null && URL.canParse(asked) ? new URL(asked) : undefined;
  if (target?.origin !== new URL(environment.appUrl).origin) return '/';
  // A path that starts with two slashes would name another host, which would be handed the token.
  return target.pathname.replace(/^\/+/, '/') + target.search;
}

/**
 * A document was asked for without a good token, as on a reload of the frame: fetches a fresh one from the admin and
 * goes back. The platform library's own page for this needs a script from the platform's CDN.
 */
export default function SessionTokenPage() {
  const { merchantDocument, reload } = useLoaderData<typeof loader>();
  return (
    <BridgeProvider
      apiKey={merchantDocument.apiKey}
      host={merchantDocument.host}
      shop={merchantDocument.shop}
    >
      <FetchToken reload={reload} />
    </BridgeProvider>
  );
}

function FetchToken({ reload }: { reload: string }) {
  const connect = useAdmin();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let left = false;
    setFailed(false);
    onceConnected(() => freshSessionToken(connect)).then(
      (token) => {
        if (left) return;
        const target = new URL(reload, window.location.origin);
        target.searchParams.set('id_token', token);
        target.searchParams.set(renewedParameter, '1');
        // Names the dialog that was open; a redirect hands it on, and no server sees it.
        target.hash = window.location.hash;
        window.location.replace(target.href);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [connect, reload, round]);

  if (failed) {
    const back = { content: 'Try again', onAction: () => setRound(round + 1) };
    return <ErrorPage failure={{ message: errorTexts.sessionToken }} back={back} />;
  }
  return (
    <SkeletonPage>
      <SkeletonBodyText lines={3} />
    </SkeletonPage>
  );
}
