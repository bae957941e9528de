import { type RoastOption, roastTermsOf } from './roast-option.ts';
import {
  everyDelivery,
  type Interval,
  type PlanTerms,
  type PricingPolicy,
} from './selling-plan.ts';

/** The group's discounts, which apply to each of its options. In percent, 0 to 100. */
export type GroupDiscounts = {
  firstOrderDiscount: number;
  firstOrderDiscountCycles: number;
  recurringDiscount: number;
};

/** An option's own discount: percent, or major units of the shop's currency. */
type OptionDiscount = {
  discountType: 'NONE' | 'PERCENTAGE' | 'FIXED_AMOUNT';
  discountValue?: number | undefined;
};

function ongoingDiscountOf(
  group: GroupDiscounts,
  option: OptionDiscount,
): Pick<PricingPolicy, 'adjustmentType' | 'adjustmentValue'> | null {
  if (option.discountType !== 'NONE') {
    return {
      adjustmentType: option.discountType,
      adjustmentValue: { value: option.discountValue ?? 0 },
    };
  }
  if (group.recurringDiscount > 0) {
    return { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: group.recurringDiscount } };
  }
  return null;
}

/**
 * The pricing policies that an option of a group becomes on the platform: what the API writes, and what the plan
 * preview computes with, so that both say the same to the cent.
 *
 * The ongoing discount is the option's own where it has one, else the group's recurring one. A first-order discount
 * comes first as a fixed policy (`afterCycle` null) and the ongoing one replaces it after `firstOrderDiscountCycles`
 * orders; without an ongoing discount that is 0 percent, so that the price returns to normal.
 *
 * @returns at most two policies, the fixed one first; none where nothing is discounted.
 *   Source: specification §3 and the platform's rule of at most two policies, one of them fixed.
 */
export function pricingPoliciesOf(group: GroupDiscounts, option: OptionDiscount): PricingPolicy[] {
  const ongoing = ongoingDiscountOf(group, option);
  if (group.firstOrderDiscount > 0) {
    return [
      {
        adjustmentType: 'PERCENTAGE',
        adjustmentValue: { value: group.firstOrderDiscount },
        afterCycle: null,
      },
      {
        ...(ongoing ?? { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 0 } }),
        afterCycle: group.firstOrderDiscountCycles,
      },
    ];
  }
  return ongoing === null ? [] : [{ ...ongoing, afterCycle: null }];
}

/** The platform's terms for an option: charged at every delivery, on its roast days, at the prices of {@link pricingPoliciesOf}. */
export function planTermsOf(
  group: GroupDiscounts,
  option: OptionDiscount & RoastOption & { interval: Interval; intervalCount: number },
): PlanTerms {
  const { billingPolicy, deliveryPolicy } = everyDelivery(option.interval, option.intervalCount);
  const roast = roastTermsOf(option);
  return {
    billingPolicy: { ...billingPolicy, ...(roast && { anchors: roast.anchors }) },
    deliveryPolicy: { ...deliveryPolicy, ...roast },
    pricingPolicies: pricingPoliciesOf(group, option),
  };
}
