import { createPath, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';

function whenLookedAt(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    window.removeEventListener('pageshow', look);
  };
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
}

/**
 * Whether the browser still has the session that this document was made for. Another tab may have signed out, or opened another
 * store's portal: what is shown here must not stay, nor be mixed with the other's. Then the document is loaded anew.
 */
export function useOwnSession(mark: string): boolean {
  const wasSeen = useRef(false);
  const isOwn = useSyncExternalStore(
    whenLookedAt,
    () => {
      const cookies = document.cookie.split('; ');
      if (cookies.includes(mark)) wasSeen.current = true;
      if (cookies.includes(mark)) return true;
      const name = mark.slice(0, mark.indexOf('=') + 1);
      // Another tab signed out before this one ran, or the browser shows its scripts no cookies: then it is so after a reload too.
      return (
        !wasSeen.current && wasReloaded() && !cookies.some((cookie) => cookie.startsWith(name))
      );
    },
    () => true,
  );
  // The page the merchant was about to open, or else the same one.
  const { location } = useNavigation();
  const target = useRef(location);
  target.current = location;
  useEffect(() => {
    if (isOwn) return;
    if (target.current === undefined) window.location.reload();
    else window.location.assign(createPath(target.current));
  }, [isOwn]);
  return isOwn;
}
