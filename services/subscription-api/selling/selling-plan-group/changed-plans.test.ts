import { describe, expect, it } from 'vitest';
import {
  type SellingPlanGroup,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { policy } from '#contract/testing/plan-terms.ts';
import { cycleOf, platformGroup } from '../../testing/platform-model.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import type { PlatformGroup, PlatformSellingPlan } from './platform-group.ts';
import { groupOf } from './reading.ts';
import { groupInputForUpdate } from './writing.ts';

const terms = { currencyCode: 'USD', timeZone: 'America/Los_Angeles' };

const id = (plan: number) => `gid://shopify/SellingPlan/${plan}`;
const everyWeek = { ...cycleOf('WEEK', 1), name: 'Every week', options: ['Every week', 'Ground'] };

function edited(
  current: PlatformGroup,
  change: (group: SellingPlanGroup) => Record<string, unknown>,
  settings?: SellingPlanGroupSettings,
) {
  const before = groupOf(current, settings);
  const form = updateSellingPlanGroupSchema.parse({ ...before, ...change(before) });
  const context = { before, current, terms };
  return groupInputForUpdate(form, context, form.sellingPlansToDelete);
}

function changedPlan(plan: Partial<PlatformSellingPlan>, option: Record<string, unknown>) {
  const { input } = edited(platformGroup([plan]), ({ recurringPolicies: [known] }) => ({
    recurringPolicies: [{ ...known, ...option }],
  }));
  return input?.sellingPlansToUpdate;
}

describe('a changed option', () => {
  const monthly = { recurring: { interval: 'MONTH', intervalCount: 1 } };
  const weekly = (intervalCount: number) => ({ recurring: { interval: 'WEEK', intervalCount } });
  const named = (name: string) => ({ name, options: [name, 'Ground'] });
  const { billingPolicy: billing, deliveryPolicy: delivery } = everyWeek;

  it.each<[string, Partial<PlatformSellingPlan>, Record<string, unknown>, object]>([
    [
      'of another interval',
      {},
      { interval: 'MONTH' },
      { ...named('Every month'), billingPolicy: monthly, deliveryPolicy: monthly },
    ],
    [
      'of another number of them',
      {},
      { intervalCount: 3 },
      { ...named('Every 3 weeks'), billingPolicy: weekly(3), deliveryPolicy: weekly(3) },
    ],
    [
      'with a cutoff of no day',
      { deliveryPolicy: { ...delivery, cutoff: 0 } },
      { intervalCount: 2 },
      { ...named('Every 2 weeks'), billingPolicy: weekly(2), deliveryPolicy: weekly(2) },
    ],
    [
      'with a least number of orders and a cutoff',
      {
        billingPolicy: { ...billing, minCycles: 1 },
        deliveryPolicy: { ...delivery, cutoff: 1, preAnchorBehavior: 'NEXT' },
      },
      { interval: 'MONTH' },
      {
        ...named('Every month'),
        billingPolicy: { recurring: { ...monthly.recurring, minCycles: 1 } },
        deliveryPolicy: {
          recurring: { ...monthly.recurring, cutoff: 1, preAnchorBehavior: 'NEXT' },
        },
      },
    ],
    [
      'with another discount',
      {},
      { discountType: 'FIXED_AMOUNT', discountValue: 2.5 },
      {
        pricingPolicies: [
          { fixed: { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { fixedValue: 2.5 } } },
        ],
      },
    ],
    [
      'of a name that it got elsewhere',
      { name: 'Coffee club' },
      { interval: 'MONTH' },
      { ...named('Every month'), billingPolicy: monthly, deliveryPolicy: monthly },
    ],
    [
      'that has the name already',
      { name: 'Every month' },
      { interval: 'MONTH' },
      { billingPolicy: monthly, deliveryPolicy: monthly },
    ],
  ])('%s is written', (_, plan, option, change) => {
    expect(changedPlan({ ...everyWeek, ...plan }, option)).toStrictEqual([
      { id: id(1), ...change },
    ]);
  });

  it('is not written where it says the same in other words', () => {
    expect(
      changedPlan({ ...everyWeek, name: 'Coffee club' }, { discountValue: 0 }),
    ).toBeUndefined();
  });
});

describe('a changed group', () => {
  it('is written with what is new of it alone', () => {
    const platform = platformGroup([everyWeek]);
    expect(edited(platform, () => ({}))).toEqual({ input: null, createdFrom: [], updatedFrom: [] });
    expect(edited(platform, () => ({ position: 3 })).input).toStrictEqual({ position: 3 });
    expect(edited(platform, () => ({ name: 'New' })).input).toStrictEqual({ name: 'New' });
  });

  it('gives a new plan the further options of the others', () => {
    const { input } = edited(platformGroup([everyWeek]), ({ recurringPolicies }) => ({
      recurringPolicies: [...recurringPolicies, { interval: 'MONTH', intervalCount: 1 }],
    }));
    expect(input?.sellingPlansToCreate).toMatchObject([
      { name: 'Every month', options: ['Every month', 'Ground'], position: 1 },
    ]);
  });

  it('begins with new plans where it has none', () => {
    const { input, createdFrom } = edited(platformGroup([]), () => ({
      recurringPolicies: [{ interval: 'MONTH', intervalCount: 1 }],
    }));
    expect(createdFrom).toEqual([0]);
    expect(input?.sellingPlansToCreate).toMatchObject([{ options: ['Every month'], position: 0 }]);
  });

  it('makes a plan of an option that is gone, and of none that was read-only', () => {
    const readOnly = { pricingPolicies: [policy('PRICE', 9)] };
    const option = { interval: 'MONTH', intervalCount: 1, discountType: 'NONE' };
    const { input, createdFrom } = edited(platformGroup([readOnly]), () => ({
      recurringPolicies: [1, 7].map((plan) => ({ ...option, id: id(plan), intervalCount: plan })),
    }));
    expect(createdFrom).toEqual([0, 1]);
    expect(input?.sellingPlansToCreate?.map(({ name }) => name)).toEqual([
      'Every month',
      'Every 7 months',
    ]);
    expect(input?.sellingPlansToUpdate).toBeUndefined();
  });

  it('names a plan of the same interval by its new price, whatever it was named', () => {
    const pricingPolicies = [policy('PERCENTAGE', 10)];
    const platform = platformGroup([everyWeek, { ...everyWeek, name: 'Club', pricingPolicies }]);
    const { input } = edited(platform, ({ recurringPolicies: [first, second] }) => ({
      recurringPolicies: [first, { ...second, discountValue: 5 }],
    }));
    expect(input?.sellingPlansToUpdate).toMatchObject([
      { id: id(2), name: 'Every week, 5% off', options: ['Every week, 5% off', 'Ground'] },
    ]);
  });

  it('gives the name of a deleted plan to another', () => {
    const pricingPolicies = [policy('PERCENTAGE', 10)];
    const platform = platformGroup([
      { ...everyWeek, pricingPolicies: [] },
      { ...everyWeek, name: 'Every week, 10% off', pricingPolicies },
    ]);
    const { input } = edited(platform, ({ recurringPolicies: [, second] }) => ({
      recurringPolicies: [second],
      sellingPlansToDelete: [id(1)],
    }));
    expect(input).toStrictEqual({
      sellingPlansToUpdate: [{ id: id(2), name: 'Every week', options: ['Every week', 'Ground'] }],
      sellingPlansToDelete: [id(1)],
    });
  });

  it('gives all plans its usage-based name, also those that were named elsewhere', () => {
    const pricingPolicies = [policy('PERCENTAGE', 10)];
    const platform = platformGroup([{ ...everyWeek, name: 'Coffee club', pricingPolicies }]);
    const settings = {
      isDynamic: true,
      dynamicSellingPlanName: '',
      firstOrderDiscountCycles: 1,
      recurringDiscount: 0,
      plans: [],
    };
    const { input } = edited(platform, () => ({ dynamicSellingPlanName: 'Scale' }), settings);
    expect(input).toStrictEqual({
      sellingPlansToUpdate: [{ id: id(1), name: 'Scale', options: ['Scale', 'Ground'] }],
    });
  });
});
