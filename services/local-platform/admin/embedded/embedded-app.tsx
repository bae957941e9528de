import { HostProvider } from '@shopify/app-bridge-host';
import Client from '@shopify/app-bridge-host/components/Client';
import Loading from '@shopify/app-bridge-host/components/Loading';
import Navigation from '@shopify/app-bridge-host/components/Navigation';
import { BlockStack, Button, Card, Page, Text } from '@shopify/polaris';
import { useEffect, useMemo, useState } from 'react';
import { type InstalledApp, launchApp, loadInstalledApp } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import {
  type Address,
  appPath,
  formatAddress,
  splitApp,
  splitStore,
  storePath,
  withoutLaunchParameters,
} from '../router/addresses.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';
import { ErrorBanner, LoadError, NotFoundPage, PageLoading } from '../shell/page-states.tsx';
import { useStore, useTitle } from '../shell/store-context.tsx';
import { useStoreAction } from '../shell/use-store-action.ts';
import { AppFrame } from './app-frame.tsx';
import { AppMenuBridge } from './app-menu-bridge.tsx';
import { AuthorizationCodes, SessionTokens } from './auth-requests.tsx';
import { useHostRouter } from './host-router.ts';
import { AppModal } from './modal.tsx';
import { appPermissions } from './permissions.ts';
import { ResourcePickerBridge } from './resource-picker/resource-picker-bridge.tsx';
import { AppTitleBar } from './title-bar.tsx';
import { ToastBridge } from './toast-bridge.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** Components of the host package that show nothing by themselves, or that need Polaris's frame around them. */
const hostComponents = [Client, Loading, Navigation, AppModal];
const initialState = { features: appPermissions };

export default function EmbeddedApp() {
  const store = useStore();
  const history = useAdminHistory();
  const address = useAddress();
  const inApp = splitApp(splitStore(address.pathname)?.path ?? '');
  const app = useLoaded(`app of ${store.handle}`, (signal) =>
    loadInstalledApp(store.handle, signal),
  );
  const name = inApp?.name;
  const known = app.data !== null && (name === app.data.handle || name === app.data.apiKey);

  // The address bar uses the app's handle, even if the client redirects by API key, and shows no launch parameters.
  useEffect(() => {
    if (app.data === null || inApp === null || !known) return;
    const screen = withoutLaunchParameters({ ...address, pathname: inApp.path });
    const path = appPath(store.handle, app.data.handle, formatAddress(screen));
    if (path !== formatAddress(address)) history.replace(path, { unguarded: true });
  }, [app.data, inApp, known, address, history, store.handle]);

  if (app.error !== null) {
    return <LoadError of={app} heading="Cadence" title="The app couldn’t be loaded" />;
  }
  if (app.data === null || inApp === null) return <PageLoading />;
  if (!known) return <NotFoundPage />;
  if (!app.data.installed) return <InstallPage app={app.data} onInstalled={app.reload} />;
  const screen: Address = withoutLaunchParameters({ ...address, pathname: inApp.path });
  return <LaunchedApp app={app.data} screen={screen} />;
}

function InstallPage({ app, onInstalled }: { app: InstalledApp; onInstalled: () => void }) {
  const { act, failure } = useStoreAction(onInstalled);
  return (
    <Page title={app.name}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          {failure !== null && <ErrorBanner title="That didn’t work" message={failure} />}
          <Text as="p">{`${app.name} is not installed in this store.`}</Text>
          <Button onClick={() => act('install')}>Install</Button>
        </BlockStack>
      </Card>
    </Page>
  );
}

/** Opens the frame at the first screen. AppFrame tells the app about later ones. */
function LaunchedApp({ app, screen }: { app: InstalledApp; screen: Address }) {
  const store = useStore();
  const router = useHostRouter(store.handle, app);
  const [first] = useState(screen);
  const launched = useLoaded('first', (signal) =>
    launchApp(store.handle, { path: first.pathname, search: first.search }, signal),
  );
  const { apiKey, handle, name } = app;
  const url = launched.data;
  const config = useMemo(
    () =>
      url === null
        ? null
        : { apiKey, appId: apiKey, apiClientId: apiKey, handle, name, shopId: store.shop, url },
    [url, apiKey, handle, name, store.shop],
  );

  useTitle(name);

  if (launched.error !== null) {
    return <LoadError of={launched} heading={name} title={`${name} couldn’t be opened`} />;
  }
  if (config === null) return <PageLoading />;
  return (
    <HostProvider
      config={config}
      initialState={initialState}
      components={hostComponents}
      router={router}
      errorHandler={reportAppError}
    >
      <SessionTokens />
      <AuthorizationCodes />
      <ToastBridge />
      <AppMenuBridge />
      <UnsavedChanges />
      <ResourcePickerBridge />
      <div className="AppScreen">
        <AppTitleBar app={app} home={storePath(store.handle, `/apps/${handle}`)} />
        <AppFrame app={app} launched={first} screen={screen} />
      </div>
    </HostProvider>
  );
}

function reportAppError(thrown: unknown): void {
  console.error('The app sent something that App Bridge refuses.', thrown);
}
