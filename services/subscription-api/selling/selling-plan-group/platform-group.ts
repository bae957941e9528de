import { z } from 'zod';
import {
  anchorSchema,
  type BillingPolicy,
  type DeliveryPolicy,
  intervalSchema,
  remainingBalance,
} from '#contract/selling-plan.ts';
import { pricingPolicySchema, valueSchema } from '../../platform/pricing-policy.ts';

const cycle = {
  interval: intervalSchema,
  intervalCount: z.number().int(),
  anchors: z.array(anchorSchema),
};

const billingPolicySchema = z.discriminatedUnion('__typename', [
  z
    .object({
      __typename: z.literal('SellingPlanRecurringBillingPolicy'),
      ...cycle,
      minCycles: z.number().int().nullable(),
      maxCycles: z.number().int().nullable(),
    })
    .transform(({ __typename, ...policy }): BillingPolicy => ({ type: 'RECURRING', ...policy })),
  z
    .object({
      __typename: z.literal('SellingPlanFixedBillingPolicy'),
      checkoutCharge: z.object({ type: z.enum(['PERCENTAGE', 'PRICE']), value: valueSchema }),
      ...remainingBalance,
    })
    .transform(({ __typename, ...policy }): BillingPolicy => ({ type: 'FIXED', ...policy })),
]);

const deliveryPolicySchema = z.discriminatedUnion('__typename', [
  z
    .object({
      __typename: z.literal('SellingPlanRecurringDeliveryPolicy'),
      ...cycle,
      cutoff: z.number().int().nullable(),
      intent: z.string(),
      preAnchorBehavior: z.string(),
    })
    .transform(({ __typename, ...policy }): DeliveryPolicy => ({ type: 'RECURRING', ...policy })),
  z
    .object({
      __typename: z.literal('SellingPlanFixedDeliveryPolicy'),
      fulfillmentTrigger: z.enum(['ANCHOR', 'ASAP', 'EXACT_TIME', 'UNKNOWN']),
      fulfillmentExactTime: z.string().nullable(),
      anchors: z.array(anchorSchema),
    })
    .transform(({ __typename, ...policy }): DeliveryPolicy => ({ type: 'FIXED', ...policy })),
]);

const platformSellingPlanSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  options: z.array(z.string()),
  position: z.number().int().nullable(),
  category: z.enum(['OTHER', 'PRE_ORDER', 'SUBSCRIPTION', 'TRY_BEFORE_YOU_BUY']).nullable(),
  billingPolicy: billingPolicySchema,
  deliveryPolicy: deliveryPolicySchema,
  pricingPolicies: z.array(pricingPolicySchema),
});

/** One of Shopify's plans, with its policies already in the contract's shapes. */
export type PlatformSellingPlan = z.infer<typeof platformSellingPlanSchema>;

export const platformGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  merchantCode: z.string(),
  position: z.number().int().nullable(),
  options: z.array(z.string()),
  productsCount: z.object({ count: z.number().int() }).nullable(),
  productVariantsCount: z.object({ count: z.number().int() }).nullable(),
  sellingPlans: z.object({ nodes: z.array(platformSellingPlanSchema) }),
});

export type PlatformGroup = z.infer<typeof platformGroupSchema>;

/** The plans in Shopify's order: by position, those without one last. */
export function plansInOrder(group: PlatformGroup): PlatformSellingPlan[] {
  const rank = (plan: PlatformSellingPlan): number => plan.position ?? Number.MAX_SAFE_INTEGER;
  return [...group.sellingPlans.nodes].sort((left, right) => rank(left) - rank(right));
}
