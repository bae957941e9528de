import type { RotationProduct } from '#contract/rotation.ts';

/** A product's name, or its number if the store doesn't have it any more. */
export function titleOf(product: RotationProduct): string {
  return product.title ?? `Deleted product ${product.original_id}`;
}

/** How much of a product is left; empty where the platform doesn't count it. */
export function stockInWords({ stock }: Pick<RotationProduct, 'stock'>): string {
  if (stock === null) return '';
  return stock > 0 ? `${stock} in stock` : 'Out of stock';
}

export const statusInWords = {
  archived: 'Archived',
  unavailable: 'Not active',
  rotating: 'Has its own rotation',
  deleted: 'Deleted',
} as const satisfies Record<Exclude<RotationProduct['status'], 'active'>, string>;
