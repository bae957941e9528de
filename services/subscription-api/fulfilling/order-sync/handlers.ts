import { syncedOrderSchema } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { ServiceError } from '../../service-error.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { createRun } from './create-run.ts';
import { changeRun, findRun, listOrdersOfRun } from './run-store.ts';
import { sendOrders } from './sync.ts';
import { syncBatch } from './sync-batch.ts';

/** @throws ServiceError `forbidden` if the merchant has switched the sync off (specification §2) */
async function openSync(context: ShopContext): Promise<void> {
  const { settings } = await requireActiveVendor(context.database, context.shop);
  if (settings.isVendorSyncDisabled) {
    throw new ServiceError('forbidden', { message: orderSyncTexts.disabled });
  }
}

export const orderSyncHandlers = {
  /** POST /order/sync: of a run by `syncBatch`, else straight by `sendOrders`. */
  syncOrders: async (context, { body }) => {
    await openSync(context);
    const { orderIds, run } = body;
    if (run === undefined) return await sendOrders(context, orderIds);
    return await syncBatch(context, run, orderIds);
  },

  createSyncRun: async (context, { body, idempotencyKey }) => {
    await openSync(context);
    return await createRun(context, body, idempotencyKey);
  },

  getSyncRun: async (context, { id }) => {
    await openSync(context);
    return await findRun(context, id);
  },

  changeSyncRun: async (context, { id, body }) => {
    await openSync(context);
    await changeRun(context, id, body.change);
    return await findRun(context, id);
  },

  listSyncedOrders: async (context, { id, query }) => {
    await openSync(context);
    await findRun(context, id);
    const { orders, total } = await listOrdersOfRun(context, id, query);
    return { orders: orders.map((order) => syncedOrderSchema.parse(order)), total };
  },
} satisfies Partial<SubscriptionApiHandlers>;
