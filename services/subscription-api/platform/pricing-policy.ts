import { z } from 'zod';

/** A value from Shopify: percent, or a decimal amount in the shop's currency. */
export const valueSchema = z.union([
  z.object({ percentage: z.number() }).transform(({ percentage }) => ({ value: percentage })),
  z.object({ amount: z.coerce.number() }).transform(({ amount }) => ({ value: amount })),
]);

/** How a plan, or a contract's line by its plan, changes a price. */
export const adjustmentSchema = z.object({
  adjustmentType: z.enum(['PERCENTAGE', 'FIXED_AMOUNT', 'PRICE']),
  adjustmentValue: valueSchema,
});

export const adjustmentFields = `adjustmentType
  adjustmentValue {
    ... on SellingPlanPricingPolicyPercentageValue { percentage }
    ... on MoneyV2 { amount }
  }`;

/** A plan's policy, in the contract's shape. Only recurring ones have `afterCycle`. */
export const pricingPolicySchema = adjustmentSchema.extend({
  afterCycle: z.number().int().nullable().default(null),
});

export const pricingPolicyFields = `pricingPolicies {
    ... on SellingPlanFixedPricingPolicy { ${adjustmentFields} }
    ... on SellingPlanRecurringPricingPolicy { ${adjustmentFields} afterCycle }
  }`;
