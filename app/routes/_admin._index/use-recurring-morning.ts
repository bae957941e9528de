import { useEffect } from 'react';
import { usePolling } from '../../requests/use-polling.ts';
import { useResource } from '../../requests/use-resource.ts';
import type { RecurringMorning } from './recurring-morning.ts';

/** While orders of today are still to come: when they are asked for again, in ms. */
const firstPause = 15_000;
/** The same while none are: a day begins, or billing stops. */
const seldom = 60_000;

/** What Home said when it was last open in this document, shown until there is newer. */
let lastSeen: RecurringMorning | undefined;

/** What Home says of recurring orders, asked again when the merchant comes back, and time and again. */
export function useRecurringMorning() {
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/home/recurring-orders',
    answer: async () => (await import('./recurring-morning.ts')).recurringMorningSchema,
  });
  useEffect(() => {
    if (answer !== undefined) lastSeen = answer;
  }, [answer]);
  usePolling(
    () => {
      if (!isAsking) reload();
    },
    answer?.isMoving ? firstPause : seldom,
  );
  // Yesterday's truth is none: it isn't shown where today's can't be loaded.
  const hasFailed = answer === undefined && failure !== undefined;
  return { morning: answer ?? lastSeen, hasFailed, isAsking, reload };
}
