import { z } from 'zod';
import { intervalSchema } from '#contract/selling-plan.ts';

/** A price adjustment of the platform: percent, or a decimal amount in the shop's currency. */
const adjustmentValueSchema = z.union([
  z.object({ percentage: z.number() }).transform(({ percentage }) => percentage),
  z.object({ amount: z.coerce.number() }).transform(({ amount }) => amount),
]);

const pricingPolicySchema = z.object({
  adjustmentType: z.enum(['PERCENTAGE', 'FIXED_AMOUNT', 'PRICE']),
  adjustmentValue: adjustmentValueSchema,
  /** Only a recurring policy has it. */
  afterCycle: z.number().int().nullable().optional(),
});

/** A fixed policy (prepaid, pre-order) has no interval: such plans aren't subscriptions and can't be edited here. */
const policySchema = z.object({
  interval: intervalSchema.optional(),
  intervalCount: z.number().int().optional(),
});

export const platformSellingPlanSchema = z.object({
  id: z.string(),
  name: z.string(),
  options: z.array(z.string()),
  position: z.number().int().nullable(),
  deliveryPolicy: policySchema,
  pricingPolicies: z.array(pricingPolicySchema),
});

export type PlatformPricingPolicy = z.infer<typeof pricingPolicySchema>;
export type PlatformSellingPlan = z.infer<typeof platformSellingPlanSchema>;

/** A selling plan group as the documents of this folder ask for it. */
export const platformGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  position: z.number().int().nullable(),
  options: z.array(z.string()),
  productsCount: z.object({ count: z.number().int() }).nullable(),
  productVariantsCount: z.object({ count: z.number().int() }).nullable(),
  sellingPlans: z.object({ nodes: z.array(platformSellingPlanSchema) }),
});

export type PlatformGroup = z.infer<typeof platformGroupSchema>;

/** `SellingPlanPricingPolicyInput` of the Admin API, as far as it is used. */
export type PricingPolicyInput =
  | { fixed: AdjustmentInput }
  | { recurring: AdjustmentInput & { afterCycle: number } };

export type AdjustmentInput =
  | { adjustmentType: 'PERCENTAGE'; adjustmentValue: { percentage: number } }
  | { adjustmentType: 'FIXED_AMOUNT' | 'PRICE'; adjustmentValue: { fixedValue: number } };

interface RecurringInput {
  recurring: { interval: string; intervalCount: number };
}

/** `SellingPlanInput` of the Admin API, as far as it is used. Fields left out of an update keep their value. */
export interface SellingPlanInput {
  id?: string;
  name?: string;
  options?: string[];
  position?: number;
  category?: 'SUBSCRIPTION';
  billingPolicy?: RecurringInput;
  deliveryPolicy?: RecurringInput;
  pricingPolicies?: PricingPolicyInput[];
}

/** `SellingPlanGroupInput` of the Admin API, as far as it is used. */
export interface SellingPlanGroupInput {
  name: string;
  position: number;
  merchantCode?: string;
  options?: string[];
  sellingPlansToCreate?: SellingPlanInput[];
  sellingPlansToUpdate?: SellingPlanInput[];
  sellingPlansToDelete?: string[];
}
