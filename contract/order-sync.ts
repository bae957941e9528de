import { z } from 'zod';
import { ordersPerSync } from './limits.ts';
import { orderSyncTexts } from './order-sync-texts.ts';

const wrongNumber = `Between 1 and ${ordersPerSync} orders can be synced at once`;

/** The original id of an order. */
export const orderIdSchema = z.string().regex(/^\d{1,20}$/, 'Not the id of an order');

/**
 * Body of POST /order/sync: original ids (specification §7, §9). An id that stands there twice counts once. With `run` the results are
 * kept under that run, and its orders that have theirs already are answered without being sent again.
 */
export const syncOrdersSchema = z.object({
  orderIds: z
    .array(orderIdSchema, { error: wrongNumber })
    .min(1, wrongNumber)
    .max(ordersPerSync, wrongNumber),
  run: z.uuid().optional(),
});

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
  'order-not-found',
  'no-address',
  'nothing-to-ship',
  /** What ShipStation says against this order alone. */
  'refused',
  /** In ShipStation, which changes the order no more. */
  'shipped',
  /** Without items that are open to ship by now, such as one that was on hold. */
  'shipped-in-part',
  'cancelled',
  'merged-or-split',
  /** In the store, by which there is nothing to ship now. */
  'fulfilled',
  'scheduled',
  'on-hold',
  'order-cancelled',
  'refunded',
  'voided',
  /** The customer picks it up, or the merchant delivers it. */
  'not-shipped',
  /** A fulfillment service ships it. */
  'not-yours',
] as const;

/** Those that sending the order again can't solve, and 'Retry failed' leaves alone. */
export const problemsThatStay: readonly OrderSyncProblem[] = [
  'order-not-found',
  'nothing-to-ship',
  'shipped',
  'shipped-in-part',
  'cancelled',
  'merged-or-split',
  'fulfilled',
  'scheduled',
  'order-cancelled',
  'refunded',
  'voided',
  'not-shipped',
  'not-yours',
];

/** What is wrong with the account and not with an order. */
export const problemsOfAccount: readonly OrderSyncProblem[] = [
  'not-connected',
  'keys-refused',
  'unavailable',
];

const resultShape = {
  orderId: z.string(),
  /** Such as `#1001`; the id of an order that was not found. */
  name: z.string(),
  reason: z.string(),
  problem: z.enum(orderSyncProblems).nullable(),
  /** Where ShipStation takes no more requests right now: when it does again. */
  retryAfterSeconds: z.number().int().optional(),
};

/**
 * One order's outcome; `reason` is empty and `problem` null where it was sent. A `success` with a reason is an order that needed no
 * sending, such as one that ShipStation has shipped.
 */
export const orderSyncResultSchema = z
  .object({ ...resultShape, status: z.string() })
  .transform((result): OrderSyncResult => {
    const { status } = result;
    if (status === 'success' || status === 'failed') return { ...result, status };
    return { ...result, status: 'failed', reason: orderSyncTexts.invalidAnswer };
  });

export type OrderSyncProblem = (typeof orderSyncProblems)[number];
export type OrderSyncResult = z.infer<z.ZodObject<typeof resultShape>> & {
  status: 'success' | 'failed';
};

/** Answer of POST /order/sync: one result for each order, in the order in which they were named. */
export const orderSyncAnswerSchema = z.array(orderSyncResultSchema);
