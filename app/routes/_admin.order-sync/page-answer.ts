import { z } from 'zod';
import { orderSyncResultSchema } from '#contract/order-sync.ts';
import { syncRunSchema } from '#contract/sync-run.ts';

/** What POST /resources/order-sync/page answers. */
export const pageAnswerSchema = z.object({
  results: z.array(orderSyncResultSchema),
  run: syncRunSchema,
});
