import { z } from 'zod';
import { ordersPerRun, ordersPerSync } from './limits.ts';
import { orderSyncProblems, orderSyncTexts } from './order-sync-texts.ts';

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

/**
 * Body of POST /order/sync/run: what a merchant chose, as it stands in the address, or all orders that wait to be shipped. An id that
 * stands there twice is sent once, and what is no id is left out and named.
 */
export const createSyncRunSchema = z
  .object({
    orderIds: z.array(z.string()).max(ordersPerRun, orderSyncTexts.tooMany).default([]),
    orders: z.enum(['named', 'unfulfilled']).default('named'),
  })
  .refine(({ orderIds, orders }) => orders === 'unfulfilled' || orderIds.length > 0, {
    error: orderSyncTexts.noneChosen,
    path: ['orderIds'],
  });

export type CreateSyncRun = z.output<typeof createSyncRunSchema>;

/**
 * Orders that are synced in batches. `total` is `sent`, `already`, `failed` and those without a result together; `next` are the original
 * ids of the batch to send now, empty if the run is done.
 */
export const syncRunSchema = z.object({
  id: z.string(),
  total: z.number().int(),
  sent: z.number().int(),
  /** Orders with nothing to send, such as those that ShipStation has shipped. */
  already: z.number().int(),
  failed: z.number().int(),
  /** How many of the failed ones a retry may send. */
  retriable: z.number().int(),
  next: z.array(z.string()),
  isStopped: z.boolean(),
  duplicates: z.number().int(),
  /** Chosen values that are no ids: how many, and the first of them. */
  invalid: z.object({ count: z.number().int(), first: z.array(z.string()) }),
});

export type SyncRun = z.infer<typeof syncRunSchema>;

/** The id in a path of a run. */
export const syncRunIdSchema = z.uuid(orderSyncTexts.notFound);

/** Body of POST /order/sync/run/{id}. Each of them done twice is the same as once. `retry-failed` sends those that may succeed. */
export const changeSyncRunSchema = z.object({
  change: z.enum(['stop', 'go-on', 'retry-failed']),
});

export type SyncRunChange = z.infer<typeof changeSyncRunSchema>['change'];

/** Query of GET /order/sync/run/{id}/order. Pages count from 1. */
export const syncedOrdersQuerySchema = z.object({
  show: z.enum(['all', 'failed']).default('all'),
  page: z.coerce.number().int().min(1).max(ordersPerRun).default(1),
  size: z.coerce.number().int().min(1).max(1000).default(50),
});

/** An order of a run: `status` and `name` are null until it has a result. */
export const syncedOrderSchema = z.object({
  orderId: z.string(),
  name: z.string().nullable(),
  status: z.enum(['success', 'failed']).nullable().catch('failed'),
  reason: z.string(),
  problem: z.enum(orderSyncProblems).nullable(),
});

export type SyncedOrder = z.infer<typeof syncedOrderSchema>;

/** Orders of a run in the order in which they were chosen, and how many there are on all pages. */
export const syncedOrdersSchema = z.object({
  orders: z.array(syncedOrderSchema),
  total: z.number().int(),
});

export type SyncedOrders = z.infer<typeof syncedOrdersSchema>;
