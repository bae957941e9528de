import { z } from 'zod';

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});

const costSchema = z.object({
  requestedQueryCost: z.number(),
  /** Shopify gives back the rest of the requested cost. Null if the call wasn't carried out. */
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({
    maximumAvailable: z.number(),
    currentlyAvailable: z.number(),
    restoreRate: z.number(),
  }),
});

/** A call's cost in points, and the state of the shop's bucket, which gains `restoreRate` a second. */
export type Cost = z.infer<typeof costSchema>;

export const platformAnswerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorSchema).optional(),
  extensions: z.object({ cost: costSchema.optional() }).optional(),
});

export type PlatformAnswer = z.infer<typeof platformAnswerSchema>;

/**
 * Whether a mutation was carried out in spite of errors: it has data, or an error below its own field, such as ACCESS_DENIED for a part of the
 * requested answer.
 */
export function wasCarriedOut(answer: PlatformAnswer): boolean {
  const data = z.record(z.string(), z.unknown()).safeParse(answer.data);
  const hasData = data.success && Object.values(data.data).some((payload) => payload !== null);
  return hasData || (answer.errors ?? []).some((error) => (error.path?.length ?? 0) > 1);
}
