import type { RouterContext } from '@shopify/app-bridge-host';
import { useMemo, useRef } from 'react';
import type { InstalledApp } from '../internal-api/stores.ts';
import {
  formatAddress,
  fromHostPath,
  localPath,
  parseAddress,
  toHostPath,
} from '../router/addresses.ts';
import { useAddress, useAdminHistory } from '../router/router.tsx';

type HostLocation = RouterContext['location'];

/** The admin's history for App Bridge's host package, which uses addresses like `/admin/…`. */
export function useHostRouter(store: string, app: InstalledApp): RouterContext {
  const history = useAdminHistory();
  const address = useAddress();
  const latestStore = useRef(store);
  latestStore.current = store;

  return useMemo(() => {
    const { origin, hostname } = window.location;
    const toPath = (to: string | HostLocation): string => {
      const text = typeof to === 'string' ? to : `${to.pathname}${to.search ?? ''}${to.hash ?? ''}`;
      return fromHostPath(latestStore.current, formatAddress(parseAddress(text)));
    };
    return {
      appRoot: app.handle,
      hostname,
      href: `${origin}${toHostPath(address.pathname)}${address.search}${address.hash}`,
      location: { ...address, pathname: toHostPath(address.pathname) },
      history: {
        push: (to) => history.push(toPath(to)),
        replace: (to) => history.replace(toPath(to)),
      },
      open: (url, target) => open(url, target),
    };

    function open(url: string | undefined, target: string | undefined): void {
      if (url === undefined) return;
      const destination = new URL(url, origin);
      if (destination.protocol !== 'https:' && destination.protocol !== 'http:') return;
      const local = localPath(latestStore.current, destination, origin);
      if (target === '_blank') {
        window.open(local ?? destination.href, '_blank', 'noopener');
      } else if (local !== null) {
        history.push(local);
      } else {
        window.location.assign(destination.href);
      }
    }
  }, [address, app.handle, history]);
}
