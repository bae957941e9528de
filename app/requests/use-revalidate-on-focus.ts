import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Loads the screen anew when the merchant comes back to its tab: it may have been changed in another one. With `every`, in ms, also
 * time and again while the tab is in sight. A refresh that fails leaves what is on the screen.
 */
export function useRevalidateOnFocus(every?: number): void {
  const { revalidate, state } = useRevalidator();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  useEffect(() => {
    const whenBack = () => {
      if (document.visibilityState === 'visible') latest.current.revalidate();
    };
    document.addEventListener('visibilitychange', whenBack);
    return () => document.removeEventListener('visibilitychange', whenBack);
  }, []);
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      const { revalidate, state } = latest.current;
      if (document.visibilityState === 'visible' && state === 'idle') revalidate();
    }, every);
    return () => clearInterval(timer);
  }, [every]);
}
