import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervals } from '#contract/limits.ts';
import { everyDelivery } from '#contract/selling-plan.ts';
import { discountTypes } from '#contract/selling-plan-group.ts';
import { type SavedForm, savedForms, savedTermsOf } from '../testing/plan-arbitraries.ts';
import { type PlanFormValues, typedPlanOf } from './typed-plan.ts';

const decimalTexts = fc
  .tuple(fc.integer({ min: 0, max: 120 }), fc.option(fc.integer({ min: 0, max: 99 })))
  .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));

const typedTexts = fc.oneof(
  decimalTexts,
  fc.constantFrom(
    undefined,
    '',
    ' ',
    '-',
    '.',
    '1e',
    '1e400',
    'NaN',
    '-5',
    '12,5',
    '0x1',
    '9'.repeat(30),
  ),
  fc.string(),
);

const typedForms: fc.Arbitrary<PlanFormValues> = fc.record({
  group: fc.record({
    firstOrderDiscount: typedTexts,
    firstOrderDiscountCycles: typedTexts,
    recurringDiscount: typedTexts,
  }),
  option: fc.record({
    interval: fc.oneof(fc.constantFrom(...intervals), typedTexts),
    intervalCount: typedTexts,
    discountType: fc.oneof(fc.constantFrom(...discountTypes), typedTexts),
    discountValue: typedTexts,
  }),
});

/** The same form as the merchant typed it. */
function typedFormOf({ group, option, interval, intervalCount }: SavedForm): PlanFormValues {
  return {
    group: {
      firstOrderDiscount: String(group.firstOrderDiscount),
      firstOrderDiscountCycles: String(group.firstOrderDiscountCycles),
      recurringDiscount: String(group.recurringDiscount),
    },
    option: {
      interval,
      intervalCount: String(intervalCount),
      discountType: option.discountType,
      discountValue: String(option.discountValue),
    },
  };
}

describe('a form that is being typed', () => {
  const typed: PlanFormValues = {
    group: { firstOrderDiscount: '20', firstOrderDiscountCycles: '3', recurringDiscount: '10' },
    option: { interval: 'WEEK', intervalCount: '2', discountType: 'NONE', discountValue: '' },
  };

  it('never throws, and gives either a plan or words', () => {
    fc.assert(
      fc.property(typedForms, (values) => {
        const plan = typedPlanOf(values);
        if (plan.terms === null) expect(plan.reason).toMatch(/\.$/);
        else expect(JSON.stringify(plan.terms)).not.toMatch(/NaN|"(value|intervalCount)":null/);
      }),
      { numRuns: 500 },
    );
  });

  it('is the plan that it becomes when it is saved', () => {
    fc.assert(
      fc.property(savedForms, (form) => {
        expect(typedPlanOf(typedFormOf(form))).toEqual({ terms: savedTermsOf(form) });
      }),
    );
  });

  it('counts empty discounts as none', () => {
    const values: PlanFormValues = {
      group: { firstOrderDiscount: '', firstOrderDiscountCycles: '', recurringDiscount: undefined },
      option: { ...typed.option, discountType: undefined, discountValue: 'left over' },
    };
    expect(typedPlanOf(values).terms).toEqual({ ...everyDelivery('WEEK', 2), pricingPolicies: [] });
  });

  it.each([
    [
      { group: { firstOrderDiscount: '120' } },
      'Enter a first-order discount between 0 and 100 to see prices.',
    ],
    [
      { group: { firstOrderDiscount: '0x10' } },
      'Enter a first-order discount between 0 and 100 to see prices.',
    ],
    [
      { option: { intervalCount: '1e1' } },
      'Enter a whole number of weeks between orders, 1 or more, to see prices.',
    ],
    [
      { group: { recurringDiscount: '-' } },
      'Enter a recurring discount between 0 and 100 to see prices.',
    ],
    [
      { group: { firstOrderDiscountCycles: '0' } },
      'Enter how many orders get the first-order discount, 1 or more, to see prices.',
    ],
    [{ option: { interval: '' } }, 'Choose an interval to see prices.'],
    [
      { option: { intervalCount: '1.5' } },
      'Enter a whole number of weeks between orders, 1 or more, to see prices.',
    ],
    [{ option: { discountType: 'HALF' } }, 'Choose a discount type to see prices.'],
    [
      { option: { discountType: 'PERCENTAGE' } },
      'Enter a discount above 0 and up to 100 to see prices.',
    ],
    [
      { option: { discountType: 'FIXED_AMOUNT', discountValue: '0' } },
      'Enter a discount above 0 to see prices.',
    ],
    [{ group: { recurringDiscount: '1.23456' } }, 'Value must have at most 4 decimals.'],
    [
      { option: { intervalCount: '9999999999' } },
      'Value must be less than or equal to 2147483647.',
    ],
  ])('says what is missing: %j', (change: { group?: object; option?: object }, reason) => {
    const values = {
      group: { ...typed.group, ...change.group },
      option: { ...typed.option, ...change.option },
    };
    expect(typedPlanOf(values)).toEqual({ terms: null, reason });
  });
});
