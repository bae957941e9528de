import { z } from 'zod';
import { syncedOrdersQuerySchema } from '#contract/order-sync.ts';
import { resourceLoader } from '../requests/resource-route.server.ts';

/** GET a page of a run's orders (`syncedOrdersSchema`). */
export const loader = resourceLoader(
  syncedOrdersQuerySchema.extend({ id: z.string().default('') }),
  ({ client, query: { id, ...query } }) => client.listSyncedOrders({ id, query }),
);
