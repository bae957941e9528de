import { z } from 'zod';
import { globalIdSchema } from './global-id.ts';
import { intervals } from './limits.ts';

export { intervals };

export const intervalSchema = z.enum(intervals, { error: 'Please select an interval type' });
export type Interval = z.infer<typeof intervalSchema>;

/** A day to which the platform moves a cycle: WEEKDAY 1 (Monday) to 7, MONTHDAY 1 to 31, YEARDAY with its month. */
export const anchorSchema = z.object({
  type: z.enum(['WEEKDAY', 'MONTHDAY', 'YEARDAY']),
  day: z.number().int(),
  month: z.number().int().nullable(),
  cutoffDay: z.number().int().nullable(),
});

export type Anchor = z.infer<typeof anchorSchema>;

const cycle = { interval: intervalSchema, intervalCount: z.number().int() };

/** Delivers again and again. `cutoff` is in days. */
const recurringDeliverySchema = z.object({
  type: z.literal('RECURRING'),
  ...cycle,
  anchors: z.array(anchorSchema),
  cutoff: z.number().int().nullable(),
  intent: z.string(),
  preAnchorBehavior: z.string(),
});

/**
 * Delivers once: a pre-order, or a purchase that is tried first. `fulfillmentExactTime` is an ISO date and time by the store's clocks, with
 * their offset.
 */
const fixedDeliverySchema = z.object({
  type: z.literal('FIXED'),
  fulfillmentTrigger: z.enum(['ANCHOR', 'ASAP', 'EXACT_TIME', 'UNKNOWN']),
  fulfillmentExactTime: z.string().nullable(),
  anchors: z.array(anchorSchema),
});

/** Charges again and again, at least `minCycles` and at most `maxCycles` times. */
const recurringBillingSchema = z.object({
  type: z.literal('RECURRING'),
  ...cycle,
  anchors: z.array(anchorSchema),
  minCycles: z.number().int().nullable(),
  maxCycles: z.number().int().nullable(),
});

/** When the rest of a price is charged; the times are an ISO date and time, and an ISO duration. */
export const remainingBalance = {
  remainingBalanceChargeTrigger: z.enum([
    'EXACT_TIME',
    'NO_REMAINING_BALANCE',
    'ON_FULFILLMENT',
    'TIME_AFTER_CHECKOUT',
  ]),
  remainingBalanceChargeExactTime: z.string().nullable(),
  remainingBalanceChargeTimeAfterCheckout: z.string().nullable(),
};

/**
 * Charges for one order, now and perhaps later. `checkoutCharge` is percent of the price, or major currency units.
 */
const fixedBillingSchema = z.object({
  type: z.literal('FIXED'),
  checkoutCharge: z.object({
    type: z.enum(['PERCENTAGE', 'PRICE']),
    value: z.object({ value: z.number() }),
  }),
  ...remainingBalance,
});

const deliveryPolicySchema = z.discriminatedUnion('type', [
  recurringDeliverySchema,
  fixedDeliverySchema,
]);
const billingPolicySchema = z.discriminatedUnion('type', [
  recurringBillingSchema,
  fixedBillingSchema,
]);

export type RecurringBilling = z.infer<typeof recurringBillingSchema>;
export type DeliveryPolicy = z.infer<typeof deliveryPolicySchema>;
export type BillingPolicy = z.infer<typeof billingPolicySchema>;

/**
 * A price adjustment as the platform keeps it: percent, or an amount in major currency units of the shop. It holds from
 * the order after `afterCycle` on, and from the first one where that is null.
 */
const pricingPolicySchema = z.object({
  adjustmentType: z.enum(['PERCENTAGE', 'FIXED_AMOUNT', 'PRICE']),
  adjustmentValue: z.object({ value: z.number() }),
  afterCycle: z.number().int().nullable(),
});

export type PricingPolicy = z.infer<typeof pricingPolicySchema>;

/**
 * Why the group's form cannot express a plan, so that it is read-only there:
 * - PRICE: it sets a price instead of a discount;
 * - PREPAID: one payment covers several deliveries;
 * - FIXED_DELIVERY: it delivers or charges once (pre-order, try before you buy);
 * - ANCHORS: it delivers on certain days;
 * - CYCLE_LIMITS: it ends, or binds the customer, after a number of orders;
 * - FIRST_ORDER_AMOUNT: its first-order discount is an amount instead of a percentage;
 * - FIRST_ORDER_DIFFERS: its first-order discount is another than the group's;
 * - LATER_DISCOUNT: its discount begins only after some orders at the full price;
 * - NOT_A_PERCENTAGE: it is in a usage-based group and gives no percentage off (specification §4);
 * - MORE_POLICIES: it has pricing policies that the platform does not document;
 * - OUT_OF_RANGE: its numbers are beyond what the form takes.
 */
export const readOnlyReasons = [
  'PRICE',
  'PREPAID',
  'FIXED_DELIVERY',
  'ANCHORS',
  'CYCLE_LIMITS',
  'FIRST_ORDER_AMOUNT',
  'FIRST_ORDER_DIFFERS',
  'LATER_DISCOUNT',
  'NOT_A_PERCENTAGE',
  'MORE_POLICIES',
  'OUT_OF_RANGE',
] as const;

export type ReadOnlyReason = (typeof readOnlyReasons)[number];

/**
 * A selling plan as the platform has it. `pricingPolicies` are all of them in the order in which they begin;
 * `pricingPolicies[0]` holds from the first order on (specification §3). `category` is null on old plans.
 */
export const sellingPlanSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  category: z.enum(['OTHER', 'PRE_ORDER', 'SUBSCRIPTION', 'TRY_BEFORE_YOU_BUY']).nullable(),
  billingPolicy: billingPolicySchema,
  deliveryPolicy: deliveryPolicySchema,
  pricingPolicies: z.array(pricingPolicySchema),
  /** Empty where the form can express the plan: then it is one of the group's `recurringPolicies`. */
  readOnlyReasons: z.array(z.enum(readOnlyReasons)),
});

export type SellingPlan = z.infer<typeof sellingPlanSchema>;

/** The parts of a plan that decide what a customer pays and when. */
export type PlanTerms = Pick<SellingPlan, 'billingPolicy' | 'deliveryPolicy' | 'pricingPolicies'>;

/** The policies of a plan that charges at every delivery, `intervalCount` intervals apart, without end. */
export function everyDelivery(
  interval: Interval,
  intervalCount: number,
): {
  billingPolicy: Extract<BillingPolicy, { type: 'RECURRING' }>;
  deliveryPolicy: Extract<DeliveryPolicy, { type: 'RECURRING' }>;
} {
  return {
    billingPolicy: {
      type: 'RECURRING',
      interval,
      intervalCount,
      anchors: [],
      minCycles: null,
      maxCycles: null,
    },
    deliveryPolicy: {
      type: 'RECURRING',
      interval,
      intervalCount,
      anchors: [],
      cutoff: null,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: 'ASAP',
    },
  };
}
