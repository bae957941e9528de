import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import {
  groupInputForCreate,
  groupInputForUpdate,
  groupOf,
  pricingPolicyInputsOf,
  settingsOf,
  slugOf,
} from './mapping.ts';
import type {
  PlatformGroup,
  PlatformPricingPolicy,
  PlatformSellingPlan,
  PricingPolicyInput,
  SellingPlanGroupInput,
  SellingPlanInput,
} from './platform-group.ts';

function form(values: Record<string, unknown> = {}): CreateSellingPlanGroup {
  return createSellingPlanGroupSchema.parse({
    name: 'Weekly coffee',
    recurringPolicies: [{ interval: 'WEEK', intervalCount: 1 }],
    ...values,
  });
}

function option(values: Record<string, unknown> = {}) {
  return { interval: 'WEEK', intervalCount: 1, discountType: 'NONE', ...values };
}

const percent = (percentage: number) => ({
  adjustmentType: 'PERCENTAGE',
  adjustmentValue: { percentage },
});
const amount = (fixedValue: number) => ({
  adjustmentType: 'FIXED_AMOUNT',
  adjustmentValue: { fixedValue },
});

function policyOf(input: PricingPolicyInput): PlatformPricingPolicy {
  const adjustment = 'fixed' in input ? input.fixed : input.recurring;
  const base = {
    adjustmentType: adjustment.adjustmentType,
    adjustmentValue:
      adjustment.adjustmentType === 'PERCENTAGE'
        ? adjustment.adjustmentValue.percentage
        : adjustment.adjustmentValue.fixedValue,
  };
  return 'fixed' in input ? base : { ...base, afterCycle: input.recurring.afterCycle };
}

let nextId = 1;

function planOf(input: SellingPlanInput, before?: PlatformSellingPlan): PlatformSellingPlan {
  const recurring = input.deliveryPolicy?.recurring;
  const interval = recurring?.interval;
  const known = (['DAY', 'WEEK', 'MONTH', 'YEAR'] as const).find((name) => name === interval);
  return {
    id: before?.id ?? `gid://shopify/SellingPlan/${nextId++}`,
    name: input.name ?? before?.name ?? '',
    options: input.options ?? before?.options ?? [],
    position: input.position ?? before?.position ?? null,
    deliveryPolicy:
      recurring === undefined
        ? (before?.deliveryPolicy ?? {})
        : { ...(known && { interval: known }), intervalCount: recurring.intervalCount },
    pricingPolicies: input.pricingPolicies?.map(policyOf) ?? before?.pricingPolicies ?? [],
  };
}

/** What the platform makes of an input: left-out fields keep their value. */
function applied(input: SellingPlanGroupInput, before?: PlatformGroup): PlatformGroup {
  const kept = (before?.sellingPlans.nodes ?? [])
    .filter((plan) => !input.sellingPlansToDelete?.includes(plan.id))
    .map((plan) => {
      const change = input.sellingPlansToUpdate?.find((update) => update.id === plan.id);
      return change === undefined ? plan : planOf(change, plan);
    });
  return {
    id: before?.id ?? 'gid://shopify/SellingPlanGroup/1',
    name: input.name,
    position: input.position,
    options: input.options ?? before?.options ?? [],
    productsCount: { count: 2 },
    productVariantsCount: null,
    sellingPlans: {
      nodes: [...kept, ...(input.sellingPlansToCreate ?? []).map((plan) => planOf(plan))],
    },
  };
}

function planIds(group: PlatformGroup): string[] {
  return group.sellingPlans.nodes.map((plan) => plan.id);
}

