import type { FailedVariant } from './change-in-steps.ts';

/** Failures by reason, the most frequent first: thousands that failed for one reason read as one. */
export function failuresByReason(
  failed: readonly FailedVariant[],
): Array<{ reason: string; variants: FailedVariant[] }> {
  const groups = new Map<string, FailedVariant[]>();
  for (const variant of failed) {
    const variants = groups.get(variant.reason) ?? [];
    variants.push(variant);
    groups.set(variant.reason, variants);
  }
  return [...groups]
    .map(([reason, variants]) => ({ reason, variants }))
    .sort((left, right) => right.variants.length - left.variants.length);
}
