import { formatNumber } from './format.ts';
import { ordersPerRun } from './limits.ts';

// Without zod, since the order sync page loads it.

/** Texts of both the order sync page and its API. */
export const orderSyncTexts = {
  /** Specification §2. */
  disabled: 'This feature is currently disabled!',
  /** Specification §4 and §8. */
  invalidAnswer: 'Received invalid response from server',
  tooMany: `At most ${formatNumber(ordersPerRun)} orders can be synced at a time. Choose fewer orders.`,
  noneChosen: 'You haven’t chosen any orders.',
  noIds: 'None of what you chose is an order ID.',
  noneWaiting: 'Your store has no orders waiting to ship.',
  notFound: 'This sync no longer exists',
  underWay: 'This sync is already running.',
  stopped: 'This sync was stopped.',
  notInRun: 'Not an order of this sync',
} as const;

/** An order's status for people. One that needed no sending succeeded with a reason. */
export function statusInWords(order: { status: string | null; problem: string | null }): string {
  if (order.status === null) return 'Waiting';
  if (order.status === 'failed') return 'Failed';
  return order.problem === null ? 'Success' : 'Nothing to send';
}

/** Problems that sending the order again can't solve; 'Retry failed' skips them. */
export const problemsThatStay = [
  'order-not-found',
  'nothing-to-ship',
  /** ShipStation has closed the order to changes. */
  'shipped',
  /** No item is open to ship any more, such as one that was on hold. */
  'shipped-in-part',
  'cancelled',
  'merged-or-split',
  /** The store says there is nothing to ship now. */
  'fulfilled',
  'scheduled',
  'order-cancelled',
  'refunded',
  'voided',
  /** The customer picks it up, or the merchant delivers it. */
  'not-shipped',
  /** A fulfillment service ships it. */
  'not-yours',
] as const;

/**
 * Why an order did not go to ShipStation, for telling what to do about it. With status `success`: why there was nothing to send, or
 * that ShipStation was told to ship it no more.
 */
export const orderSyncProblems = [
  /** No account is connected, or its keys can't be read any more. */
  'not-connected',
  'keys-refused',
  'rate-limited',
  /** ShipStation didn't answer: the order may be there all the same, and syncing again is safe. */
  'unavailable',
  'no-address',
  /** ShipStation refused this one order. */
  'refused',
  'on-hold',
  ...problemsThatStay,
] as const;

export type OrderSyncProblem = (typeof orderSyncProblems)[number];

/** Problems of the account rather than of an order. */
export const problemsOfAccount: readonly OrderSyncProblem[] = [
  'not-connected',
  'keys-refused',
  'unavailable',
];
