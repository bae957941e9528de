import { useEffect, useState } from 'react';
import { requestResource } from '../resource-routes/request-resource.ts';
import type { TodaysNumbers } from './numbers.ts';
import { unavailable } from './unavailable.ts';

const noNumbers: TodaysNumbers = {
  activePlans: unavailable,
  productsCovered: unavailable,
  widget: unavailable,
  newSubscriptions: unavailable,
  revenue: unavailable,
};

/** The numbers when Home was last open in this document, shown until there are newer ones. */
let lastSeen: TodaysNumbers | null = null;

/**
 * The numbers of Home, null until there are any. They come after the screen, which need not wait, and not with its document: React
 * gives up a part of a page that is still to come when the merchant does something meanwhile.
 */
export function useTodaysNumbers(): TodaysNumbers | null {
  const [numbers, setNumbers] = useState(lastSeen);
  useEffect(() => {
    const leaving = new AbortController();
    requestResource({
      method: 'GET',
      path: '/todays-numbers',
      answer: async () => (await import('./numbers.ts')).todaysNumbersSchema,
      signal: leaving.signal,
    }).then(
      (loaded) => {
        lastSeen = loaded;
        if (!leaving.signal.aborted) setNumbers(loaded);
      },
      () => {
        if (!leaving.signal.aborted) setNumbers(noNumbers);
      },
    );
    return () => leaving.abort();
  }, []);
  return numbers;
}
