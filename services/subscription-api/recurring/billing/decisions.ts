import type { FailureClass, RecurringDecision } from '#contract/recurring-orders.ts';
import type { CycleRow } from './store.ts';

/** Why an order stands as it does that the merchant had charged, left, or settled. */
export const decidedReason = 'decided';
export const merchantReasons = {
  leave: 'left by the merchant',
  'settled elsewhere': 'settled elsewhere',
} as const;

/** Why an order is listed that may be charged all the same, once the merchant says so. */
const chargeable = [
  'usage unknown',
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
  'merchant must act',
  'perhaps paid',
  'unknown failure',
  'price not set',
  'end rule refused',
  'never done',
];

const day = 86_400_000;

/**
 * When a merchant decided that a cycle is charged; null where they didn’t. It holds for a day: where nothing came of it until then, they are
 * asked again.
 */
export function decidedAtOf(
  kept: Pick<CycleRow, 'decision' | 'decidedAt'> | null,
  now: Date,
): Date | null {
  const { decision, decidedAt } = kept ?? { decision: null, decidedAt: null };
  if (decision !== 'charge' && decision !== 'charge again' && decision !== 'retry') return null;
  return decidedAt !== null && decidedAt.getTime() > now.getTime() - day ? decidedAt : null;
}

/** Whether a cycle goes on by itself at its time: one that isn’t due yet doesn’t wait for anything, nor one that the merchant wanted charged. */
export const isWaiting = ({ state, reason }: Pick<CycleRow, 'state' | 'reason'>) =>
  state === 'open' && reason !== 'not due' && reason !== decidedReason;

/** What the merchant may decide about an order now. `state` and `reason` are null where nobody has looked at it yet. */
export function decisionsFor({
  state,
  reason,
  failureClass,
}: {
  state: CycleRow['state'] | null;
  reason: string | null;
  /** Of its latest attempt; null where that didn't fail. */
  failureClass: FailureClass | null;
}): RecurringDecision[] {
  if (state === 'listed' && reason !== null) {
    // An attempt is still open: it may succeed.
    if (reason === 'open for 7 days') return [];
    const isChargeable = chargeable.includes(reason) || reason.startsWith('refused: ');
    // The platform charges with every new key, also what was charged. A cycle that it lists no more it charges with none.
    if (reason === 'charged elsewhere') return ['charge again', 'leave', 'settled elsewhere'];
    return [...(isChargeable ? (['charge'] as const) : []), 'leave', 'settled elsewhere'];
  }
  if (state === 'open' && failureClass !== null && !isUnderWay(reason)) {
    // A new payment method is tried by itself.
    return [
      ...(failureClass === 'method' ? [] : (['retry'] as const)),
      'leave',
      'settled elsewhere',
    ];
  }
  return [];
}

const isUnderWay = (reason: string | null) =>
  reason === 'answer lost' || reason === 'charging' || reason === decidedReason;
