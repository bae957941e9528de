import { syncOrdersSchema } from '#contract/order-sync.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { resourceAction } from '../requests/resource-route.server.ts';
import { ApiError, InternalError } from '../subscription-api/errors.ts';

/** POST syncs a page of a run; answers its results and the run after it (`pageAnswerSchema`). */
export const action = resourceAction(
  syncOrdersSchema.required(),
  async ({ client, body }) => {
    const results = await client.syncOrders({ body }).catch((error: unknown) => {
      if (!(error instanceof InternalError)) throw error;
      throw new ApiError(502, 'Bad Gateway', { message: orderSyncTexts.invalidAnswer });
    });
    return { results, run: await client.getSyncRun({ id: body.run }) };
  },
  { refusal: 'Invalid orders' },
);
