import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CreateSellingPlanGroup,
  createSellingPlanGroupSchema,
  type SellingPlanGroup,
  sellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { policy } from '#contract/testing/plan-terms.ts';
import { applied, platformGroup } from '../../testing/platform-model.ts';
import type { PlatformGroup } from './platform-group.ts';
import { groupOf } from './reading.ts';
import {
  groupInputForCreate,
  groupInputForUpdate,
  pricingPolicyInputsOf,
  settingsOf,
  slugOf,
} from './writing.ts';

const terms = { currencyCode: 'USD', timeZone: 'America/Los_Angeles' };

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
    const plan = (name: string, position: number, recurring: object) => ({
      name,
      options: [name],
      position,
      category: 'SUBSCRIPTION',
      billingPolicy: { recurring },
      deliveryPolicy: { recurring },
      pricingPolicies: [],
    });
    expect(groupInputForCreate(group, 'every-cup', terms)).toEqual({
      appId: 'cadence',
      name: 'Every cup',
      merchantCode: 'every-cup',
      options: ['Delivery frequency'],
      position: 4,
      sellingPlansToCreate: [
        plan('Every week', 0, { interval: 'WEEK', intervalCount: 1 }),
        plan('Every 2 months', 1, { interval: 'MONTH', intervalCount: 2 }),
      ],
    });
  });

  it('writes roast days into both policies, and says them to customers', () => {
    const group = form({
      recurringPolicies: [
        option({ weekdays: [5, 2], cutoff: 3 }),
        option({ weekdays: [2], cutoff: 3, preAnchorBehavior: 'NEXT' }),
        option({ interval: 'MONTH', monthDay: 31 }),
      ],
    });
    const input = groupInputForCreate(group, 'roasts', terms);
    const weekly = { interval: 'WEEK', intervalCount: 1 };
    const monthly = { interval: 'MONTH', intervalCount: 1 };
    const weekdays = (...days: number[]) => days.map((day) => ({ type: 'WEEKDAY', day }));
    const last = [{ type: 'MONTHDAY', day: 31 }];
    expect(input.sellingPlansToCreate).toMatchObject([
      {
        name: 'Every week, on Tuesdays and Fridays',
        description:
          'Roasted on Tuesdays and Fridays. Changes until 3 days before, 11:59 PM Pacific Time.',
        billingPolicy: { recurring: { ...weekly, anchors: weekdays(2, 5) } },
        deliveryPolicy: {
          recurring: {
            ...{ ...weekly, anchors: weekdays(2, 5) },
            ...{ cutoff: 3, preAnchorBehavior: 'ASAP' },
          },
        },
      },
      {
        name: 'Every week, on Tuesdays',
        description:
          'Roasted on Tuesdays. Changes until the Saturday before, 11:59 PM Pacific Time.',
        billingPolicy: { recurring: { ...weekly, anchors: weekdays(2) } },
        deliveryPolicy: { recurring: { cutoff: 3, preAnchorBehavior: 'NEXT' } },
      },
      {
        name: 'Every month, on day 31 of the month',
        description: 'Roasted on day 31 of the month.',
        billingPolicy: { recurring: { ...monthly, anchors: last } },
        deliveryPolicy: { recurring: { ...monthly, anchors: last, cutoff: 0 } },
      },
    ]);
  });

  it('leaves a description alone that isn’t ours', () => {
    const group = form({ recurringPolicies: [option({ weekdays: [2], cutoff: 3 })] });
    const made = applied(groupInputForCreate(group, 'roasts', terms));
    const changed = (description: string | null) => {
      const nodes = made.sellingPlans.nodes.map((plan) => ({ ...plan, description }));
      const current = { ...made, sellingPlans: { nodes } };
      const before = groupOf(current, undefined);
      const recurringPolicies = before.recurringPolicies.map((one) => ({ ...one, cutoff: 1 }));
      const { input } = groupInputForUpdate(
        form({ recurringPolicies }),
        { before, current, terms },
        [],
      );
      return input?.sellingPlansToUpdate?.[0];
    };
    const { description: ours = '' } = made.sellingPlans.nodes[0] ?? {};
    const delivery = { deliveryPolicy: { recurring: { cutoff: 1 } } };
    expect(changed(ours)).toMatchObject({
      ...delivery,
      description: 'Roasted on Tuesdays. Changes until the Monday before, 11:59 PM Pacific Time.',
    });
    expect(changed('Fresh on Tuesday!')).toMatchObject(delivery);
    // The store was in another time zone then, or its days were changed elsewhere since.
    for (const [one, other] of [
      ['Pacific', 'Eastern'],
      ['Tuesdays', 'Fridays'],
    ] as const) {
      expect(changed(ours?.replace(one, other) ?? '')).toHaveProperty('description');
    }
    for (const theirs of ['Fresh on Tuesday!', `${ours} Free shipping.`]) {
      expect(changed(theirs)).not.toHaveProperty('description');
    }
    expect(changed(ours)).not.toHaveProperty('billingPolicy');
  });

  it.each([
    [{ isDynamic: true }, [10], ['Based on usage']],
    [{}, [10, 5], ['Every week, 10% off', 'Every week, 5% off']],
  ])('names the plans of %j at %j percent off', (values, discounts, names) => {
    const recurringPolicies = discounts.map((discountValue) =>
      option({ discountType: 'PERCENTAGE', discountValue }),
    );
    const input = groupInputForCreate(form({ ...values, recurringPolicies }), 'code', terms);
    expect(input.sellingPlansToCreate?.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['Weekly coffee', 'weekly-coffee'],
    ['  Café & Crème!  ', 'cafe-creme'],
    ['コーヒー', 'selling-plan'],
    ['-- A1  &  b2 --', 'a1-b2'],
    ['ﬁlter', 'filter'],
    ['--', 'selling-plan'],
    ['a'.repeat(41), 'a'.repeat(40)],
    [`${'a'.repeat(39)}-b`, 'a'.repeat(39)],
    [`${'a'.repeat(38)}--bc`, `${'a'.repeat(38)}-b`],
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
    recurringPolicies: fc.uniqueArray(optionArbitrary, {
      minLength: 1,
      maxLength: 6,
      selector: ({ interval, intervalCount }) => `${intervalCount} ${interval}`,
    }),
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

/** The form without what only a group on the platform has: ids, and 0 instead of no discount. */
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
        const platform = applied(groupInputForCreate(entered, 'code', terms));
        const read = groupOf(platform, settingsOf(entered, planIds(platform)));
        expect(comparable(read)).toEqual(comparable(entered));
        expect(sellingPlanGroupSchema.parse(read)).toEqual(read);
      }),
    );
  });

  it('reads what was updated exactly as it was entered', () => {
    fc.assert(
      fc.property(formArbitrary, formArbitrary, fc.nat(3), (first, second, kept) => {
        const platform = applied(groupInputForCreate(first, 'code', terms));
        const before = groupOf(platform, settingsOf(first, planIds(platform)));
        const keptIds = planIds(platform).slice(0, kept);
        const entered = {
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
        const usedIds = entered.recurringPolicies.map((entry) => entry.id);
        const removed = planIds(platform).filter((id) => !usedIds.includes(id));
        const context = { before, current: platform, terms };
        const { input } = groupInputForUpdate(entered, context, removed);
        const after = input === null ? platform : applied(input, platform);
        const created = planIds(after).filter((id) => !planIds(platform).includes(id));
        const ids = entered.recurringPolicies.map((entry) => entry.id ?? created.shift());
        expect(comparable(groupOf(after, settingsOf(entered, ids)))).toEqual(comparable(entered));
      }),
    );
  });

  it('gives customers the same prices whether or not the settings are known', () => {
    fc.assert(
      fc.property(formArbitrary, (entered) => {
        const platform = applied(groupInputForCreate(entered, 'code', terms));
        const derived = groupOf(platform, undefined);
        const again = applied(groupInputForCreate(derived, 'code', terms));
        expect(again.sellingPlans.nodes.map((plan) => plan.pricingPolicies)).toEqual(
          platform.sellingPlans.nodes.map((plan) => plan.pricingPolicies),
        );
      }),
    );
  });
});

