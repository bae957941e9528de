import { AppProvider, Frame } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { lazy, Suspense, useEffect } from 'react';
import { loadStores } from './internal-api/stores.ts';
import { useLoaded } from './internal-api/use-loaded.ts';
import { PageRoutes } from './pages/page-routes.tsx';
import { splitStore, storePath } from './router/addresses.ts';
import type { AdminHistory } from './router/admin-history.ts';
import { AdminLink, Router, useAddress, useAdminHistory } from './router/router.tsx';
import { LoadError, PageBoundary, PageError, PageLoading } from './shell/page-states.tsx';
import { StoreShell } from './shell/store-shell.tsx';
import { Toasts } from './shell/toasts.tsx';

const AuthorizePage = lazy(() => import('./pages/authorize.tsx'));

export function Admin({ history }: { history: AdminHistory }) {
  return (
    <Router history={history}>
      <AppProvider i18n={english} linkComponent={AdminLink}>
        <Toasts>
          <Stores />
        </Toasts>
        <PortalLandmark />
      </AppProvider>
    </Router>
  );
}

/** Names the container at the document's end in which Polaris opens menus and dialogs; it would be outside every landmark. */
function PortalLandmark() {
  useEffect(() => {
    const portals = document.getElementById('PolarisPortalsContainer');
    portals?.setAttribute('role', 'region');
    portals?.setAttribute('aria-label', 'Menus and dialogs');
  }, []);
  return null;
}

function Stores() {
  const history = useAdminHistory();
  const { pathname } = useAddress();
  const stores = useLoaded('stores', loadStores);
  const first = stores.data?.[0]?.handle;
  const place = splitStore(pathname);

  useEffect(() => {
    if (place === null && first !== undefined) history.replace(storePath(first));
  }, [place, first, history]);

  const store = stores.data?.find(({ handle }) => handle === place?.handle);
  if (place !== null && store !== undefined && place.path !== '/oauth/authorize') {
    return (
      <StoreShell key={store.handle} store={store} stores={stores.data ?? []} path={place.path}>
        <PageBoundary key={place.path.split('/')[1]}>
          <Suspense fallback={<PageLoading />}>
            <PageRoutes path={place.path} />
          </Suspense>
        </PageBoundary>
      </StoreShell>
    );
  }
  return (
    <Frame>
      {stores.error !== null ? (
        <LoadError of={stores} heading="Admin" title="The stores couldn’t be loaded" />
      ) : stores.data === null || place === null ? (
        <PageLoading />
      ) : store === undefined ? (
        <PageError
          heading="Store not found"
          title="There’s no such store here"
          message={`This admin has the stores ${stores.data.map(({ handle }) => handle).join(', ')}.`}
        />
      ) : (
        <PageBoundary>
          <Suspense fallback={<PageLoading />}>
            <AuthorizePage key={store.handle} store={store} />
          </Suspense>
        </PageBoundary>
      )}
    </Frame>
  );
}
