import type { Connect, PickedProduct } from '../../bridge/admin.ts';
import { loadScript } from '../../network/load-script.ts';
import type { NamedVariant } from './change-in-steps.ts';
import type { ListedVariant } from './listed-variant.ts';

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
  const [admin, { chosenVariants }] = await Promise.all([
    connect(),
    loadScript(() => import('./chosen-variants.ts')),
  ]);
  const picked = await admin.pickVariants(initialSelection(inGroup));
  return picked === null ? null : chosenVariants(picked);
}
