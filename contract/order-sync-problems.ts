// Without zod, since the order sync page loads it.

/** Problems that sending the order again can't solve; 'Retry failed' skips them. */
export const problemsThatStay = [
  'order-not-found',
  'nothing-to-ship',
  /** ShipStation has closed the order to changes. */
  'shipped',
  /** Without items that are open to ship by now, such as one that was on hold. */
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
