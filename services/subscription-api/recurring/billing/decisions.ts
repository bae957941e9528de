import type { FailureClass, RecurringDecision } from '#contract/recurring-orders.ts';
import type { CycleRow } from './store.ts';

/** The reasons of orders that the merchant decided to have charged, to leave or to settle. */
export const decidedReason = 'decided';
export const merchantReasons = {
  leave: 'left by the merchant',
  'settled elsewhere': 'settled elsewhere',
} as const;

/** The reason of a listed order whose attempt is open: nothing can be decided about it, and the platform is asked daily. */
export const openTooLong = 'open for 7 days';

/** The reasons of listed orders that may be charged all the same, once the merchant says so. */
const chargeable = [
  'usage unknown',
  'customer not told',
  'unknown attempt',
  'charged since it was due',
  'second of the day',
  'before go-live',
  'due while paused',
  'due while frozen',
  'due while not permitted',
  'missed',
  'the order before is open for 7 days',
  'refused for 7 days',
  'not readable',
  'merchant must act',
  'perhaps paid',
  'unknown failure',
  'price not set',
  'rotation refused',
  'nothing to rotate',
  'end rule refused',
  'never done',
];

const day = 86_400_000;

/**
 * When the merchant decided to have a cycle charged; null if they didn’t. A decision holds for a day. If nothing came of it by then, they are asked
 * again.
 */
export function decidedAtOf(
  kept: Pick<CycleRow, 'decision' | 'decidedAt'> | null,
  now: Date,
): Date | null {
  const { decision, decidedAt } = kept ?? { decision: null, decidedAt: null };
  if (decision !== 'charge' && decision !== 'charge again' && decision !== 'retry') return null;
  return decidedAt !== null && decidedAt.getTime() > now.getTime() - day ? decidedAt : null;
}

/** Whether a cycle waits to go on by itself. One that isn’t due yet, or that the merchant wants charged, doesn’t count as waiting. */
export const isWaiting = ({ state, reason }: Pick<CycleRow, 'state' | 'reason'>) =>
  state === 'open' && reason !== 'not due' && reason !== decidedReason;

/** The decisions that the merchant may take about an order now. `state` and `reason` are null if nobody has looked at it yet. */
export function decisionsFor({
  state,
  reason,
  failureClass,
}: {
  state: CycleRow['state'] | null;
  reason: string | null;
  /** Of its latest attempt; null if that didn't fail. */
  failureClass: FailureClass | null;
}): RecurringDecision[] {
  if (state === 'listed' && reason !== null) {
    // An attempt is still open: it may succeed.
    if (reason === openTooLong) return [];
    const isChargeable = chargeable.includes(reason) || reason.startsWith('refused: ');
    // The platform charges with every new key, even a paid cycle. It can't charge a cycle that it no longer lists.
    if (reason === 'charged elsewhere') return ['charge again', 'leave', 'settled elsewhere'];
    return [...(isChargeable ? (['charge'] as const) : []), 'leave', 'settled elsewhere'];
  }
  if (state !== 'open') return [];
  // Nothing is begun yet, and while billing is off nothing will be.
  if (reason === decidedReason) return ['leave', 'settled elsewhere'];
  if (failureClass !== null && reason !== 'answer lost' && reason !== 'charging') {
    // After a failure of the method, a new one is tried by itself.
    return [
      ...(failureClass === 'method' ? [] : (['retry'] as const)),
      'leave',
      'settled elsewhere',
    ];
  }
  return [];
}
