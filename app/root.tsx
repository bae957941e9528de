import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, ScrollRestoration, useMatches } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import type { ReactNode } from 'react';
import { merchantDocumentIn } from './auth/merchant-document.ts';
import { PolarisLink } from './components/PolarisLink.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { earlyClicks, useAwakeDocument } from './shell/early-clicks.ts';
import { NetworkNotice } from './shell/NetworkNotice.tsx';
import { useNonce } from './shell/nonce.ts';
import { PageScripts } from './shell/PageScripts.tsx';
import { storagePolyfill } from './shell/storage-polyfill.ts';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: polarisStyles },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
];

export const meta: MetaFunction = () => [{ title: 'Cadence' }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const merchantDocument = merchantDocumentIn(useMatches());
  useAwakeDocument();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, before any other script; it has run where React is
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? storagePolyfill + earlyClicks : '',
          }}
        />
        {merchantDocument?.platformScript ? (
          <script
            nonce={nonce}
            suppressHydrationWarning
            data-api-key={merchantDocument.apiKey}
            src={merchantDocument.platformScript}
          />
        ) : null}
        <Meta />
        <Links />
      </head>
      <body>
        <AppProvider i18n={translations} linkComponent={PolarisLink}>
          <NetworkNotice />
          {children}
        </AppProvider>
        <ScrollRestoration nonce={nonce} />
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Only for what no layout of its own catches. */
export function ErrorBoundary() {
  return <ErrorScreen bridged={false} />;
}
