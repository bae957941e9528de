import { z } from 'zod';
import { orderSyncResultSchema, syncRunSchema } from '#contract/order-sync.ts';

/** What POST /resources/order-sync/page answers: what came of one page, and the run after it. */
export const pageAnswerSchema = z.object({
  results: z.array(orderSyncResultSchema),
  run: syncRunSchema,
});

export type PageAnswer = z.infer<typeof pageAnswerSchema>;
