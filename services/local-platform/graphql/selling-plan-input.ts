import { z } from 'zod';
import { adjustmentTypes, anchorTypes, planIntervals } from '../store/record-parts.ts';
import { balanceTriggers, fulfillmentTriggers, planCategories } from '../store/records.ts';

const text = z.string().nullish();
const integer = z.number().int().nullish();
const globalIds = z.array(z.string()).nullish();

/** A percentage, or an amount in the store's currency. */
const value = z
  .object({
    percentage: z.number().nullish(),
    fixedValue: z.union([z.string(), z.number()]).nullish(),
  })
  .nullish();

const anchors = z
  .array(
    z.object({
      type: z.enum(anchorTypes).nullish(),
      day: integer,
      month: integer,
      cutoffDay: integer,
    }),
  )
  .nullish();

const recurrence = { interval: z.enum(planIntervals).nullish(), intervalCount: integer, anchors };
const deliveryTerms = { cutoff: integer, intent: text, preAnchorBehavior: text };

const recurringBilling = z.object({ ...recurrence, minCycles: integer, maxCycles: integer });
const fixedBilling = z.object({
  checkoutCharge: z.object({ type: z.enum(['PERCENTAGE', 'PRICE']).nullish(), value }).nullish(),
  remainingBalanceChargeTrigger: z.enum(balanceTriggers).nullish(),
  remainingBalanceChargeExactTime: text,
  remainingBalanceChargeTimeAfterCheckout: text,
});
const recurringDelivery = z.object({ ...recurrence, ...deliveryTerms });
const fixedDelivery = z.object({
  ...deliveryTerms,
  anchors,
  fulfillmentTrigger: z.enum(fulfillmentTriggers).nullish(),
  fulfillmentExactTime: text,
});

const adjustment = {
  adjustmentType: z.enum(adjustmentTypes).nullish(),
  adjustmentValue: value,
};

const pricingPolicyInput = z.object({
  fixed: z.object(adjustment).nullish(),
  recurring: z.object({ ...adjustment, afterCycle: z.number().int() }).nullish(),
});

const described = {
  name: text,
  description: text,
  options: z.array(z.string()).nullish(),
  position: integer,
};

export const planInput = z.object({
  id: text,
  ...described,
  category: z.enum(planCategories).nullish(),
  billingPolicy: z
    .object({ recurring: recurringBilling.nullish(), fixed: fixedBilling.nullish() })
    .nullish(),
  deliveryPolicy: z
    .object({ recurring: recurringDelivery.nullish(), fixed: fixedDelivery.nullish() })
    .nullish(),
  pricingPolicies: z.array(pricingPolicyInput).nullish(),
});

export const groupInput = z.object({
  appId: text,
  merchantCode: text,
  ...described,
  sellingPlansToCreate: z.array(planInput).nullish(),
  sellingPlansToUpdate: z.array(planInput).nullish(),
  sellingPlansToDelete: globalIds,
});

export const resourceInput = z.object({ productVariantIds: globalIds });

export type GroupInput = z.infer<typeof groupInput>;
export type PlanInput = z.infer<typeof planInput>;
export type PricingPolicyInput = z.infer<typeof pricingPolicyInput>;
export type BillingPolicyInput = NonNullable<PlanInput['billingPolicy']>;
export type DeliveryPolicyInput = NonNullable<PlanInput['deliveryPolicy']>;
export type AnchorInput = NonNullable<z.infer<typeof anchors>>[number];
export type ValueInput = z.infer<typeof value>;
