import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  create,
  cycle,
  expectRefused,
  expectTaken,
  group,
  later,
  percent,
  update,
  withPlan,
} from '../test-groups.ts';
import { type Execute, executor, testPlatform } from '../test-platform.ts';

const tuesday = { type: 'WEEKDAY', day: 2 };
const anchored = (anchor: object, more: object = {}) => ({
  billingPolicy: cycle('WEEK', 1, { anchors: [anchor] }),
  deliveryPolicy: cycle('WEEK', 1, { anchors: [anchor], ...more }),
});
const charge = (percentage: number, more: object = {}) => ({
  billingPolicy: {
    fixed: { checkoutCharge: { type: 'PERCENTAGE', value: { percentage } }, ...more },
  },
  deliveryPolicy: { fixed: { fulfillmentTrigger: 'ASAP' } },
});
const onFulfillment = { remainingBalanceChargeTrigger: 'ON_FULFILLMENT' };
const fixedDelivery = (fixed: object) => ({ ...charge(100), deliveryPolicy: { fixed } });
const amountOff = (adjustmentType: string, adjustmentValue: object) => ({
  pricingPolicies: [{ fixed: { adjustmentType, adjustmentValue } }],
});

const multiple = 'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE';
const fixedMissing = 'SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY';
const balance = 'REMAINING_BALANCE_CHARGE';
const billing = 'billingPolicy.recurring';
const delivery = 'deliveryPolicy.recurring';
const fixedBilling = 'billingPolicy.fixed';
const fixedValue = 'pricingPolicies.0.fixed.adjustmentValue';

