import { hash } from 'node:crypto';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';

type Versioned = Omit<
  SellingPlanGroup,
  'id' | 'productsCount' | 'productVariantsCount' | 'version'
>;

/** A short hash of what the form shows and nothing else, so that adding variants doesn't change it. */
export function groupVersion(group: Versioned): string {
  const shown = [
    group.name,
    group.position,
    group.isDynamic,
    group.firstOrderDiscount,
    group.firstOrderDiscountCycles,
    group.recurringDiscount,
    group.dynamicSellingPlanName,
    group.sellingPlans,
    group.recurringPolicies,
  ];
  return hash('sha256', JSON.stringify(shown), 'hex').slice(0, 32);
}
