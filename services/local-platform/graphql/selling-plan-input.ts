import { z } from 'zod';
import { adjustmentTypes, planCategories, planIntervals } from '../store/records.ts';

const text = z.string().nullish();
const integer = z.number().int().nullish();
const globalIds = z.array(z.string()).nullish();

const recurrence = {
  interval: z.enum(planIntervals).nullish(),
  intervalCount: integer,
};

const adjustment = {
  adjustmentType: z.enum(adjustmentTypes).nullish(),
  adjustmentValue: z
    .object({
      percentage: z.number().nullish(),
      fixedValue: z.union([z.string(), z.number()]).nullish(),
    })
    .nullish(),
};

const pricingPolicyInput = z.object({
  fixed: z.object(adjustment).nullish(),
  recurring: z.object({ ...adjustment, afterCycle: z.number().int() }).nullish(),
});

/** SellingPlanInput of the platform's schema. */
const planInput = z.object({
  id: text,
  name: text,
  description: text,
  options: z.array(z.string()).nullish(),
  position: integer,
  category: z.enum(planCategories).nullish(),
  billingPolicy: z
    .object({
      recurring: z.object({ ...recurrence, minCycles: integer, maxCycles: integer }).nullish(),
    })
    .nullish(),
  deliveryPolicy: z
    .object({
      recurring: z
        .object({ ...recurrence, cutoff: integer, intent: text, preAnchorBehavior: text })
        .nullish(),
    })
    .nullish(),
  inventoryPolicy: z.object({ reserve: text }).nullish(),
  pricingPolicies: z.array(pricingPolicyInput).nullish(),
});

/** SellingPlanGroupInput of the platform's schema. */
export const groupInput = z.object({
  appId: text,
  name: text,
  merchantCode: text,
  description: text,
  options: z.array(z.string()).nullish(),
  position: integer,
  sellingPlansToCreate: z.array(planInput).nullish(),
  sellingPlansToUpdate: z.array(planInput).nullish(),
  sellingPlansToDelete: globalIds,
});

/** SellingPlanGroupResourceInput of the platform's schema. */
export const resourceInput = z.object({ productIds: globalIds, productVariantIds: globalIds });

export type GroupInput = z.infer<typeof groupInput>;
export type PlanInput = z.infer<typeof planInput>;
export type PricingPolicyInput = z.infer<typeof pricingPolicyInput>;
