import { z } from 'zod';

const selectionSchema = z.object({ selection: z.array(z.object({ id: z.string() })) });

/** The global id of the product that the admin's picker answered with; null where there is none. */
export function pickedProduct(payload: unknown): string | null {
  return selectionSchema.safeParse(payload).data?.selection[0]?.id ?? null;
}
