import { everyDelivery, type SellingPlan } from '#contract/selling-plan.ts';
import type { RecurringPolicy, SellingPlanGroup } from '#contract/selling-plan-group.ts';

/** An option of {@link exampleGroup}: every so many weeks, at 10% off. */
export function exampleOption(number: number): RecurringPolicy {
  return {
    id: `gid://shopify/SellingPlan/${number}`,
    interval: 'WEEK',
    intervalCount: number,
    discountType: 'PERCENTAGE',
    discountValue: 10,
  };
}

/** A plan that sets a price, which the form can't express. */
export function priceSettingPlan(change: Partial<SellingPlan> = {}, price = 9): SellingPlan {
  return {
    id: 'gid://shopify/SellingPlan/9',
    name: 'The nine dollar club',
    category: 'SUBSCRIPTION',
    ...everyDelivery('WEEK', 1),
    pricingPolicies: [
      { adjustmentType: 'PRICE', adjustmentValue: { value: price }, afterCycle: null },
    ],
    readOnlyReasons: ['PRICE'],
    ...change,
  };
}

export const exampleGroup: SellingPlanGroup = {
  id: 'gid://shopify/SellingPlanGroup/1',
  name: 'Coffee weekly',
  position: 2,
  isDynamic: false,
  firstOrderDiscount: 0,
  firstOrderDiscountCycles: 1,
  recurringDiscount: 0,
  dynamicSellingPlanName: '',
  sellingPlans: [],
  recurringPolicies: [exampleOption(1), exampleOption(2)],
  productsCount: { count: 0, precision: 'EXACT' },
  productVariantsCount: { count: 0 },
  version: 'first',
};
