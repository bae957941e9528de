import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { SkeletonBodyText, SkeletonPage } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { errorTexts } from '#contract/errors.ts';
import { freshSessionToken } from '../bridge/session-token.ts';
import { ErrorPage } from '../components/ErrorPage.tsx';
import { environment } from '../env.server.ts';

/** Which screen to go back to; only one of the app's own, since a token is added to its address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('shopify-reload') ?? '';
  const target = URL.canParse(asked) ? new URL(asked) : undefined;
  const own = target?.origin === new URL(environment.appUrl).origin;
  // A path that starts with two slashes would name another host, which would be handed the token.
  const path = own ? target.pathname.replace(/^\/+/, '/') : '/';
  return json({ reload: own ? path + target.search : path });
}

/**
 * A document was asked for without a good token, as on a reload of the frame: fetches a fresh one from the admin and
 * goes back. The platform library's own page for this needs a script from the platform's CDN.
 */
export default function SessionTokenPage() {
  const { reload } = useLoaderData<typeof loader>();
  const bridge = useAppBridge();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let left = false;
    freshSessionToken(bridge).then(
      (token) => {
        if (left) return;
        const target = new URL(reload, window.location.origin);
        target.searchParams.set('id_token', token);
        window.location.replace(target.href);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [bridge, reload]);

  if (failed) return <ErrorPage failure={{ message: errorTexts.sessionToken }} />;
  return (
    <SkeletonPage>
      <SkeletonBodyText lines={3} />
    </SkeletonPage>
  );
}
