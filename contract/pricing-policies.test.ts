import { describe, expect, it } from 'vitest';
import { planTermsOf, pricingPoliciesOf } from './pricing-policies.ts';

const noDiscounts = { firstOrderDiscount: 0, firstOrderDiscountCycles: 1, recurringDiscount: 0 };

describe('pricingPoliciesOf', () => {
  it('has no policy when nothing is discounted', () => {
    expect(pricingPoliciesOf(noDiscounts, { discountType: 'NONE', discountValue: 7 })).toEqual([]);
  });

  it("takes the option's own discount before the group's", () => {
    const group = { ...noDiscounts, recurringDiscount: 10 };
    expect(pricingPoliciesOf(group, { discountType: 'FIXED_AMOUNT', discountValue: 2.5 })).toEqual([
      { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { value: 2.5 }, afterCycle: null },
    ]);
  });

  it("takes the group's recurring discount when the option has none", () => {
    const group = { ...noDiscounts, recurringDiscount: 12.5 };
    expect(pricingPoliciesOf(group, { discountType: 'NONE' })).toEqual([
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 12.5 }, afterCycle: null },
    ]);
  });

  it('lets the ongoing discount replace the first-order one after its cycles', () => {
    const group = { firstOrderDiscount: 20, firstOrderDiscountCycles: 3, recurringDiscount: 10 };
    expect(pricingPoliciesOf(group, { discountType: 'NONE' })).toEqual([
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 20 }, afterCycle: null },
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 10 }, afterCycle: 3 },
    ]);
  });

  it('returns to the normal price after a first-order discount without an ongoing one', () => {
    const group = { firstOrderDiscount: 20, firstOrderDiscountCycles: 1, recurringDiscount: 0 };
    expect(pricingPoliciesOf(group, { discountType: 'NONE' })).toEqual([
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 20 }, afterCycle: null },
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 0 }, afterCycle: 1 },
    ]);
  });
});

it('an option is a plan that is charged at every delivery, at its prices', () => {
  const group = { ...noDiscounts, recurringDiscount: 10 };
  const option = { interval: 'MONTH', intervalCount: 2, discountType: 'NONE' } as const;
  expect(planTermsOf(group, { ...option, discountValue: 0 })).toMatchObject({
    billingPolicy: { type: 'RECURRING', interval: 'MONTH', intervalCount: 2 },
    deliveryPolicy: { type: 'RECURRING', interval: 'MONTH', intervalCount: 2 },
    pricingPolicies: [{ adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 10 } }],
  });
});
