import { fieldNameOf } from '#contract/errors.ts';
import { ordersPerSync } from '#contract/limits.ts';
import { type OrderSyncResult, orderSyncResultSchema, type SyncRun } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { leaseMilliseconds } from '../../deadline.ts';
import { invalidRequest, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import { findInRun, findRun, keepResults } from './run-store.ts';
import { sendOrders } from './sync.ts';

/** Default for a caller that doesn't say how long it waits, in ms. */
const longestTurn = 65_000;

/**
 * Syncs a batch of a run's orders and stores their results. A run sends one batch at a time, and orders that have a result aren't sent again. If the
 * process dies, the next caller after the lease resends the batch, which duplicates no order.
 * @throws ServiceError `not found` if there is no such run, `invalid request` for an order that isn't in it, `conflict` while another batch is
 *   under way or the run is stopped
 */
export async function syncBatch(
  context: ShopContext,
  runId: string,
  orderIds: readonly string[],
): Promise<OrderSyncResult[]> {
  const { database, shop, deadline } = context;
  const name = `order sync run ${runId}`;
  const lease = await takeLease(database, { shop, name }, () =>
    leaseMilliseconds(deadline, longestTurn),
  );
  if (lease === null) throw new ServiceError('conflict', { message: orderSyncTexts.underWay });
  try {
    const run = await findRun(context, runId);
    if (run.isStopped) throw new ServiceError('conflict', { message: orderSyncTexts.stopped });
    return await syncWaiting(context, run, [...new Set(orderIds)]);
  } finally {
    await lease.end();
  }
}

async function syncWaiting(
  context: ShopContext,
  { id: runId, total }: SyncRun,
  orderIds: readonly string[],
): Promise<OrderSyncResult[]> {
  const known = new Map(
    (await findInRun(context, runId, orderIds)).map((row) => [row.orderId, row]),
  );
  const foreign = orderIds.flatMap((id, index) => (known.has(id) ? [] : [index]));
  if (foreign.length > 0) {
    const nameOf = (index: number) => fieldNameOf(['orderIds', index]);
    const errors = foreign.map((index) => [nameOf(index), [orderSyncTexts.notInRun]]);
    throw invalidRequest(Object.fromEntries(errors));
  }
  const waiting = orderIds.filter((id) => known.get(id)?.isWaiting);
  const batches = { isOneOfMany: total > 2 * ordersPerSync };
  const sent = waiting.length === 0 ? [] : await sendOrders(context, waiting, batches);
  await keepResults(context, runId, sent);
  const results = new Map(sent.map((result) => [result.orderId, result]));
  return orderIds.map((id) => results.get(id) ?? orderSyncResultSchema.parse(known.get(id)));
}
