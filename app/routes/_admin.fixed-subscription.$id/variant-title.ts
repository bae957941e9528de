import type { SellingPlanGroupVariant } from '#contract/selling-plan-group.ts';

/** A variant's own title; undefined for the only variant of a product without options, which the platform names so. */
export function titleOf(variant: SellingPlanGroupVariant): string | undefined {
  return variant.title === 'Default Title' ? undefined : variant.title;
}
