import { syncOrdersSchema } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { resourceAction } from '../requests/resource-route.server.ts';
import { ApiError, InternalError } from '../subscription-api/errors.ts';

/**
 * POST syncs a batch of a run; answers its results and the run after it, or that another request syncs one (`batchAnswerSchema`).
 * The subscription API's POST /order/sync does it, in `fulfilling/order-sync/handlers.ts`.
 */
export const action = resourceAction(syncOrdersSchema.required(), async ({ client, body }) => {
  const results = await client.syncOrders({ body }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409) return 'under way';
    if (!(error instanceof InternalError)) throw error;
    throw new ApiError(502, 'Bad Gateway', { message: orderSyncTexts.invalidAnswer });
  });
  if (typeof results === 'string') return results;
  return { results, run: await client.getSyncRun({ id: body.run }) };
});
