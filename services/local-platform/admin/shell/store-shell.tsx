import { Frame, TopBar } from '@shopify/polaris';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadInstalledApp, type Store } from '../internal-api/stores.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { useAddress } from '../router/router.tsx';
import type { AppMenu } from './app-menu.ts';
import { ClockMenu } from './clock-menu.tsx';
import { ScenarioMenu } from './scenario-menu.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { StoreContext } from './store-context.tsx';
import { StoreSwitcher } from './store-switcher.tsx';

type Props = { store: Store; stores: readonly Store[]; path: string; children: ReactNode };

export function StoreShell({ store, stores, path, children }: Props) {
  const { handle } = store;
  const [appMenu, setAppMenu] = useState<AppMenu | null>(null);
  const [navigationOpen, setNavigationOpen] = useState(false);
  const app = useLoaded(`app of ${handle}`, (signal) => loadInstalledApp(handle, signal));
  const context = useMemo(() => ({ store, setAppMenu }), [store]);
  const { pathname } = useAddress();

  // biome-ignore lint/correctness/useExhaustiveDependencies: on small screens, going to another page closes the navigation
  useEffect(() => setNavigationOpen(false), [pathname]);

  useNavigationName(navigationOpen);

  return (
    <StoreContext.Provider value={context}>
      <Frame
        topBar={
          <header className="Shell-bar">
            <TopBar
              showNavigationToggle
              contextControl={<p className="Shell-shop">{store.shop}</p>}
              secondaryMenu={
                <div className="Shell-menus">
                  <ClockMenu />
                  <ScenarioMenu />
                </div>
              }
              userMenu={<StoreSwitcher current={store} stores={stores} />}
              onNavigationToggle={() => setNavigationOpen((open) => !open)}
            />
          </header>
        }
        navigation={
          <SideNavigation
            store={handle}
            path={path}
            app={app.data ?? { name: 'Cadence', handle: 'cadence' }}
            menu={appMenu}
            onDismiss={() => setNavigationOpen(false)}
          />
        }
        showMobileNavigation={navigationOpen}
        onNavigationDismiss={() => setNavigationOpen(false)}
      >
        {children}
      </Frame>
    </StoreContext.Provider>
  );
}

/**
 * Names the navigation only while it's a dialog, on a small screen. Polaris always names its box, but otherwise the box is plain and its
 * name counts as content outside any landmark.
 */
function useNavigationName(open: boolean): void {
  useEffect(() => {
    const box = document.getElementById('AppFrameNav');
    if (open) box?.setAttribute('aria-label', 'Navigation');
    else box?.removeAttribute('aria-label');
  }, [open]);
}