describe('a new plan', () => {
  it.each<[string, object, ...Array<readonly [path: string, code: string]>]>([
    [
      'no billing policy',
      { billingPolicy: null },
      ['billingPolicy', 'SELLING_PLAN_BILLING_POLICY_MISSING'],
    ],
    [
      'no delivery policy',
      { deliveryPolicy: null },
      ['deliveryPolicy', 'SELLING_PLAN_DELIVERY_POLICY_MISSING'],
    ],
    ['a billing cycle shorter than delivery', { deliveryPolicy: cycle('WEEK', 2) }, ['', multiple]],
    [
      'a billing cycle that is no multiple',
      { billingPolicy: cycle('WEEK', 3), deliveryPolicy: cycle('WEEK', 2) },
      ['', multiple],
    ],
    ['months billed for weeks delivered', { billingPolicy: cycle('MONTH', 1) }, ['', multiple]],
    [
      'a cycle of nothing',
      { deliveryPolicy: cycle('WEEK', 0) },
      [`${delivery}.intervalCount`, 'GREATER_THAN'],
    ],
    [
      'a negative cycle',
      { billingPolicy: cycle('WEEK', -1) },
      [`${billing}.intervalCount`, 'GREATER_THAN'],
    ],
    [
      'a cycle of more than ten years',
      { billingPolicy: cycle('YEAR', 11), deliveryPolicy: cycle('YEAR', 11) },
      [`${billing}.intervalCount`, 'BILLING_POLICY_INTERVAL_TOO_LARGE'],
      [`${delivery}.intervalCount`, 'DELIVERY_POLICY_INTERVAL_TOO_LARGE'],
    ],
    [
      'fewer cycles at most than at least',
      { billingPolicy: cycle('WEEK', 1, { minCycles: 5, maxCycles: 2 }) },
      [`${billing}.maxCycles`, 'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES'],
    ],
    [
      'policies of both kinds',
      { billingPolicy: { ...cycle('WEEK', 1), ...charge(100).billingPolicy } },
      ['billingPolicy', 'ONLY_NEED_ONE_BILLING_POLICY_TYPE'],
    ],
    [
      'fixed billing of recurring deliveries',
      { billingPolicy: charge(100).billingPolicy },
      ['', 'BILLING_AND_DELIVERY_POLICY_TYPES_MUST_BE_THE_SAME'],
    ],
    [
      'an anchor of deliveries alone',
      { deliveryPolicy: cycle('WEEK', 1, { anchors: [tuesday] }) },
      ['', 'SELLING_PLAN_BILLING_AND_DELIVERY_POLICY_ANCHORS_MUST_BE_EQUAL'],
    ],
    [
      'an eighth weekday',
      anchored({ type: 'WEEKDAY', day: 8 }),
      [`${billing}.anchors.0.day`, 'INVALID'],
      [`${delivery}.anchors.0.day`, 'INVALID'],
    ],
    [
      'a day of no month in a year',
      anchored({ type: 'YEARDAY', day: 1 }),
      [`${billing}.anchors.0.month`, 'INVALID'],
      [`${delivery}.anchors.0.month`, 'INVALID'],
    ],
    [
      'a cutoff day beside a cutoff',
      {
        ...anchored(tuesday),
        deliveryPolicy: cycle('WEEK', 1, { anchors: [{ ...tuesday, cutoffDay: 1 }], cutoff: 2 }),
      },
      [`${delivery}.anchors.0.cutoffDay`, 'PRESENT'],
    ],
    [
      'a part at checkout and nothing later',
      charge(20),
      [
        `${fixedBilling}.remainingBalanceChargeTrigger`,
        `${balance}_TRIGGER_NO_REMAINING_BALANCE_ON_PARTIAL_PERCENTAGE_CHECKOUT_CHARGE`,
      ],
    ],
    [
      'all at checkout and more later',
      charge(100, onFulfillment),
      [`${fixedBilling}.remainingBalanceChargeTrigger`, `${balance}_TRIGGER_ON_FULL_CHECKOUT`],
    ],
    [
      'an exact time without one',
      charge(20, { remainingBalanceChargeTrigger: 'EXACT_TIME' }),
      [`${fixedBilling}.remainingBalanceChargeExactTime`, `${balance}_EXACT_TIME_REQUIRED`],
    ],
    [
      'no time after checkout',
      charge(20, {
        remainingBalanceChargeTrigger: 'TIME_AFTER_CHECKOUT',
        remainingBalanceChargeTimeAfterCheckout: 'P0D',
      }),
      [
        `${fixedBilling}.remainingBalanceChargeTimeAfterCheckout`,
        `${balance}_TIME_AFTER_CHECKOUT_MUST_BE_GREATER_THAN_ZERO`,
      ],
    ],
    [
      'a checkout charge of another kind',
      {
        ...charge(20),
        billingPolicy: {
          fixed: {
            ...onFulfillment,
            checkoutCharge: { type: 'PRICE', value: { percentage: 5 } },
          },
        },
      },
      [`${fixedBilling}.checkoutCharge.value`, 'CHECKOUT_CHARGE_VALUE_AND_TYPE_MUST_MATCH'],
    ],
    [
      'fulfilment at no exact time',
      fixedDelivery({ fulfillmentTrigger: 'EXACT_TIME' }),
      ['deliveryPolicy.fixed.fulfillmentExactTime', 'FULFILLMENT_EXACT_TIME_REQUIRED'],
    ],
    [
      'fulfilment at once on a Tuesday',
      fixedDelivery({ fulfillmentTrigger: 'ASAP', anchors: [tuesday] }),
      ['deliveryPolicy.fixed.anchors', 'SELLING_PLAN_ANCHORS_NOT_ALLOWED'],
    ],
    [
      'two prices of one payment',
      { ...charge(100), pricingPolicies: [percent(1), later(1)] },
      ['pricingPolicies', 'SELLING_PLAN_FIXED_PRICING_POLICIES_LIMIT'],
    ],
    [
      'three pricing policies',
      { pricingPolicies: [percent(1), later(1), later(2)] },
      ['pricingPolicies', 'SELLING_PLAN_PRICING_POLICIES_LIMIT'],
    ],
    ['a recurring price alone', { pricingPolicies: [later(1)] }, ['pricingPolicies', fixedMissing]],
    [
      'two fixed prices',
      { pricingPolicies: [percent(1), percent(2)] },
      ['pricingPolicies', fixedMissing],
    ],
    [
      'a price of both kinds',
      { pricingPolicies: [{ ...percent(1), ...later(1) }] },
      ['pricingPolicies.0', 'ONLY_NEED_ONE_PRICING_POLICY_TYPE'],
    ],
    [
      'a replacement after no cycles',
      { pricingPolicies: [percent(1), later(0)] },
      ['pricingPolicies.1.recurring.afterCycle', 'GREATER_THAN'],
    ],
    [
      'more than all of the price off',
      { pricingPolicies: [percent(101)] },
      [fixedValue, 'LESS_THAN_OR_EQUAL_TO'],
    ],
    [
      'a negative discount',
      { pricingPolicies: [percent(-1)] },
      [fixedValue, 'GREATER_THAN_OR_EQUAL_TO'],
    ],
    [
      'a percentage where an amount is due',
      amountOff('FIXED_AMOUNT', { percentage: 5 }),
      [fixedValue, 'PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH'],
    ],
    [
      'a percentage and an amount at once',
      amountOff('PRICE', { percentage: 5, fixedValue: 5 }),
      [fixedValue, 'ONLY_NEED_ONE_PRICING_POLICY_VALUE'],
    ],
  ])('is refused with %s', (_, changes, ...expected) =>
    expectRefused(
      withPlan(changes),
      expected.map(([path, code]) => [
        ['sellingPlansToCreate.0', path].filter(Boolean).join('.'),
        code,
      ]),
    ),
  );

  it.each<[string, object]>([
    ['a first-order discount and what follows', { pricingPolicies: [percent(25), later(3, 0)] }],
    ['an amount off', amountOff('FIXED_AMOUNT', { fixedValue: '2.50' })],
    ['no discount', { pricingPolicies: [] }],
    ['all of the price off', { pricingPolicies: [percent(100)] }],
    ['prepaid deliveries', { billingPolicy: cycle('MONTH', 3), deliveryPolicy: cycle('MONTH', 1) }],
    [
      'a year billed for months delivered',
      { billingPolicy: cycle('YEAR', 1), deliveryPolicy: cycle('MONTH', 6) },
    ],
    [
      'weeks billed for days delivered',
      { billingPolicy: cycle('WEEK', 2), deliveryPolicy: cycle('DAY', 7) },
    ],
    ['fulfilment some day', fixedDelivery({ fulfillmentTrigger: 'UNKNOWN' })],
    [
      'fulfilment on a Tuesday',
      fixedDelivery({ fulfillmentTrigger: 'ANCHOR', anchors: [tuesday] }),
    ],
  ])('is taken with %s', (_, changes) => expectTaken(withPlan(changes)));
});

