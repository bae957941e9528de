import { z } from 'zod';
import type { NamedVariant } from './change-in-steps.ts';

const selectionSchema = z.object({
  selection: z.array(
    z.object({
      title: z.string().optional(),
      variants: z
        .array(
          z.object({
            id: z.string(),
            title: z.string().nullish(),
            displayName: z.string().nullish(),
          }),
        )
        .default([]),
    }),
  ),
});

/** The variants of the admin's answer, by the name that the merchant chose them by. */
export function chosenVariants(payload: unknown): NamedVariant[] {
  const parsed = selectionSchema.safeParse(payload);
  if (!parsed.success) return [];
  return parsed.data.selection.flatMap((product) =>
    product.variants.map(({ id, title, displayName }) => ({
      id,
      name: displayName ?? [product.title, title].filter(Boolean).join(' - '),
    })),
  );
}
