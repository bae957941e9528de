import type { SubscriptionApiHandlers } from '../handlers.ts';
import { ServiceError } from '../service-error.ts';
import { findVendor } from '../vendor/store.ts';
import { syncOrders } from './sync.ts';

/** What the order sync page says too (specification §2). */
const disabled = 'This feature is currently disabled!';

export const orderSyncHandlers = {
  syncOrders: async (context, { body }) => {
    const vendor = await findVendor(context.database, context.shop);
    if (vendor?.settings.isVendorSyncDisabled) throw new ServiceError(403, { message: disabled });
    return await syncOrders(context, body.orderIds);
  },
} satisfies Partial<SubscriptionApiHandlers>;