describe('pricing policies of an option', () => {
  it.each([
    ['no discount at all', {}, {}, []],
    [
      "the option's own percentage",
      {},
      { discountType: 'PERCENTAGE', discountValue: 10 },
      [{ fixed: percent(10) }],
    ],
    [
      "the option's own amount",
      {},
      { discountType: 'FIXED_AMOUNT', discountValue: 2.5 },
      [{ fixed: amount(2.5) }],
    ],
    ["the group's percentage", { recurringDiscount: 15 }, {}, [{ fixed: percent(15) }]],
    [
      "the option's own before the group's",
      { recurringDiscount: 15 },
      { discountType: 'PERCENTAGE', discountValue: 5 },
      [{ fixed: percent(5) }],
    ],
    [
      'a first order discount, then nothing',
      { firstOrderDiscount: 20 },
      {},
      [{ fixed: percent(20) }, { recurring: { ...percent(0), afterCycle: 1 } }],
    ],
    [
      "a first order discount for three cycles, then the group's",
      { firstOrderDiscount: 20, firstOrderDiscountCycles: 3, recurringDiscount: 5 },
      {},
      [{ fixed: percent(20) }, { recurring: { ...percent(5), afterCycle: 3 } }],
    ],
    [
      "a first order discount, then the option's amount",
      { firstOrderDiscount: 100, recurringDiscount: 5 },
      { discountType: 'FIXED_AMOUNT', discountValue: 1 },
      [{ fixed: percent(100) }, { recurring: { ...amount(1), afterCycle: 1 } }],
    ],
  ])('%s', (_, groupValues, optionValues, expected) => {
    const group = form({ ...groupValues, recurringPolicies: [option(optionValues)] });
    expect(group.recurringPolicies.map((entry) => pricingPolicyInputsOf(group, entry))).toEqual([
      expected,
    ]);
  });
});

