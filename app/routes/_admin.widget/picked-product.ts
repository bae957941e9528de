import { z } from 'zod';

const selectionSchema = z.object({ selection: z.tuple([z.object({ id: z.string() })]) });

/**
 * The global id of the product that the admin's picker answered with; null where it was cancelled.
 * @throws where the answer is none of these
 */
export function pickedProduct(payload: unknown): string | null {
  return payload === null ? null : selectionSchema.parse(payload).selection[0].id;
}
