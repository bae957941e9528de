import { largestQuantity } from '#contract/recurring-limits.ts';

export const quantityRefusal = `Enter a whole number from 1 to ${largestQuantity}`;

/** A quantity that a merchant typed; null if it isn't one. */
export function typedQuantityOf(text: string): number | null {
  const quantity = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return quantity < 1 || quantity > largestQuantity ? null : quantity;
}
