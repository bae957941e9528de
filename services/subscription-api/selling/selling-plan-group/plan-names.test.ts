import { describe, expect, it } from 'vitest';
import { createSellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { planNames } from './plan-names.ts';

function names(
  recurringPolicies: unknown[],
  values: Record<string, unknown> = {},
  otherNames: string[] = [],
): string[] {
  return planNames(
    createSellingPlanGroupSchema.parse({ name: 'Coffee', recurringPolicies, ...values }),
    { currencyCode: 'USD', otherNames },
  );
}

const every = (intervalCount: number, interval: string, discount?: [string, number]) => ({
  interval,
  intervalCount,
  ...(discount && { discountType: discount[0], discountValue: discount[1] }),
});

describe('plan names', () => {
  it('say the interval in words', () => {
    expect(names([every(1, 'DAY'), every(2, 'WEEK'), every(1, 'MONTH'), every(3, 'YEAR')])).toEqual(
      ['Every day', 'Every 2 weeks', 'Every month', 'Every 3 years'],
    );
  });

  it('tell options of the same interval apart by their discount', () => {
    expect(
      names([
        every(2, 'WEEK'),
        every(2, 'WEEK', ['PERCENTAGE', 10]),
        every(2, 'WEEK', ['FIXED_AMOUNT', 2.5]),
        every(1, 'WEEK', ['PERCENTAGE', 10]),
      ]),
    ).toEqual([
      'Every 2 weeks',
      'Every 2 weeks, 10% off',
      'Every 2 weeks, $2.50 off',
      'Every week',
    ]);
  });

  it("count the group's discount where an option has none of its own", () => {
    expect(
      names([every(2, 'WEEK'), every(2, 'WEEK', ['PERCENTAGE', 10])], { recurringDiscount: 5 }),
    ).toEqual(['Every 2 weeks, 5% off', 'Every 2 weeks, 10% off']);
  });

  it('tell options apart from the plans that the form does not have', () => {
    expect(names([every(1, 'WEEK', ['PERCENTAGE', 10])], {}, ['Every week'])).toEqual([
      'Every week, 10% off',
    ]);
  });

  it('leave discounts less than a cent apart for the platform to refuse', () => {
    const options = [2.501, 2.502].map((amount) => every(1, 'WEEK', ['FIXED_AMOUNT', amount]));
    expect(names(options)).toEqual(['Every week, $2.50 off', 'Every week, $2.50 off']);
  });

  it.each([
    ['', ['Based on usage']],
    ['By the scale', ['By the scale']],
  ])(
    'are the usage-based name %j alone where there is one option',
    (dynamicSellingPlanName, expected) => {
      const options = [every(1, 'WEEK', ['PERCENTAGE', 10])];
      expect(names(options, { isDynamic: true, dynamicSellingPlanName })).toEqual(expected);
    },
  );

  it('add the interval to the usage-based name where there are several', () => {
    expect(
      names([every(1, 'WEEK', ['PERCENTAGE', 10]), every(2, 'WEEK', ['PERCENTAGE', 10])], {
        isDynamic: true,
      }),
    ).toEqual(['Based on usage, every week', 'Based on usage, every 2 weeks']);
  });

  it('add it as well where the form has not all of them', () => {
    const options = [1, 2].map((count) => every(count, 'WEEK', ['PERCENTAGE', 10]));
    const both = ['Based on usage, every week', 'Based on usage, every 2 weeks'];
    expect(names(options, { isDynamic: true }, ['Other'])).toEqual(both);
    expect(names(options.slice(0, 1), { isDynamic: true }, ['Other'])).toEqual(both.slice(0, 1));
  });
});
