import type { RecurringDecision } from '#contract/recurring-orders.ts';
import type { CycleRow } from './store.ts';

/** Why an order is listed that may be charged all the same, once the merchant says so. */
const chargeable = [
  'usage unknown',
  'unknown attempt',
  'charged since it was due',
  'second of the day',
  'before go-live',
  'due while paused',
  'missed',
  'merchant must act',
  'perhaps paid',
  'unknown failure',
  'price not set',
  'end rule refused',
  'never done',
];

/** What the merchant may decide about an order now. `state` and `reason` are null where nobody has looked at it yet. */
export function decisionsFor({
  state,
  reason,
  hasFailed,
}: {
  state: CycleRow['state'] | null;
  reason: string | null;
  /** Whether its latest attempt has. */
  hasFailed: boolean;
}): RecurringDecision[] {
  if (state === 'listed' && reason !== null) {
    // An attempt is still open: it may succeed.
    if (reason === 'open for 7 days') return [];
    const isChargeable = chargeable.includes(reason) || reason.startsWith('refused: ');
    return [...(isChargeable ? (['charge'] as const) : []), 'leave', 'settled elsewhere'];
  }
  if (state === 'open' && hasFailed && reason !== 'answer lost' && reason !== 'charging') {
    return ['retry', 'leave', 'settled elsewhere'];
  }
  return [];
}
