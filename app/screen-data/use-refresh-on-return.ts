import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Loads the screen anew when the merchant comes back to its tab: it may have been changed in another one. A refresh that fails
 * leaves what is on the screen.
 */
export function useRefreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    const whenBack = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    document.addEventListener('visibilitychange', whenBack);
    return () => document.removeEventListener('visibilitychange', whenBack);
  }, []);
}