const plansSchema = z.object({
  sellingPlanGroup: z.object({
    sellingPlans: z.object({ nodes: z.array(z.looseObject({ id: z.string() })) }),
  }),
});

const anchorFields = 'anchors { type day month cutoffDay }';
const valueFields = '... on MoneyV2 { amount currencyCode }';

async function readPlans(execute: Execute, id: string | undefined) {
  const answer = await execute(
    `query ($id: ID!) { sellingPlanGroup(id: $id) { sellingPlans(first: 31) { nodes {
      id name category
      billingPolicy {
        ... on SellingPlanRecurringBillingPolicy { interval intervalCount minCycles maxCycles ${anchorFields} }
        ... on SellingPlanFixedBillingPolicy {
          remainingBalanceChargeTrigger remainingBalanceChargeExactTime remainingBalanceChargeTimeAfterCheckout
          checkoutCharge { type value { ${valueFields} ... on SellingPlanCheckoutChargePercentageValue { percentage } } }
        }
      }
      deliveryPolicy {
        ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount cutoff preAnchorBehavior intent ${anchorFields} }
        ... on SellingPlanFixedDeliveryPolicy {
          fulfillmentTrigger fulfillmentExactTime cutoff ${anchorFields}
        }
      }
      pricingPolicies {
        __typename
        ... on SellingPlanPricingPolicyBase { adjustmentType adjustmentValue {
          ${valueFields} ... on SellingPlanPricingPolicyPercentageValue { percentage }
        } }
        ... on SellingPlanRecurringPricingPolicy { afterCycle }
      }
    } } } }`,
    { id },
  );
  return plansSchema.parse(answer.data).sellingPlanGroup;
}

