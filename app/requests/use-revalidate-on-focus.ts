import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Loads the screen anew when the merchant comes back to its tab: it may have been changed in another one. With `firstPause`, in ms,
 * also time and again while the tab is in sight, each time after twice as long. A refresh that fails leaves what is on the screen.
 */
export function useRevalidateOnFocus(firstPause?: number): void {
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
    if (firstPause === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const lookAfter = (pause: number) => {
      timer = setTimeout(() => {
        const { revalidate, state } = latest.current;
        if (document.visibilityState === 'visible' && state === 'idle') revalidate();
        lookAfter(2 * pause);
      }, pause);
    };
    lookAfter(firstPause);
    return () => clearTimeout(timer);
  }, [firstPause]);
}
