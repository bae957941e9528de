import { z } from 'zod';
import { orderSyncResultSchema, syncRunSchema } from '#contract/order-sync.ts';

const sentPageSchema = z.object({ results: z.array(orderSyncResultSchema), run: syncRunSchema });

/**
 * What POST /resources/order-sync/page answers: what came of one page, and the run after it, or `under way` where somebody else
 * sends a page of the run right now, or has stopped it.
 */
export const pageAnswerSchema = z.union([sentPageSchema, z.literal('under way')]);

export type SentPage = z.infer<typeof sentPageSchema>;
export type PageAnswer = z.infer<typeof pageAnswerSchema>;
