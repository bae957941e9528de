import { z } from 'zod';

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});

const costSchema = z.object({
  requestedQueryCost: z.number(),
  /** What it came to; the platform gives the rest back. Null where it wasn't carried out. */
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({
    maximumAvailable: z.number(),
    currentlyAvailable: z.number(),
    restoreRate: z.number(),
  }),
});

/** What a call costs in points, and the state of the shop's bucket of them, which gets `restoreRate` a second. */
export type Cost = z.infer<typeof costSchema>;

/** An answer of the Admin API to a GraphQL call. */
export const platformAnswerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorSchema).optional(),
  extensions: z.object({ cost: costSchema.optional() }).optional(),
});

export type PlatformAnswer = z.infer<typeof platformAnswerSchema>;

/**
 * Whether a mutation was carried out although there are errors: it has data, or an error below its own field, such as
 * ACCESS_DENIED for something that it was asked to answer.
 */
export function wasCarriedOut(answer: PlatformAnswer): boolean {
  const data = z.record(z.string(), z.unknown()).safeParse(answer.data);
  const hasData = data.success && Object.values(data.data).some((payload) => payload !== null);
  return hasData || (answer.errors ?? []).some((error) => (error.path?.length ?? 0) > 1);
}
