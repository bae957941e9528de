import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Anchor, ReadOnlyReason } from '#contract/selling-plan.ts';
import { policy, preOrder } from '#contract/testing/plan-terms.ts';
import { cycleOf, platformGroup } from '../../testing/platform-model.ts';
import type { PlatformGroup, PlatformSellingPlan } from './platform-group.ts';
import { groupOf } from './reading.ts';

const settings = {
  isDynamic: false,
  dynamicSellingPlanName: '',
  firstOrderDiscountCycles: 2,
  recurringDiscount: 10,
  plans: [
    { id: 'gid://shopify/SellingPlan/1', discountType: 'NONE' as const, discountValue: 0 },
    { id: 'gid://shopify/SellingPlan/2', discountType: 'PERCENTAGE' as const, discountValue: 10 },
  ],
};

const tenPercent = [policy('PERCENTAGE', 10)];

function optionsOf(platform: PlatformGroup, known?: typeof settings) {
  return groupOf(platform, known).recurringPolicies.map((option) => [
    option.discountType,
    option.discountValue,
  ]);
}

describe('reading a group that was made or edited elsewhere', () => {
  it('takes discounts for those of the options where nothing else is known', () => {
    const platform = platformGroup([
      { pricingPolicies: tenPercent },
      { pricingPolicies: [policy('FIXED_AMOUNT', 3)] },
      {},
    ]);
    expect(groupOf(platform, undefined)).toMatchObject({
      position: 0,
      isDynamic: false,
      firstOrderDiscount: 0,
      firstOrderDiscountCycles: 1,
      recurringDiscount: 0,
      productsCount: { count: 1, precision: 'AT_LEAST' },
      productVariantsCount: { count: 3 },
    });
    expect(optionsOf(platform)).toEqual([
      ['PERCENTAGE', 10],
      ['FIXED_AMOUNT', 3],
      ['NONE', 0],
    ]);
  });

  it("tells the group's discount from an option's own by the settings", () => {
    const platform = platformGroup([
      { pricingPolicies: tenPercent },
      { pricingPolicies: tenPercent },
    ]);
    expect(groupOf(platform, settings)).toMatchObject({
      recurringDiscount: 10,
      firstOrderDiscountCycles: 2,
    });
    expect(optionsOf(platform, settings).map(([type]) => type)).toEqual(['NONE', 'PERCENTAGE']);
  });

  it('lets the policies win where a plan lost its discount elsewhere', () => {
    const platform = platformGroup([{}, { pricingPolicies: tenPercent }]);
    expect(groupOf(platform, settings).recurringDiscount).toBe(0);
    expect(optionsOf(platform, settings)).toEqual([
      ['NONE', 0],
      ['PERCENTAGE', 10],
    ]);
  });

  it('reads a first-order discount and its cycles', () => {
    const pricingPolicies = [policy('PERCENTAGE', 0, 4), policy('PERCENTAGE', 25)];
    const platform = platformGroup([{ pricingPolicies }]);
    const group = groupOf(platform, settings);
    expect(group).toMatchObject({ firstOrderDiscount: 25, firstOrderDiscountCycles: 4 });
    expect(optionsOf(platform, settings)).toEqual([['NONE', 0]]);
    expect(group.sellingPlans[0]?.pricingPolicies).toEqual(pricingPolicies.reverse());
  });

  it('orders the policies by the order that they begin with', () => {
    const begins = [null, 1, 2, 4];
    fc.assert(
      fc.property(fc.shuffledSubarray(begins), (afterCycles) => {
        const pricingPolicies = afterCycles.map((after) => policy('PERCENTAGE', 5, after));
        const [plan] = groupOf(platformGroup([{ pricingPolicies }]), undefined).sellingPlans;
        expect(plan?.pricingPolicies.map(({ afterCycle }) => afterCycle)).toEqual(
          begins.filter((after) => afterCycles.includes(after)),
        );
      }),
    );
  });

  it('orders the plans by position', () => {
    const platform = platformGroup([{ position: null }, { position: 5 }]);
    expect(groupOf(platform, undefined).sellingPlans.map((plan) => plan.name)).toEqual([
      'Plan 2',
      'Plan 1',
    ]);
  });

  it('takes what the policies leave open from the settings', () => {
    const known = { ...settings, isDynamic: true, dynamicSellingPlanName: 'By the scale' };
    const platform = { ...platformGroup([{ pricingPolicies: tenPercent }]), position: 4 };
    expect(groupOf(platform, known)).toMatchObject({
      position: 4,
      isDynamic: true,
      dynamicSellingPlanName: 'By the scale',
      recurringDiscount: 10,
    });
    expect(groupOf(platform, undefined)).toMatchObject({ dynamicSellingPlanName: '' });
    expect(groupOf({ ...platform, productVariantsCount: null }, known)).toMatchObject({
      productVariantsCount: { count: 0 },
    });
    expect(groupOf(platformGroup([]), undefined)).toMatchObject({ recurringPolicies: [] });
  });

  it("keeps an option's own amount or percentage beside the group's", () => {
    const others = [policy('FIXED_AMOUNT', 10), policy('PERCENTAGE', 5)];
    const platform = platformGroup(others.map((each) => ({ pricingPolicies: [each] })));
    expect(optionsOf(platform, { ...settings, plans: [] })).toEqual([
      ['FIXED_AMOUNT', 10],
      ['PERCENTAGE', 5],
    ]);
  });

  it('gives every option of a usage-based group its percentage, whosever it is', () => {
    const platform = platformGroup([{ pricingPolicies: tenPercent }]);
    expect(optionsOf(platform, { ...settings, isDynamic: true })).toEqual([['PERCENTAGE', 10]]);
  });
});

