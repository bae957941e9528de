import { useRevalidator } from '@remix-run/react';
import { usePolling } from './use-polling.ts';

/**
 * Loads the screen anew when the merchant comes back to its tab: it may have been changed in another one. With `firstPause`, in ms,
 * also time and again while the tab is in sight. A refresh that fails leaves what is on the screen.
 */
export function useRevalidateOnFocus(firstPause?: number): void {
  const { revalidate, state } = useRevalidator();
  const revalidateWhenIdle = () => {
    // It would abort the load that is under way.
    if (state === 'idle') revalidate();
  };
  usePolling(revalidateWhenIdle, firstPause);
}
