import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';

/** A plan as the contract has it: every week or month, with a discount in percent. */
function planOf(number: number, interval: 'WEEK' | 'MONTH', percentage: number) {
  const often = { type: 'RECURRING', interval, intervalCount: 1, anchors: [] };
  return {
    id: `gid://shopify/SellingPlan/${number}`,
    name: interval === 'WEEK' ? 'Every week' : 'Every month',
    category: 'SUBSCRIPTION',
    billingPolicy: { ...often, minCycles: null, maxCycles: null },
    deliveryPolicy: {
      ...often,
      cutoff: 0,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: 'ASAP',
    },
    pricingPolicies: [
      {
        adjustmentType: 'PERCENTAGE',
        adjustmentValue: { value: percentage },
        afterCycle: null,
      },
    ],
    readOnlyReasons: [],
  };
}

function optionOf(number: number, interval: 'WEEK' | 'MONTH', discountValue: number) {
  const id = `gid://shopify/SellingPlan/${number}`;
  return { id, interval, intervalCount: 1, discountType: 'PERCENTAGE', discountValue };
}

/**
 * Groups like those that the API lists for a grown store, as JSON. The bare stack passes them on unchanged, as a simple app would.
 */
export function groupRows(count: number): string {
  const { sellingPlanGroups } = sellingPlanGroupListSchema.parse({
    sellingPlanGroups: Array.from({ length: count }, (_, position) => {
      const number = 10_010_000 + 3 * position;
      return {
        id: `gid://shopify/SellingPlanGroup/${number}`,
        name: `Subscription ${String(position + 1).padStart(4, '0')}`,
        position,
        isDynamic: false,
        firstOrderDiscount: 0,
        firstOrderDiscountCycles: 1,
        recurringDiscount: 0,
        dynamicSellingPlanName: '',
        sellingPlans: [planOf(number + 1, 'WEEK', 10), planOf(number + 2, 'MONTH', 5)],
        recurringPolicies: [optionOf(number + 1, 'WEEK', 10), optionOf(number + 2, 'MONTH', 5)],
        productsCount: { count: 2, precision: 'EXACT' },
        productVariantsCount: { count: 3 },
        currencyCode: 'USD',
      };
    }),
    pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' },
  });
  return JSON.stringify({ items: sellingPlanGroups });
}
