import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';

const selectionSchema = z.object({
  selection: z.array(
    z.object({
      title: z.string(),
      variants: z.array(z.object({ id: z.string(), title: z.string().nullish() })),
    }),
  ),
});

/** A variant by the numeric tail of its id, and what it is called. */
export type PickedVariant = { id: string; name: string };

/** The variant that the admin's picker answered with; undefined where nobody picked exactly one. */
export function pickedVariant(payload: unknown): PickedVariant | undefined {
  const picked = selectionSchema.parse(payload).selection.flatMap(({ title, variants }) =>
    variants.map(({ id, title: variant }) => ({
      id: originalIdOf(id),
      name: [title, variant === 'Default Title' ? null : variant].filter(Boolean).join(', '),
    })),
  );
  return picked.length === 1 ? picked[0] : undefined;
}
