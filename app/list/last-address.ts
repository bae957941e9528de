import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { visibleAddress } from '../network/frame-address.ts';

// The address at which the merchant last saw each list, until the frame is reloaded. Only the browser writes it.
const lastSearches = new Map<string, string>();

/** Called by a list's screen: the way back to it will lead to this page of it, search and sorting included. */
export function useRememberedList(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const visible = visibleAddress({ pathname, search, hash });
    lastSearches.set(visible.pathname, visible.search);
  }, [pathname, search, hash]);
}

/** The address of a list as the merchant last saw it; the plain list where they didn't come from it. */
export function useListAddress(pathname: string): string {
  const [address] = useState(() => `${pathname}${lastSearches.get(pathname) ?? ''}`);
  return address;
}
