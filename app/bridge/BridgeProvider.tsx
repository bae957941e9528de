import { useLocation, useNavigate } from '@remix-run/react';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { reloadableAddress, type ShopAndHost, visibleAddress } from '../network/frame-address.ts';
import { loadScript } from '../network/load-script.ts';
import { usePageFetch } from '../network/page-fetch.ts';
import type { AppBridgeProps } from './AppBridge.tsx';
import { AdminContext, useAdmin } from './admin.ts';
import { createAuthenticatedFetch } from './authenticated-fetch.ts';
import { createConnection } from './connection.ts';

type Props = ShopAndHost &
  Pick<AppBridgeProps, 'menu' | 'isLoading'> & { apiKey: string; children: ReactNode };

const importAppBridge = () => import('./AppBridge.tsx');

// Starts loading while the screen hydrates. A failure is reported to the caller that needs it and asks again.
if (typeof window !== 'undefined') importAppBridge().catch(() => undefined);

/** Connects the screens with the admin around them: its session tokens, its address bar, its navigation. */
export function BridgeProvider({ apiKey, host, shop, menu, isLoading, children }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  // The router object must stay the same, or App Bridge subscribes anew on every screen.
  const latestNavigate = useRef(navigate);
  latestNavigate.current = navigate;
  const history = useMemo(
    () => ({ replace: (path: string) => latestNavigate.current(path, { replace: true }) }),
    [],
  );
  const { pathname, search, hash } = location;
  const visible = useMemo(
    () => visibleAddress({ pathname, search, hash }),
    [pathname, search, hash],
  );
  const [{ AppBridge }, setLink] = useState<{ AppBridge?: ComponentType<AppBridgeProps> }>({});
  const { connect, connected } = useMemo(
    () => createConnection(() => loadScript(importAppBridge).then(setLink)),
    [],
  );
  useEffect(() => {
    connect().catch(() => undefined);
  }, [connect]);
  return (
    <AdminContext.Provider value={connect}>
      {AppBridge ? (
        <AppBridge
          config={{ apiKey, host, forceRedirect: true }}
          router={{ location: visible, history }}
          menu={menu}
          isLoading={isLoading}
          onConnected={connected}
        />
      ) : null}
      <AuthenticatedFetch />
      <ReloadableFrame shop={shop} host={host} />
      {children}
    </AdminContext.Provider>
  );
}

/** From here on every same-origin request of the page carries a session token. Its layout effect comes before those of the screens. */
function AuthenticatedFetch() {
  const connect = useAdmin();
  usePageFetch(useCallback((fetch) => createAuthenticatedFetch(connect, fetch), [connect]));
  return null;
}

function ReloadableFrame({ shop, host }: ShopAndHost) {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new location, which replaces the address
  useEffect(() => {
    const address = reloadableAddress(window.location.href, { shop, host });
    if (address !== window.location.href) {
      window.history.replaceState(window.history.state, '', address);
    }
  }, [location.key, shop, host]);
  return null;
}
