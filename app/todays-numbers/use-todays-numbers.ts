import { useEffect } from 'react';
import { useResource } from '../resource-routes/use-resource.ts';
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
  const { answer, failure } = useResource({
    path: '/todays-numbers',
    answer: async () => (await import('./numbers.ts')).todaysNumbersSchema,
  });
  useEffect(() => {
    if (answer !== undefined) lastSeen = answer;
  }, [answer]);
  return answer ?? (failure === undefined ? lastSeen : noNumbers);
}
