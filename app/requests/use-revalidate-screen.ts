import { useRevalidator } from '@remix-run/react';
import { useCallback } from 'react';
import { invalidateScreens } from './screen-cache.ts';

/**
 * Loads the screen on show anew and makes every other one forget its data. Call it where the truth may have changed and
 * nobody told: when a form closes whose save got no answer.
 */
export function useRevalidateScreen(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    invalidateScreens();
    revalidate();
  }, [revalidate]);
}
