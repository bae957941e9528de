import { useEffect, useRef } from 'react';
import { usePolling } from '../../requests/use-polling.ts';
import { useResource } from '../../requests/use-resource.ts';
import type { RecurringMorning } from './recurring-morning.ts';

/** First pause before asking again while orders of today are still to come, in ms; it doubles, see `usePolling`. */
const firstPause = 15_000;
/** The same while none are: a new day may begin, or billing may stop. */
const seldom = 60_000;

/** After so long without an answer, in ms, what is shown as today's may be yesterday's. */
const staleAfter = 3_600_000;

/** The answer from the last time that Home was open in this document, shown until a new one arrives. */
let lastSeen: RecurringMorning | undefined;

/** The texts of Home's card of recurring orders, refreshed when the merchant comes back and at growing intervals. */
export function useRecurringMorning() {
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/home/recurring-orders',
    answer: async () => (await import('./recurring-morning.ts')).recurringMorningSchema,
  });
  const answeredAt = useRef(0);
  useEffect(() => {
    if (answer === undefined) return;
    lastSeen = answer;
    answeredAt.current = Date.now();
  }, [answer]);
  usePolling(
    () => {
      if (!isAsking) reload();
    },
    answer?.isMoving ? firstPause : seldom,
  );
  // A failed first load counts, even beside figures of an earlier visit.
  const hasFailed = failure !== undefined && Date.now() - answeredAt.current > staleAfter;
  return { morning: answer ?? lastSeen, hasFailed, isAsking, reload };
}
