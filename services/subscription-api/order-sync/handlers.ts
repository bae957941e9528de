import type { SubscriptionApiHandlers } from '../handlers.ts';
import { ServiceError } from '../service-error.ts';
import { openVendor } from '../vendor/open-vendor.ts';
import { syncOrders } from './sync.ts';

/** What the order sync page says too (specification §2). */
const disabled = 'This feature is currently disabled!';

export const orderSyncHandlers = {
  syncOrders: async (context, { body }) => {
    const { settings } = await openVendor(context.database, context.shop);
    if (settings.isVendorSyncDisabled) throw new ServiceError(403, { message: disabled });
    return await syncOrders(context, body.orderIds);
  },
} satisfies Partial<SubscriptionApiHandlers>;