describe('policies', () => {
  it('are given back as they were given', async () => {
    const execute = executor(testPlatform());
    const amount = { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { fixedValue: 2.5 } };
    const { sellingPlanGroup } = await create(
      execute,
      withPlan({ pricingPolicies: [percent(25), { recurring: { ...amount, afterCycle: 3 } }] }),
    );
    const { sellingPlans } = await readPlans(execute, sellingPlanGroup?.id);
    expect(sellingPlans.nodes).toMatchObject([
      {
        category: 'SUBSCRIPTION',
        billingPolicy: { interval: 'WEEK', intervalCount: 1, anchors: [] },
        deliveryPolicy: { interval: 'WEEK', intervalCount: 1, cutoff: 0, anchors: [] },
        pricingPolicies: [
          {
            __typename: 'SellingPlanFixedPricingPolicy',
            adjustmentType: 'PERCENTAGE',
            adjustmentValue: { percentage: 25 },
          },
          {
            __typename: 'SellingPlanRecurringPricingPolicy',
            adjustmentType: 'FIXED_AMOUNT',
            adjustmentValue: { amount: '2.5', currencyCode: 'USD' },
            afterCycle: 3,
          },
        ],
      },
    ]);
  });

  it('of every kind are in the seeded group that came from another app', async () => {
    const platform = testPlatform();
    const answer = z
      .object({ sellingPlanGroups: z.object({ nodes: z.array(z.object({ id: z.string() })) }) })
      .parse(
        (
          await executor(platform)(
            '{ sellingPlanGroups(first: 1, query: "imported") { nodes { id } } }',
          )
        ).data,
      );
    const [found] = answer.sellingPlanGroups.nodes;
    const { sellingPlans } = await readPlans(executor(platform), found?.id);
    const anchors = [{ type: 'WEEKDAY', day: 2, month: null, cutoffDay: null }];
    expect(sellingPlans.nodes).toMatchObject([
      {
        pricingPolicies: [{ adjustmentType: 'PRICE', adjustmentValue: { amount: '9.00' } }],
      },
      {
        billingPolicy: { interval: 'MONTH', intervalCount: 3, minCycles: 1, maxCycles: 4 },
        deliveryPolicy: { interval: 'MONTH', intervalCount: 1 },
      },
      {
        category: 'PRE_ORDER',
        billingPolicy: {
          checkoutCharge: { type: 'PERCENTAGE', value: { percentage: 20 } },
          remainingBalanceChargeTrigger: 'ON_FULFILLMENT',
        },
        deliveryPolicy: {
          fulfillmentTrigger: 'EXACT_TIME',
          fulfillmentExactTime: '2027-03-02T07:00:00Z',
        },
      },
      {
        billingPolicy: { anchors },
        deliveryPolicy: { anchors, cutoff: 1, preAnchorBehavior: 'NEXT' },
      },
      {
        pricingPolicies: [
          { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { amount: '5.00' } },
          { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage: 0 }, afterCycle: 1 },
        ],
      },
    ]);
  });

  it('that an update gives replace those there were; the others stay', async () => {
    const execute = executor(testPlatform());
    const created = await create(
      execute,
      group({
        sellingPlansToCreate: [
          { name: 'A', options: ['A'], ...anchored(tuesday, { cutoff: 3 }), pricingPolicies: [] },
          { name: 'B', options: ['B'], ...charge(20, onFulfillment), category: 'PRE_ORDER' },
        ],
      }),
    );
    const id = created.sellingPlanGroup?.id ?? '';
    const [first, second] = (await readPlans(execute, id)).sellingPlans.nodes;
    const answer = await update(execute, id, {
      sellingPlansToUpdate: [
        { id: first?.id, billingPolicy: cycle('WEEK', 2), deliveryPolicy: cycle('WEEK', 2) },
        { id: second?.id, pricingPolicies: [percent(5)] },
      ],
    });
    expect(answer.userErrors).toEqual([]);
    const [changed, priced] = (await readPlans(execute, id)).sellingPlans.nodes;
    expect(changed).toMatchObject({
      billingPolicy: { intervalCount: 2, anchors: [] },
      deliveryPolicy: { intervalCount: 2, anchors: [], cutoff: 0 },
    });
    expect(priced).toEqual({ ...second, pricingPolicies: expect.any(Array) });
    expect(priced).toMatchObject({ pricingPolicies: [{ adjustmentValue: { percentage: 5 } }] });
  });
});
