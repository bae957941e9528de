import { z } from 'zod';
import type { Connect, PickedProduct } from '../../bridge/admin.ts';
import type { NamedVariant } from '../../selling-plan-group/change-in-steps.ts';
import type { ListedVariant } from '../../selling-plan-group/variant-requests.ts';

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

/** The group's variants as the picker wants to know them: under their products. */
export function initialSelection(variants: readonly ListedVariant[]): PickedProduct[] {
  const products = new Map<string, PickedProduct>();
  for (const { id, productId } of variants) {
    const product = products.get(productId) ?? { id: productId, variants: [] };
    product.variants.push({ id });
    products.set(productId, product);
  }
  return [...products.values()];
}

/**
 * Lets the merchant choose variants in the admin's own picker, in which `inGroup` are chosen already. Resolves with all that
 * are chosen at the end, or with null where the merchant cancelled.
 */
export async function pickVariants(
  connect: Connect,
  inGroup: readonly ListedVariant[],
): Promise<NamedVariant[] | null> {
  const admin = await connect();
  const picked = await admin.pickVariants(initialSelection(inGroup));
  return picked === null ? null : chosenVariants(picked);
}
