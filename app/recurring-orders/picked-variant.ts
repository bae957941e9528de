import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';

const selectionSchema = z.object({
  selection: z.array(
    z.object({
      title: z.string(),
      variants: z.array(
        z.object({ id: z.string(), title: z.string().nullish(), price: z.string().nullish() }),
      ),
    }),
  ),
});

/** A variant by the numeric tail of its id, what it is called, and its price in major units of the store's currency, if the picker says it. */
export type PickedVariant = { id: string; name: string; price?: string };

/** The variant that the admin's picker answered with; undefined where nobody picked exactly one. */
export function pickedVariant(payload: unknown): PickedVariant | undefined {
  const picked = selectionSchema.parse(payload).selection.flatMap(({ title, variants }) =>
    variants.map(({ id, title: variant, price }) => ({
      id: originalIdOf(id),
      name: [title, variant === 'Default Title' ? null : variant].filter(Boolean).join(', '),
      ...(price != null && { price }),
    })),
  );
  return picked.length === 1 ? picked[0] : undefined;
}
