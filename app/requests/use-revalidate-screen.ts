import { useRevalidator } from '@remix-run/react';
import { useCallback } from 'react';
import { invalidateScreens } from './screen-cache.ts';

/**
 * Reloads the current screen and clears the cache of the others. Call it if data may have changed without an answer: when a form
 * closes whose save got none.
 */
export function useRevalidateScreen(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    invalidateScreens();
    revalidate();
  }, [revalidate]);
}
