import { describe, expect, it } from 'vitest';
import { policy, preOrder } from '#contract/testing/plan-terms.ts';
import { groupOfOptions } from '../../testing/group-form.ts';
import { cycleOf, platformGroup } from '../../testing/platform-model.ts';
import type { PlatformSellingPlan } from './platform-group.ts';
import { matchedPlanIds, settingsOf } from './writing.ts';

const id = (plan: number) => `gid://shopify/SellingPlan/${plan}`;
const weekly = { interval: 'WEEK', intervalCount: 1 };
const tenPercent = { discountType: 'PERCENTAGE', discountValue: 10 };

const formOf = (options: object[], values?: Record<string, unknown>) =>
  groupOfOptions(
    options.map((option) => ({ ...weekly, ...option })),
    values,
  );

const everyWeek = cycleOf('WEEK', 1);
const discounted = { ...everyWeek, pricingPolicies: [policy('PERCENTAGE', 10)] };

describe('the plans that options are', () => {
  it.each<[string, Array<Partial<PlatformSellingPlan>>, object[], string[] | null]>([
    ['are those that they name', [{}, {}], [{ id: id(2) }, { id: id(1) }], [id(2), id(1)]],
    [
      'are those that were made for them',
      [everyWeek, discounted],
      [tenPercent, {}],
      [id(2), id(1)],
    ],
    ['are both', [everyWeek, everyWeek], [{ id: id(1) }, {}], [id(1), id(2)]],
    ['are one each', [everyWeek, everyWeek], [{}, {}], [id(1), id(2)]],
    ['are too few', [everyWeek], [{}, {}], null],
    ['are not those that another option names', [everyWeek], [{}, { id: id(1) }], null],
    ['are not there', [], [{ id: id(7) }], null],
    ['are not twice the same', [{}, {}], [{ id: id(1) }, { id: id(1) }], null],
    ['have the same interval', [cycleOf('MONTH', 1)], [{}], null],
    ['come as often', [cycleOf('WEEK', 2)], [{}], null],
    ['have the same price', [discounted], [{}], null],
    ['deliver again and again', [preOrder], [{}], null],
    [
      'have their prices in any order',
      [
        {
          ...everyWeek,
          pricingPolicies: [policy('PERCENTAGE', 5, 3), policy('PERCENTAGE', 20)],
        },
      ],
      [{ discountType: 'PERCENTAGE', discountValue: 5 }],
      [id(1)],
    ],
  ])('%s', (_, plans, options, expected) => {
    const isDiscounted = plans.some(({ pricingPolicies = [] }) => pricingPolicies.length > 1);
    const values = isDiscounted ? { firstOrderDiscount: 20, firstOrderDiscountCycles: 3 } : {};
    expect(matchedPlanIds(formOf(options, values), platformGroup(plans))).toEqual(expected);
  });
});

describe('what is kept of a group', () => {
  const group = formOf([{ discountValue: 3 }, tenPercent, tenPercent], {
    firstOrderDiscountCycles: 4,
    recurringDiscount: 5,
    dynamicSellingPlanName: 'By the scale',
  });
  const ofGroup = {
    isDynamic: false,
    dynamicSellingPlanName: 'By the scale',
    firstOrderDiscountCycles: 4,
    recurringDiscount: 5,
  };
  const plans = [
    { id: id(1), discountType: 'NONE' as const, discountValue: 0 },
    { id: id(3), discountType: 'PERCENTAGE' as const, discountValue: 10 },
  ];

  it('are its discounts, and those of the options that are plans', () => {
    expect(settingsOf(group, [id(1), undefined, id(3)])).toEqual({ ...ofGroup, plans });
  });

  it('are those of its other plans as they were', () => {
    const other = { id: id(9), discountType: 'FIXED_AMOUNT' as const, discountValue: 2 };
    const before = { ...ofGroup, recurringDiscount: 1 };
    const previous = { ...before, plans: [{ ...other, id: id(1) }, other] };
    expect(settingsOf(group, [id(1), undefined, id(3)], previous)).toEqual({
      ...ofGroup,
      plans: [...plans, other],
    });
  });
});