function edited(
  platform: PlatformGroup,
  change: (group: SellingPlanGroup) => Record<string, unknown>,
  sellingPlansToDelete: string[] = [],
) {
  const before = groupOf(platform, undefined);
  const body = updateSellingPlanGroupSchema.parse({ ...before, ...change(before) });
  const context = { before, current: platform, terms };
  return groupInputForUpdate(body, context, sellingPlansToDelete);
}

describe('updating', () => {
  const priced = { pricingPolicies: [policy('PRICE', 10)] };

  it('sends nothing but the name when only the name of the group changes', () => {
    const { input } = edited(platformGroup([priced, {}]), () => ({ name: 'New' }));
    expect(input).toEqual({ name: 'New' });
  });

  it('sends everything in one input, and knows where each plan came from', () => {
    const platform = platformGroup([{}, {}, {}]);
    const [first, second, third] = planIds(platform);
    const result = edited(
      platform,
      ({ recurringPolicies }) => ({
        recurringPolicies: [
          { interval: 'DAY', intervalCount: 3 },
          { ...recurringPolicies[2], intervalCount: 4 },
          { ...recurringPolicies[0], discountType: 'PERCENTAGE', discountValue: 5 },
        ],
      }),
      [second ?? '', 'gid://shopify/SellingPlan/77'],
    );
    expect(result.createdFrom).toEqual([0]);
    expect(result.updatedFrom).toEqual([1, 2]);
    expect(result.input).toEqual({
      sellingPlansToCreate: [
        expect.objectContaining({ name: 'Every 3 days', options: ['Every 3 days'], position: 0 }),
      ],
      sellingPlansToUpdate: [
        {
          id: third,
          name: 'Every 4 weeks',
          options: ['Every 4 weeks'],
          billingPolicy: { recurring: { interval: 'WEEK', intervalCount: 4 } },
          deliveryPolicy: { recurring: { interval: 'WEEK', intervalCount: 4 } },
        },
        { id: first, position: 3, pricingPolicies: [{ fixed: percent(5) }] },
      ],
      sellingPlansToDelete: [second],
    });
  });

  it('keeps a price of $10 when the group gets a first-order and a recurring discount', () => {
    const platform = platformGroup([priced, {}]);
    const { input } = edited(platform, () => ({ firstOrderDiscount: 20, recurringDiscount: 5 }));
    expect(input?.sellingPlansToUpdate?.map(({ id }) => id)).toEqual([planIds(platform)[1]]);
  });

  it("gives a plan its own discount without another plan's first-order discount", () => {
    const platform = platformGroup([
      { pricingPolicies: [policy('PERCENTAGE', 20), policy('PERCENTAGE', 0, 3)] },
      {},
      {},
    ]);
    const { input } = edited(platform, ({ recurringPolicies }) => ({
      recurringPolicies: recurringPolicies.map((option) => ({
        ...option,
        discountType: 'PERCENTAGE',
        discountValue: 5,
      })),
    }));
    const [, second, third] = planIds(platform);
    expect(input?.sellingPlansToUpdate).toEqual([
      { id: second, pricingPolicies: [{ fixed: percent(5) }] },
      { id: third, pricingPolicies: [{ fixed: percent(5) }] },
    ]);
  });

  it('says the rest of a policy again when the interval changes', () => {
    const [plan] = platformGroup([{}]).sellingPlans.nodes;
    if (plan?.billingPolicy.type !== 'RECURRING' || plan.deliveryPolicy.type !== 'RECURRING') {
      throw new Error('a recurring plan');
    }
    const platform = platformGroup([
      {
        billingPolicy: { ...plan.billingPolicy, minCycles: 1 },
        deliveryPolicy: { ...plan.deliveryPolicy, cutoff: 2, preAnchorBehavior: 'NEXT' },
      },
    ]);
    const { input } = edited(platform, ({ recurringPolicies }) => ({
      recurringPolicies: [{ ...recurringPolicies[0], interval: 'MONTH' }],
    }));
    const monthly = { interval: 'MONTH', intervalCount: 1 };
    expect(input?.sellingPlansToUpdate?.[0]).toMatchObject({
      billingPolicy: { recurring: { ...monthly, minCycles: 1 } },
      deliveryPolicy: { recurring: { ...monthly, cutoff: 2, preAnchorBehavior: 'NEXT' } },
    });
  });

  it('puts new options behind all plans, and leaves the places of read-only ones', () => {
    const platform = platformGroup([{}, { ...priced, position: 7 }, {}]);
    const { input } = edited(platform, ({ recurringPolicies }) => ({
      recurringPolicies: [...recurringPolicies, { interval: 'YEAR', intervalCount: 1 }],
    }));
    expect(input).toEqual({ sellingPlansToCreate: [expect.objectContaining({ position: 8 })] });
  });

  it('tells a new plan apart from a read-only one of the same name', () => {
    const platform = platformGroup([{ ...priced, name: 'Every month' }]);
    const { input } = edited(platform, () => ({
      recurringPolicies: [
        { interval: 'MONTH', intervalCount: 1, discountType: 'PERCENTAGE', discountValue: 10 },
      ],
    }));
    expect(input?.sellingPlansToCreate?.map(({ name }) => name)).toEqual(['Every month, 10% off']);
  });

  it('leaves the name that an untouched plan got elsewhere', () => {
    const pricingPolicies = [policy('PERCENTAGE', 10)];
    const names = ['Coffee club', 'Every 2 weeks'];
    const platform = platformGroup(names.map((name) => ({ name, pricingPolicies })));
    const { input } = edited(platform, ({ recurringPolicies }) => ({
      recurringPolicies: [
        ...recurringPolicies,
        ...recurringPolicies.map(({ id, ...option }) => ({ ...option, discountValue: 5 })),
      ],
    }));
    expect(input?.sellingPlansToCreate?.map(({ name }) => name)).toEqual([
      'Every week, 5% off',
      'Every 2 weeks, 5% off',
    ]);
    // We made up the second plan's name, and it doesn't say enough any more.
    const [, second] = planIds(platform);
    const name = 'Every 2 weeks, 10% off';
    expect(input?.sellingPlansToUpdate).toEqual([{ id: second, name, options: [name] }]);
  });

  it('removes a read-only plan when it is asked to', () => {
    const platform = platformGroup([priced, {}]);
    const [first = ''] = planIds(platform);
    expect(edited(platform, () => ({}), [first]).input).toEqual({ sellingPlansToDelete: [first] });
  });
});