describe('creating', () => {
  it('makes one subscription plan of each option, billed as it is delivered', () => {
    const group = form({
      name: 'Every cup',
      position: 4,
      recurringPolicies: [option(), option({ interval: 'MONTH', intervalCount: 2 })],
    });
    expect(groupInputForCreate(group, 'every-cup')).toEqual({
      name: 'Every cup',
      merchantCode: 'every-cup',
      options: ['Delivery frequency'],
      position: 4,
      sellingPlansToCreate: [
        {
          name: 'Every week',
          options: ['Every week'],
          position: 0,
          category: 'SUBSCRIPTION',
          billingPolicy: { recurring: { interval: 'WEEK', intervalCount: 1 } },
          deliveryPolicy: { recurring: { interval: 'WEEK', intervalCount: 1 } },
          pricingPolicies: [],
        },
        {
          name: 'Every 2 months',
          options: ['Every 2 months'],
          position: 1,
          category: 'SUBSCRIPTION',
          billingPolicy: { recurring: { interval: 'MONTH', intervalCount: 2 } },
          deliveryPolicy: { recurring: { interval: 'MONTH', intervalCount: 2 } },
          pricingPolicies: [],
        },
      ],
    });
  });

  it.each([
    ['Weekly coffee', 'weekly-coffee'],
    ['  Café & Crème!  ', 'cafe-creme'],
    ['コーヒー', 'selling-plan'],
    [`${'a'.repeat(39)}-b`, 'a'.repeat(39)],
  ])('%s has the code %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

const optionArbitrary = fc
  .record({
    interval: fc.constantFrom('DAY', 'WEEK', 'MONTH', 'YEAR'),
    intervalCount: fc.integer({ min: 1, max: 60 }),
    discountType: fc.constantFrom('NONE', 'PERCENTAGE', 'FIXED_AMOUNT'),
    hundredths: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ hundredths, ...rest }) => ({
    ...rest,
    ...(rest.discountType !== 'NONE' && { discountValue: hundredths / 100 }),
  }));

const formArbitrary = fc
  .record({
    name: fc.constantFrom('A', 'Café'),
    position: fc.integer({ min: 0, max: 9 }),
    isDynamic: fc.boolean(),
    firstOrderDiscount: fc.constantFrom(0, 12.5, 100),
    firstOrderDiscountCycles: fc.integer({ min: 1, max: 12 }),
    recurringDiscount: fc.constantFrom(0, 10, 33.3),
    dynamicSellingPlanName: fc.constantFrom('', 'By the scale'),
    recurringPolicies: fc.array(optionArbitrary, { minLength: 1, maxLength: 6 }),
  })
  .map((values) => {
    if (!values.isDynamic) return createSellingPlanGroupSchema.parse(values);
    const recurringPolicies = values.recurringPolicies.map((entry) => ({
      ...entry,
      discountType: 'PERCENTAGE',
      discountValue: entry.discountValue ?? 7,
    }));
    return createSellingPlanGroupSchema.parse({ ...values, recurringPolicies });
  });

/** The form without what a group on the platform has besides: ids, and 0 where there is no discount. */
function comparable(group: CreateSellingPlanGroup) {
  const { recurringPolicies, ...rest } = createSellingPlanGroupSchema.parse(group);
  return {
    ...rest,
    recurringPolicies: recurringPolicies.map(
      ({ interval, intervalCount, discountType, discountValue }) => ({
        interval,
        intervalCount,
        discountType,
        discountValue: discountType === 'NONE' ? 0 : discountValue,
      }),
    ),
  };
}

describe('there and back', () => {
  it('reads what was created exactly as it was entered', () => {
    fc.assert(
      fc.property(formArbitrary, (entered) => {
        const platform = applied(groupInputForCreate(entered, 'code'));
        const read = groupOf(platform, settingsOf(entered, planIds(platform)));
        expect(comparable(read)).toEqual(comparable(entered));
        expect(sellingPlanGroupSchema.parse(read)).toEqual(read);
      }),
    );
  });

  it('reads what was updated exactly as it was entered', () => {
    fc.assert(
      fc.property(formArbitrary, formArbitrary, fc.nat(3), (first, second, kept) => {
        const platform = applied(groupInputForCreate(first, 'code'));
        const before = groupOf(platform, settingsOf(first, planIds(platform)));
        const keptIds = planIds(platform).slice(0, kept);
        const edited = {
          ...second,
          isDynamic: first.isDynamic,
          recurringPolicies: second.recurringPolicies.map((entry, index) => ({
            ...entry,
            id: keptIds[index],
            ...(first.isDynamic && {
              discountType: 'PERCENTAGE' as const,
              discountValue: entry.discountValue ?? 3,
            }),
          })),
        };
        const usedIds = edited.recurringPolicies.map((entry) => entry.id);
        const removed = planIds(platform).filter((id) => !usedIds.includes(id));
        const { input } = groupInputForUpdate(edited, before, platform, removed);
        const after = applied(input, platform);
        const created = planIds(after).filter((id) => !planIds(platform).includes(id));
        const ids = edited.recurringPolicies.map((entry) => entry.id ?? created.shift());
        expect(comparable(groupOf(after, settingsOf(edited, ids)))).toEqual(comparable(edited));
      }),
    );
  });

  it('gives customers the same prices whether or not the settings are known', () => {
    fc.assert(
      fc.property(formArbitrary, (entered) => {
        const platform = applied(groupInputForCreate(entered, 'code'));
        const derived = groupOf(platform, undefined);
        const again = applied(groupInputForCreate(derived, 'code'));
        expect(again.sellingPlans.nodes.map((plan) => plan.pricingPolicies)).toEqual(
          platform.sellingPlans.nodes.map((plan) => plan.pricingPolicies),
        );
      }),
    );
  });
});

function platformGroup(policies: PlatformPricingPolicy[][]): PlatformGroup {
  return {
    id: 'gid://shopify/SellingPlanGroup/9',
    name: 'Elsewhere',
    position: null,
    options: ['Delivery every'],
    productsCount: null,
    productVariantsCount: { count: 3 },
    sellingPlans: {
      nodes: policies.map((pricingPolicies, index) => ({
        id: `gid://shopify/SellingPlan/${index + 1}`,
        name: `Plan ${index + 1}`,
        options: [`${index + 1} weeks`],
        position: index,
        deliveryPolicy: { interval: 'WEEK', intervalCount: index + 1 },
        pricingPolicies,
      })),
    },
  };
}

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

describe('reading a group that was made or edited elsewhere', () => {
  it('takes discounts for those of the options where nothing else is known', () => {
    const group = groupOf(
      platformGroup([
        [{ adjustmentType: 'PERCENTAGE', adjustmentValue: 10 }],
        [{ adjustmentType: 'FIXED_AMOUNT', adjustmentValue: 3 }],
        [],
      ]),
      undefined,
    );
    expect(group).toMatchObject({
      position: 0,
      isDynamic: false,
      firstOrderDiscount: 0,
      firstOrderDiscountCycles: 1,
      recurringDiscount: 0,
      productsCount: { count: 0 },
      productVariantsCount: { count: 3 },
    });
    expect(
      group.recurringPolicies.map((entry) => [entry.discountType, entry.discountValue]),
    ).toEqual([
      ['PERCENTAGE', 10],
      ['FIXED_AMOUNT', 3],
      ['NONE', 0],
    ]);
  });

  it("tells the group's discount from an option's own by the settings", () => {
    const tenPercent: PlatformPricingPolicy[] = [
      { adjustmentType: 'PERCENTAGE', adjustmentValue: 10 },
    ];
    const group = groupOf(platformGroup([tenPercent, tenPercent]), settings);
    expect(group.recurringDiscount).toBe(10);
    expect(group.recurringPolicies.map((entry) => entry.discountType)).toEqual([
      'NONE',
      'PERCENTAGE',
    ]);
    expect(group.firstOrderDiscountCycles).toBe(2);
  });

  it('lets the policies win where a plan lost its discount elsewhere', () => {
    const group = groupOf(
      platformGroup([[], [{ adjustmentType: 'PERCENTAGE', adjustmentValue: 10 }]]),
      settings,
    );
    expect(group.recurringDiscount).toBe(0);
    expect(
      group.recurringPolicies.map((entry) => [entry.discountType, entry.discountValue]),
    ).toEqual([
      ['NONE', 0],
      ['PERCENTAGE', 10],
    ]);
  });

  it('reads a first-order discount and its cycles', () => {
    const group = groupOf(
      platformGroup([
        [
          { adjustmentType: 'PERCENTAGE', adjustmentValue: 0, afterCycle: 4 },
          { adjustmentType: 'PERCENTAGE', adjustmentValue: 25 },
        ],
      ]),
      settings,
    );
    expect(group).toMatchObject({ firstOrderDiscount: 25, firstOrderDiscountCycles: 4 });
    expect(group.recurringPolicies[0]).toMatchObject({ discountType: 'NONE', discountValue: 0 });
    expect(group.sellingPlans[0]?.pricingPolicies).toEqual([
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 25 }, afterCycle: null },
      { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 0 }, afterCycle: 4 },
    ]);
  });

  it('orders the plans by position', () => {
    const platform = platformGroup([[], []]);
    const [first, second] = platform.sellingPlans.nodes;
    if (first === undefined || second === undefined) throw new Error('two plans');
    platform.sellingPlans.nodes = [
      { ...first, position: null },
      { ...second, position: 5 },
    ];
    expect(groupOf(platform, undefined).sellingPlans.map((plan) => plan.name)).toEqual([
      'Plan 2',
      'Plan 1',
    ]);
  });
});

