import { z } from 'zod';
import { ordersPerSync } from './limits.ts';
import { orderSyncProblems } from './order-sync-problems.ts';
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

const resultShape = {
  orderId: z.string(),
  /** Such as `#1001`; the id of an order that was not found. */
  name: z.string(),
  reason: z.string(),
  problem: z.enum(orderSyncProblems).nullable(),
  /** Seconds until ShipStation accepts requests again, if it's limiting them. */
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

export type OrderSyncResult = z.infer<z.ZodObject<typeof resultShape>> & {
  status: 'success' | 'failed';
};

/** Answer of POST /order/sync: one result for each order, in the order in which they were named. */
export const orderSyncAnswerSchema = z.array(orderSyncResultSchema);
