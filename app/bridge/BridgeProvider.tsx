import { useLocation, useNavigate } from '@remix-run/react';
import { Provider, useAppBridge } from '@shopify/app-bridge-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createAuthenticatedFetch } from './authenticated-fetch.ts';
import { type Admission, reloadableAddress, visibleAddress } from './frame-address.ts';

type Props = Admission & { apiKey: string; children: ReactNode };

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Connects the screens with the admin around them: its session tokens, its address bar, its navigation. */
export function BridgeProvider({ apiKey, host, shop, children }: Props) {
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
  return (
    <Provider
      config={{ apiKey, host, forceRedirect: true }}
      router={{ location: visible, history }}
    >
      <AuthenticatedFetch />
      <ReloadableFrame shop={shop} host={host} />
      {children}
    </Provider>
  );
}

/** Every same-origin request of the page, Remix's own included, carries a session token from here on. */
function AuthenticatedFetch() {
  const bridge = useAppBridge();
  useBrowserLayoutEffect(() => {
    const plainFetch = window.fetch;
    window.fetch = createAuthenticatedFetch(bridge, plainFetch.bind(window));
    return () => {
      window.fetch = plainFetch;
    };
  }, [bridge]);
  return null;
}

function ReloadableFrame({ shop, host }: Admission) {
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
