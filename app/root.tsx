import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { Loading } from '@shopify/app-bridge-react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import { type ReactNode, useEffect } from 'react';
import { errorTexts } from '#contract/errors.ts';
import { adminOf, authenticateMerchant, shopOf } from './admission/authenticate.server.ts';
import { platformScript } from './admission/headers.server.ts';
import { missingKey } from './admission/missing-key.ts';
import { useNonce } from './admission/nonce.ts';
import { BridgeProvider } from './bridge/BridgeProvider.tsx';
import { storageStandIn } from './bridge/storage-stand-in.ts';
import { AppNavigation } from './components/AppNavigation.tsx';
import { ErrorPage } from './components/ErrorPage.tsx';
import { MessagePage } from './components/MessagePage.tsx';
import { NotFoundPage } from './components/NotFoundPage.tsx';
import { PolarisLink } from './components/PolarisLink.tsx';
import { credentialFor } from './env.server.ts';
import { logger } from './logger.server.ts';
import { failureSchema, knownTextOf } from './subscription-api/failure.ts';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: polarisStyles },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
];

/** The shell: who is asking, with which key the admin is spoken to, and what the menu may show. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const shop = shopOf(url.searchParams.get('shop'));
  const host = url.searchParams.get('host');
  const admission =
    shop !== undefined && host !== null && adminOf(host) !== undefined ? { shop, host } : undefined;
  const apiKey = shop === undefined ? undefined : credentialFor(shop)?.apiKey;
  const shell = { admission, apiKey, platformScript, vendor: null };
  // These pages are where a request without a good token is sent: they cannot ask for one themselves.
  if (url.pathname.startsWith('/auth/')) return json(shell);
  if (shop !== undefined && apiKey === undefined) return json(shell, missingKey);

  const { client } = await authenticateMerchant(request);
  // Specification §4: a failed load clears the vendor. The screen's own loader reports the failure.
  const vendor = await client.getVendor().catch((error: unknown) => {
    logger.warn({ error }, 'The vendor could not be loaded');
    return null;
  });
  return json({
    ...shell,
    vendor: vendor && { status: vendor.status, shopifyManifest: vendor.shopifyManifest },
  });
}

/** The shell's address parts are only in the document's address, and the vendor changes by an action alone. */
export function shouldRevalidate(_: ShouldRevalidateFunctionArgs) {
  return false;
}

function useShell() {
  return useRouteLoaderData<typeof loader>('root');
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const shell = useShell();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Cadence</title>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, before any other script
          dangerouslySetInnerHTML={{ __html: storageStandIn }}
        />
        {shell?.platformScript && shell.apiKey ? (
          <script
            nonce={nonce}
            suppressHydrationWarning
            data-api-key={shell.apiKey}
            src={shell.platformScript}
          />
        ) : null}
        <Meta />
        <Links />
      </head>
      <body>
        <AppProvider i18n={translations} linkComponent={PolarisLink}>
          {children}
        </AppProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Gives the screens their bridge to the admin, or says why there is none. */
function Shell({ children }: { children: ReactNode }) {
  const shell = useShell();
  if (!shell?.admission) return children;
  if (shell.apiKey === undefined) return <MessagePage title={missingKey.statusText} />;
  return (
    <BridgeProvider apiKey={shell.apiKey} host={shell.admission.host} shop={shell.admission.shop}>
      <AppNavigation vendor={shell.vendor} />
      <LoadingBar />
      {children}
    </BridgeProvider>
  );
}

function LoadingBar() {
  return useNavigation().state === 'idle' ? null : <Loading />;
}

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useShell();
  const bridged = shell?.admission !== undefined && shell.apiKey !== undefined;
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);

  const known = knownTextOf(error);
  if (known !== undefined) {
    return (
      <Shell>
        <ErrorPage failure={{ message: known }} />
      </Shell>
    );
  }
  if (!isRouteErrorResponse(error)) {
    return (
      <Shell>
        <MessagePage
          title={errorTexts.somethingWentWrong}
          text="Contact support if the issue persists!"
        />
      </Shell>
    );
  }
  if (error.status === missingKey.status && error.statusText === missingKey.statusText) {
    return <MessagePage title={missingKey.statusText} />;
  }
  if (error.status === 404) {
    return (
      <Shell>
        <NotFoundPage />
      </Shell>
    );
  }
  const parsed = failureSchema.safeParse(error.data);
  const failure = parsed.success ? parsed.data : { message: messageOfStatus(error.status) };
  if (!bridged) return <MessagePage title="Something went wrong" text={failure.message} />;
  return (
    <Shell>
      <ErrorPage failure={failure} />
    </Shell>
  );
}

function messageOfStatus(status: number): string {
  return status === 401 ? errorTexts.authorizeRequest : errorTexts.serverError;
}