describe('updating', () => {
  const price: PlatformPricingPolicy = { adjustmentType: 'PRICE', adjustmentValue: 8 };

  it("sends no plan's policies or names when only the name of the group changes", () => {
    const platform = platformGroup([[price], []]);
    const before = groupOf(platform, undefined);
    const { input } = groupInputForUpdate({ ...before, name: 'New' }, before, platform, []);
    expect(input).toEqual({ name: 'New', position: 0 });
  });

  it('sends everything in one input, and knows where each plan came from', () => {
    const platform = platformGroup([[], [], []]);
    const before = groupOf(platform, undefined);
    const [first, second, third] = before.recurringPolicies;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three');
    const edited = createSellingPlanGroupSchema.parse({
      ...before,
      recurringPolicies: [
        { interval: 'DAY', intervalCount: 3 },
        { ...third, intervalCount: 4 },
        { ...first, discountType: 'PERCENTAGE', discountValue: 5 },
      ],
    });
    const result = groupInputForUpdate(edited, before, platform, [
      second.id,
      'gid://shopify/SellingPlan/77',
    ]);
    expect(result.createdFrom).toEqual([0]);
    expect(result.updatedFrom).toEqual([1, 2]);
    expect(result.input).toEqual({
      name: 'Elsewhere',
      position: 0,
      sellingPlansToCreate: [
        expect.objectContaining({ name: 'Every 3 days', options: ['Every 3 days'], position: 0 }),
      ],
      sellingPlansToUpdate: [
        {
          id: third.id,
          name: 'Every 4 weeks',
          options: ['Every 4 weeks'],
          position: 1,
          billingPolicy: { recurring: { interval: 'WEEK', intervalCount: 4 } },
          deliveryPolicy: { recurring: { interval: 'WEEK', intervalCount: 4 } },
        },
        { id: first.id, position: 2, pricingPolicies: [{ fixed: percent(5) }] },
      ],
      sellingPlansToDelete: [second.id],
    });
  });

  it('changes the version with anything the form edits, and with nothing else', () => {
    const platform = platformGroup([[], []]);
    const { version } = groupOf(platform, undefined);
    const others: PlatformGroup[] = [
      { ...platform, name: 'Other' },
      { ...platform, position: 3 },
      platformGroup([[], [{ adjustmentType: 'PERCENTAGE', adjustmentValue: 1 }]]),
      platformGroup([[]]),
    ];
    for (const other of others) expect(groupOf(other, undefined).version).not.toBe(version);
    expect(groupOf(platform, { ...settings, recurringDiscount: 0 }).version).not.toBe(version);
    expect(groupOf({ ...platform, productVariantsCount: { count: 99 } }, undefined).version).toBe(
      version,
    );
  });
});