const { billingPolicy: billing, deliveryPolicy: delivery } = cycleOf('WEEK', 1);
const tuesday = { type: 'WEEKDAY', day: 2, month: null, cutoffDay: null } as const;

/** A plan with the same days in both policies, as Shopify wants it. */
const anchored = (anchors: Anchor[], terms: object = {}): Partial<PlatformSellingPlan> => ({
  billingPolicy: { ...billing, anchors },
  deliveryPolicy: { ...delivery, anchors, ...terms },
});

it.each<[Partial<PlatformSellingPlan>, object]>([
  [
    anchored([{ ...tuesday, day: 5 }, tuesday], { cutoff: 6 }),
    { weekdays: [2, 5], cutoff: 6, preAnchorBehavior: 'ASAP' },
  ],
  [
    anchored([tuesday], { cutoff: null, preAnchorBehavior: 'NEXT' }),
    { weekdays: [2], cutoff: 0, preAnchorBehavior: 'NEXT' },
  ],
])('lets the form edit roast days: %j', (plan, option) => {
  const { recurringPolicies, sellingPlans } = groupOf(platformGroup([plan]), undefined);
  expect(recurringPolicies).toMatchObject([option]);
  expect(sellingPlans[0]?.readOnlyReasons).toEqual([]);
});

describe('plans that the form cannot express', () => {
  it.each<[ReadOnlyReason[], Partial<PlatformSellingPlan>]>([
    [['PRICE'], { pricingPolicies: [policy('PRICE', 9)] }],
    [['PRICE'], { pricingPolicies: [policy('PERCENTAGE', 20), policy('PRICE', 9, 1)] }],
    [['PREPAID'], { billingPolicy: { ...billing, intervalCount: 4 } }],
    [['PREPAID'], { billingPolicy: { ...billing, interval: 'MONTH' } }],
    [['ANCHORS'], { deliveryPolicy: { ...delivery, anchors: [tuesday] } }],
    [['ANCHORS'], { billingPolicy: { ...billing, anchors: [tuesday] } }],
    [['ANCHORS'], anchored([{ ...tuesday, cutoffDay: 6 }])],
    [['ANCHORS'], anchored([{ ...tuesday, type: 'MONTHDAY' }])],
    [['ANCHORS'], anchored([tuesday, { ...tuesday, day: 5 }], { preAnchorBehavior: 'NEXT' })],
    [['ANCHORS'], anchored([tuesday], { preAnchorBehavior: 'LATER' })],
    [['OUT_OF_RANGE'], anchored([tuesday], { cutoff: 9 })],
    [['FIXED_DELIVERY'], { billingPolicy: preOrder.billingPolicy }],
    [['FIXED_DELIVERY'], { deliveryPolicy: preOrder.deliveryPolicy }],
    [['CYCLE_LIMITS'], { billingPolicy: { ...billing, minCycles: 2 } }],
    [['PRICE'], { pricingPolicies: [policy('PRICE', 0)] }],
    [['PRICE'], { pricingPolicies: [policy('PRICE', 0), policy('PERCENTAGE', 10, 1)] }],
    [
      ['MORE_POLICIES'],
      { pricingPolicies: [policy('PERCENTAGE', 9), policy('PERCENTAGE', 10, 0)] },
    ],
    [
      ['MORE_POLICIES'],
      {
        pricingPolicies: [
          policy('PERCENTAGE', 9),
          policy('PERCENTAGE', 8, 1),
          policy('PERCENTAGE', 7, 2),
        ],
      },
    ],
    [['MORE_POLICIES'], { pricingPolicies: [policy('PERCENTAGE', 9), policy('PERCENTAGE', 10)] }],
    [
      ['OUT_OF_RANGE'],
      { pricingPolicies: [policy('PERCENTAGE', 12.345678), policy('PERCENTAGE', 0, 1)] },
    ],
    [['OUT_OF_RANGE'], cycleOf('WEEK', 3_000_000_000)],
    [['CYCLE_LIMITS'], { billingPolicy: { ...billing, minCycles: 3 } }],
    [['CYCLE_LIMITS'], { billingPolicy: { ...billing, maxCycles: 12 } }],
    [
      ['FIRST_ORDER_AMOUNT'],
      { pricingPolicies: [policy('FIXED_AMOUNT', 5), policy('PERCENTAGE', 0, 1)] },
    ],
    [
      ['LATER_DISCOUNT'],
      { pricingPolicies: [policy('PERCENTAGE', 0), policy('PERCENTAGE', 10, 3)] },
    ],
    [['MORE_POLICIES'], { pricingPolicies: [policy('PERCENTAGE', 10, 3)] }],
    [['OUT_OF_RANGE'], { pricingPolicies: [policy('PERCENTAGE', 12.345678)] }],
    [['FIXED_DELIVERY'], { category: 'PRE_ORDER', ...preOrder }],
    [
      ['PREPAID', 'CYCLE_LIMITS', 'PRICE'],
      {
        billingPolicy: { ...billing, intervalCount: 4, maxCycles: 2 },
        pricingPolicies: [policy('PRICE', 30)],
      },
    ],
  ])('%j', (reasons, plan) => {
    const platform = platformGroup([{ billingPolicy: billing, deliveryPolicy: delivery, ...plan }]);
    const group = groupOf(platform, undefined);
    expect(group.recurringPolicies).toEqual([]);
    expect(group.sellingPlans[0]).toMatchObject({ ...plan, readOnlyReasons: reasons });
  });

  it.each<[string, Partial<PlatformSellingPlan>]>([
    [
      'billed by 7 days, delivered by the week',
      {
        billingPolicy: { ...billing, interval: 'DAY', intervalCount: 7 },
      },
    ],
    ['bound to a single order', { billingPolicy: { ...billing, minCycles: 1 } }],
    ['of no category', { category: null }],
    [
      'at full price before and after',
      { pricingPolicies: [policy('PERCENTAGE', 0), policy('PERCENTAGE', 0, 3)] },
    ],
  ])('are not those that are %s', (_, plan) => {
    const platform = platformGroup([{ billingPolicy: billing, deliveryPolicy: delivery, ...plan }]);
    expect(groupOf(platform, undefined).recurringPolicies).toHaveLength(1);
  });

  it('are those with a rarer first-order discount than the others', () => {
    const twenty = [policy('PERCENTAGE', 20), policy('PERCENTAGE', 0, 3)];
    const group = groupOf(platformGroup([{ pricingPolicies: twenty }, {}, {}]), undefined);
    expect(group.firstOrderDiscount).toBe(0);
    expect(group.sellingPlans.map((plan) => plan.readOnlyReasons)).toEqual([
      ['FIRST_ORDER_DIFFERS'],
      [],
      [],
    ]);
  });

  it('are those with a first-order discount that begins as another, or holds longer', () => {
    const first = (percent: number, cycles: number) => ({
      pricingPolicies: [policy('PERCENTAGE', percent), policy('PERCENTAGE', 0, cycles)],
    });
    const plans = [first(20, 3), first(10, 3), first(20, 2), first(20, 3)];
    const group = groupOf(platformGroup(plans), undefined);
    expect(group).toMatchObject({ firstOrderDiscount: 20, firstOrderDiscountCycles: 3 });
    expect(group.sellingPlans.map(({ readOnlyReasons }) => readOnlyReasons.length)).toEqual([
      0, 1, 1, 0,
    ]);
    // Of two equally frequent discounts, the first counts.
    const even = groupOf(platformGroup(plans.slice(1, 3)), undefined);
    expect(even).toMatchObject({ firstOrderDiscount: 10, firstOrderDiscountCycles: 3 });
    // A plan that is read-only for another reason doesn't count.
    const odd = [10, 10].map((value) => ({ ...first(value, 3), ...preOrder }));
    expect(groupOf(platformGroup([...odd, ...plans]), undefined).firstOrderDiscount).toBe(20);
  });

  it('are those of a usage-based group that take no percentage off', () => {
    const platform = platformGroup([{ pricingPolicies: [policy('FIXED_AMOUNT', 1)] }, {}]);
    const group = groupOf(platform, { ...settings, isDynamic: true });
    expect(group.sellingPlans.map((plan) => plan.readOnlyReasons)).toEqual([
      ['NOT_A_PERCENTAGE'],
      ['NOT_A_PERCENTAGE'],
    ]);
  });
});

describe('the version', () => {
  it('changes with anything that the form shows, and with nothing else', () => {
    const platform = platformGroup([{}, { pricingPolicies: [policy('PRICE', 9)] }]);
    const { version } = groupOf(platform, undefined);
    const others: PlatformGroup[] = [
      { ...platform, name: 'Other' },
      { ...platform, position: 3 },
      platformGroup([{}, { pricingPolicies: [policy('PRICE', 8)] }]),
      platformGroup([{}, { pricingPolicies: [policy('PRICE', 9)], name: 'Another name' }]),
      platformGroup([{}]),
    ];
    for (const other of others) expect(groupOf(other, undefined).version).not.toBe(version);
    expect(groupOf(platform, settings).version).not.toBe(version);
    expect(groupOf({ ...platform, productVariantsCount: { count: 99 } }, undefined).version).toBe(
      version,
    );
  });
});
