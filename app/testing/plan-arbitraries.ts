import fc from 'fast-check';
import { intervals } from '#contract/limits.ts';
import { pricingPoliciesOf } from '#contract/pricing-policies.ts';
import { everyDelivery, type PlanTerms } from '#contract/selling-plan.ts';

const currencies = [
  { currencyCode: 'JPY', decimals: 0 },
  { currencyCode: 'USD', decimals: 2 },
  { currencyCode: 'KWD', decimals: 3 },
];

/** A price with its minor units, written the way the platform does. */
export const products = fc
  .tuple(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(...currencies))
  .map(([minorUnits, { currencyCode, decimals }]) => {
    const digits = String(minorUnits).padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals);
    const price = decimals === 0 ? `${whole}.0` : `${whole}.${digits.slice(-decimals)}`;
    return { price, currencyCode, decimals, minorUnits };
  });

/** Percent in tenths, as a merchant may enter them. */
const percents = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

/** The values of a form that can be saved. */
export const savedForms = fc.record({
  group: fc.record({
    firstOrderDiscount: percents,
    firstOrderDiscountCycles: fc.integer({ min: 1, max: 15 }),
    recurringDiscount: percents,
  }),
  option: fc.oneof(
    fc.record({
      discountType: fc.constantFrom('PERCENTAGE' as const, 'FIXED_AMOUNT' as const),
      discountValue: percents.filter((value) => value > 0),
    }),
    fc.record({ discountType: fc.constant('NONE' as const), discountValue: percents }),
  ),
  interval: fc.constantFrom(...intervals),
  intervalCount: fc.integer({ min: 1, max: 60 }),
});

export type SavedForm = typeof savedForms extends fc.Arbitrary<infer Form> ? Form : never;

/** The plan that a form becomes when it is saved. */
export function savedTermsOf({ group, option, interval, intervalCount }: SavedForm): PlanTerms {
  return {
    ...everyDelivery(interval, intervalCount),
    pricingPolicies: pricingPoliciesOf(group, option),
  };
}
