import { z } from 'zod';
import { orderSyncResultSchema, syncRunSchema } from '#contract/order-sync.ts';

const sentBatchSchema = z.object({ results: z.array(orderSyncResultSchema), run: syncRunSchema });

/**
 * Answer of POST /resources/order-sync/batch: the results of the batch and the run after it, or `under way` if another request sends a
 * batch of the run right now, or has stopped it.
 */
export const batchAnswerSchema = z.union([sentBatchSchema, z.literal('under way')]);

export type SentBatch = z.infer<typeof sentBatchSchema>;
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;
