import type { PlanTerms, PricingPolicy } from '../selling-plan.ts';

/** A plan's pricing policy, as the tests write it. */
export function policy(
  adjustmentType: PricingPolicy['adjustmentType'],
  value: number,
  afterCycle: number | null = null,
): PricingPolicy {
  return { adjustmentType, adjustmentValue: { value }, afterCycle };
}

/** Delivers once, as soon as it can be: a fifth is paid at checkout, the rest on fulfillment. */
export const preOrder: Pick<PlanTerms, 'billingPolicy' | 'deliveryPolicy'> = {
  billingPolicy: {
    type: 'FIXED',
    checkoutCharge: { type: 'PERCENTAGE', value: { value: 20 } },
    remainingBalanceChargeTrigger: 'ON_FULFILLMENT',
    remainingBalanceChargeExactTime: null,
    remainingBalanceChargeTimeAfterCheckout: null,
  },
  deliveryPolicy: {
    type: 'FIXED',
    fulfillmentTrigger: 'ASAP',
    fulfillmentExactTime: null,
    anchors: [],
  },
};
