import { syncedOrdersQuerySchema } from '#contract/sync-run.ts';
import { getRoute } from '../requests/get-route.server.ts';
import { ApiError } from '../subscription-api/errors.ts';

/** GET a page of a run's orders (`syncedOrdersSchema`). */
export const loader = getRoute(async ({ client }, asked) => {
  const { id = '', ...rest } = Object.fromEntries(asked);
  const query = syncedOrdersQuerySchema.safeParse(rest);
  if (!query.success) throw new ApiError(400, 'Bad Request', { message: 'Invalid page' });
  return await client.listSyncedOrders({ id, query: query.data });
});
