import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Execute, executor, storeOf, testPlatform } from '../test-platform.ts';

const userErrorSchema = z.object({
  field: z.array(z.string()).nullable(),
  message: z.string(),
  code: z.string(),
});
const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
const created = z.object({
  data: z.object({
    sellingPlanGroupCreate: z.object({
      sellingPlanGroup: groupSchema.nullable(),
      userErrors: z.array(userErrorSchema),
    }),
  }),
});
const updated = z.object({
  data: z.object({
    sellingPlanGroupUpdate: z.object({
      sellingPlanGroup: groupSchema.nullable(),
      deletedSellingPlanIds: z.array(z.string()).nullable(),
      userErrors: z.array(userErrorSchema),
    }),
  }),
});

const groupFields = 'id name sellingPlans(first: 31) { nodes { id name } }';
const userErrors = 'userErrors { field message code }';
const createQuery = `mutation ($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
  sellingPlanGroupCreate(input: $input, resources: $resources) { sellingPlanGroup { ${groupFields} } ${userErrors} }
}`;
const updateQuery = `mutation ($id: ID!, $input: SellingPlanGroupInput!) {
  sellingPlanGroupUpdate(id: $id, input: $input) { sellingPlanGroup { ${groupFields} } deletedSellingPlanIds ${userErrors} }
}`;

async function create(execute: Execute, input: object, resources?: object) {
  const answer = created.parse(await execute(createQuery, { input, resources }));
  return answer.data.sellingPlanGroupCreate;
}

async function update(execute: Execute, id: string, input: object) {
  return updated.parse(await execute(updateQuery, { id, input })).data.sellingPlanGroupUpdate;
}

const percent = (percentage: number) => ({
  fixed: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage } },
});
const later = (afterCycle: number, percentage = 5) => ({
  recurring: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage }, afterCycle },
});
const cycle = (interval: string, intervalCount: number, more: object = {}) => ({
  recurring: { interval, intervalCount, ...more },
});

function plan(name: string, changes: object = {}) {
  return {
    name,
    options: [name],
    position: 1,
    category: 'SUBSCRIPTION',
    billingPolicy: cycle('WEEK', 1),
    deliveryPolicy: cycle('WEEK', 1),
    pricingPolicies: [percent(10)],
    ...changes,
  };
}

function group(changes: object = {}) {
  return {
    name: 'Test group',
    merchantCode: 'test',
    options: ['Delivery frequency'],
    position: 1,
    sellingPlansToCreate: [plan('Every week')],
    ...changes,
  };
}
const withPlan = (changes: object) =>
  group({ sellingPlansToCreate: [plan('Every week', changes)] });

async function aGroup(execute: Execute) {
  const { sellingPlanGroup } = await create(
    execute,
    group({ sellingPlansToCreate: [plan('Every week'), plan('Every 2 weeks')] }),
  );
  if (sellingPlanGroup === null) throw new Error('The group was not created');
  return sellingPlanGroup;
}

describe('sellingPlanGroupCreate', () => {
  const first = 'sellingPlansToCreate.0';
  it.each<[string, object, Array<[path: string, code: string]>]>([
    ['a blank name', group({ name: ' ' }), [['name', 'BLANK']]],
    ['no name', group({ name: null }), [['name', 'BLANK']]],
    ['too long a name', group({ name: 'x'.repeat(256) }), [['name', 'TOO_LONG']]],
    ['no plans', group({ sellingPlansToCreate: [] }), [['', 'SELLING_PLAN_COUNT_LOWER_BOUND']]],
    [
      '32 plans',
      group({
        sellingPlansToCreate: Array.from({ length: 32 }, (_, index) => plan(`Plan ${index}`)),
      }),
      [['', 'SELLING_PLAN_COUNT_UPPER_BOUND']],
    ],
    [
      'too many labels',
      group({
        options: ['a', 'b', 'c', 'd'],
        sellingPlansToCreate: [plan('x', { options: ['1', '2', '3'] })],
      }),
      [['options', 'TOO_LONG']],
    ],
    ['a blank plan name', withPlan({ name: '' }), [[`${first}.name`, 'BLANK']]],
    [
      'the same options twice',
      group({
        sellingPlansToCreate: [
          plan('One', { options: ['Weekly'] }),
          plan('Two', { options: ['Weekly'] }),
        ],
      }),
      [['sellingPlansToCreate.1.options', 'SELLING_PLAN_DUPLICATE_OPTIONS']],
    ],
    [
      'the same name twice',
      group({
        sellingPlansToCreate: [plan('One', { options: ['a'] }), plan('One', { options: ['b'] })],
      }),
      [['sellingPlansToCreate.1.name', 'SELLING_PLAN_DUPLICATE_NAME']],
    ],
    [
      'no billing policy',
      withPlan({ billingPolicy: null }),
      [[`${first}.billingPolicy`, 'SELLING_PLAN_BILLING_POLICY_MISSING']],
    ],
    [
      'no delivery policy',
      withPlan({ deliveryPolicy: null }),
      [[`${first}.deliveryPolicy`, 'SELLING_PLAN_DELIVERY_POLICY_MISSING']],
    ],
    [
      'a billing cycle shorter than the delivery cycle',
      withPlan({ billingPolicy: cycle('WEEK', 1), deliveryPolicy: cycle('WEEK', 2) }),
      [[first, 'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE']],
    ],
    [
      'a billing cycle that is no multiple',
      withPlan({ billingPolicy: cycle('WEEK', 3), deliveryPolicy: cycle('WEEK', 2) }),
      [[first, 'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE']],
    ],
    [
      'months billed for weeks delivered',
      withPlan({ billingPolicy: cycle('MONTH', 1), deliveryPolicy: cycle('WEEK', 1) }),
      [[first, 'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE']],
    ],
    [
      'a cycle of nothing',
      withPlan({ deliveryPolicy: cycle('WEEK', 0) }),
      [[`${first}.deliveryPolicy.recurring.intervalCount`, 'GREATER_THAN']],
    ],
    [
      'a negative cycle',
      withPlan({ billingPolicy: cycle('WEEK', -1) }),
      [[`${first}.billingPolicy.recurring.intervalCount`, 'GREATER_THAN']],
    ],
    [
      'a cycle of more than ten years',
      withPlan({ billingPolicy: cycle('YEAR', 11), deliveryPolicy: cycle('YEAR', 11) }),
      [
        [`${first}.billingPolicy.recurring.intervalCount`, 'BILLING_POLICY_INTERVAL_TOO_LARGE'],
        [`${first}.deliveryPolicy.recurring.intervalCount`, 'DELIVERY_POLICY_INTERVAL_TOO_LARGE'],
      ],
    ],
    [
      'fewer cycles at most than at least',
      withPlan({ billingPolicy: cycle('WEEK', 1, { minCycles: 5, maxCycles: 2 }) }),
      [
        [
          `${first}.billingPolicy.recurring.maxCycles`,
          'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES',
        ],
      ],
    ],
    [
      'three pricing policies',
      withPlan({ pricingPolicies: [percent(1), later(1), later(2)] }),
      [[`${first}.pricingPolicies`, 'SELLING_PLAN_PRICING_POLICIES_LIMIT']],
    ],
    [
      'a recurring policy alone',
      withPlan({ pricingPolicies: [later(1)] }),
      [
        [
          `${first}.pricingPolicies`,
          'SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY',
        ],
      ],
    ],
    [
      'two fixed policies',
      withPlan({ pricingPolicies: [percent(1), percent(2)] }),
      [
        [
          `${first}.pricingPolicies`,
          'SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY',
        ],
      ],
    ],
    [
      'a policy of both kinds',
      withPlan({ pricingPolicies: [{ ...percent(1), ...later(1) }] }),
      [[`${first}.pricingPolicies.0`, 'ONLY_NEED_ONE_PRICING_POLICY_TYPE']],
    ],
    [
      'a replacement after no cycles',
      withPlan({ pricingPolicies: [percent(1), later(0)] }),
      [[`${first}.pricingPolicies.1.recurring.afterCycle`, 'GREATER_THAN']],
    ],
    [
      'more than all of the price off',
      withPlan({ pricingPolicies: [percent(101)] }),
      [[`${first}.pricingPolicies.0.fixed.adjustmentValue`, 'LESS_THAN_OR_EQUAL_TO']],
    ],
    [
      'a negative discount',
      withPlan({ pricingPolicies: [percent(-1)] }),
      [[`${first}.pricingPolicies.0.fixed.adjustmentValue`, 'GREATER_THAN_OR_EQUAL_TO']],
    ],
    [
      'a percentage where an amount is due',
      withPlan({
        pricingPolicies: [
          { fixed: { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { percentage: 5 } } },
        ],
      }),
      [
        [
          `${first}.pricingPolicies.0.fixed.adjustmentValue`,
          'PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH',
        ],
      ],
    ],
    [
      'a percentage and an amount at once',
      withPlan({
        pricingPolicies: [
          { fixed: { adjustmentType: 'PRICE', adjustmentValue: { percentage: 5, fixedValue: 5 } } },
        ],
      }),
      [[`${first}.pricingPolicies.0.fixed.adjustmentValue`, 'ONLY_NEED_ONE_PRICING_POLICY_VALUE']],
    ],
    [
      'a second option without a label',
      withPlan({ options: ['Weekly', 'Large'] }),
      [[`${first}.options`, 'SELLING_PLAN_MISSING_OPTION2_LABEL_ON_PARENT_GROUP']],
    ],
    [
      'a label without its option',
      group({ options: ['Frequency', 'Size'] }),
      [[`${first}.options`, 'SELLING_PLAN_OPTION2_REQUIRED_AS_DEFINED_ON_PARENT_GROUP']],
    ],
  ])('refuses %s', async (_, input, expected) => {
    const platform = testPlatform();
    const before = storeOf(platform).tables.groups.size;
    const answer = await create(executor(platform), input);
    expect(answer.sellingPlanGroup).toBeNull();
    expect(answer.userErrors.map(({ field, code }) => [field?.slice(1).join('.'), code])).toEqual(
      expected,
    );
    expect(answer.userErrors.every(({ field }) => field?.[0] === 'input')).toBe(true);
    expect(storeOf(platform).tables.groups.size).toBe(before);
  });

  it.each<[string, object]>([
    [
      '31 plans',
      group({
        sellingPlansToCreate: Array.from({ length: 31 }, (_, index) => plan(`Plan ${index}`)),
      }),
    ],
    [
      'a first-order discount and what follows',
      withPlan({ pricingPolicies: [percent(25), later(3, 0)] }),
    ],
    [
      'an amount off',
      withPlan({
        pricingPolicies: [
          { fixed: { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { fixedValue: '2.50' } } },
        ],
      }),
    ],
    ['no discount', withPlan({ pricingPolicies: [] })],
    ['all of the price off', withPlan({ pricingPolicies: [percent(100)] })],
    [
      'prepaid deliveries',
      withPlan({ billingPolicy: cycle('MONTH', 3), deliveryPolicy: cycle('MONTH', 1) }),
    ],
    [
      'a year billed for months delivered',
      withPlan({ billingPolicy: cycle('YEAR', 1), deliveryPolicy: cycle('MONTH', 6) }),
    ],
    [
      'weeks billed for days delivered',
      withPlan({ billingPolicy: cycle('WEEK', 2), deliveryPolicy: cycle('DAY', 7) }),
    ],
    [
      'two labels with two options',
      group({
        options: ['Frequency', 'Size'],
        sellingPlansToCreate: [plan('x', { options: ['Weekly', 'Large'] })],
      }),
    ],
  ])('takes %s', async (_, input) => {
    const answer = await create(executor(testPlatform()), input);
    expect(answer.userErrors).toEqual([]);
    expect(answer.sellingPlanGroup?.id).toMatch(/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/);
  });

  it('gives back the policies as they were given', async () => {
    const platform = testPlatform();
    const execute = executor(platform);
    const { sellingPlanGroup } = await create(
      execute,
      withPlan({
        pricingPolicies: [
          percent(25),
          {
            recurring: {
              adjustmentType: 'FIXED_AMOUNT',
              adjustmentValue: { fixedValue: 2.5 },
              afterCycle: 3,
            },
          },
        ],
      }),
    );
    const answer = await execute(
      `query ($id: ID!) { sellingPlanGroup(id: $id) { summary sellingPlans(first: 1) { nodes {
        category
        billingPolicy { ... on SellingPlanRecurringBillingPolicy { interval intervalCount } }
        deliveryPolicy { ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount cutoff } }
        pricingPolicies {
          __typename
          ... on SellingPlanPricingPolicyBase { adjustmentType adjustmentValue {
            ... on SellingPlanPricingPolicyPercentageValue { percentage }
            ... on MoneyV2 { amount currencyCode }
          } }
          ... on SellingPlanRecurringPricingPolicy { afterCycle }
        }
      } } } }`,
      { id: sellingPlanGroup?.id },
    );
    expect(answer.data).toMatchObject({
      sellingPlanGroup: {
        summary: '1 delivery frequency, 25%·$3 discount',
        sellingPlans: {
          nodes: [
            {
              category: 'SUBSCRIPTION',
              billingPolicy: { interval: 'WEEK', intervalCount: 1 },
              deliveryPolicy: { interval: 'WEEK', intervalCount: 1, cutoff: 0 },
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
          ],
        },
      },
    });
  });

  it('creates nothing when a resource is unknown', async () => {
    const platform = testPlatform();
    const before = storeOf(platform).tables.groups.size;
    const answer = await create(executor(platform), group(), {
      productVariantIds: ['gid://shopify/ProductVariant/9'],
    });
    expect(answer.userErrors).toEqual([
      {
        field: ['productVariantIds'],
        message: 'Product variant gid://shopify/ProductVariant/9 does not exist.',
        code: 'NOT_FOUND',
      },
    ]);
    expect(storeOf(platform).tables.groups.size).toBe(before);
  });
});

describe('sellingPlanGroupUpdate', () => {
  it('changes, adds and removes plans in one go, and keeps what is not named', async () => {
    const platform = testPlatform();
    const execute = executor(platform);
    const { id, sellingPlans } = await aGroup(execute);
    const [kept, removed] = sellingPlans.nodes;
    const answer = await update(execute, id, {
      name: 'Renamed',
      sellingPlansToUpdate: [{ id: kept?.id, name: 'Weekly', options: ['Weekly'] }],
      sellingPlansToCreate: [
        plan('Every month', {
          billingPolicy: cycle('MONTH', 1),
          deliveryPolicy: cycle('MONTH', 1),
        }),
      ],
      sellingPlansToDelete: [removed?.id],
    });
    expect(answer.userErrors).toEqual([]);
    expect(answer.deletedSellingPlanIds).toEqual([removed?.id]);
    expect(answer.sellingPlanGroup).toMatchObject({
      name: 'Renamed',
      sellingPlans: { nodes: [{ id: kept?.id, name: 'Weekly' }, { name: 'Every month' }] },
    });
    const stored = storeOf(platform)
      .tables.groups.all()
      .find((known) => known.name === 'Renamed');
    expect(stored?.plans[0]?.pricing).toMatchObject([{ percentage: 10 }]);
    expect(stored?.options).toEqual(['Delivery frequency']);
  });

  it('changes nothing at all when one part is refused', async () => {
    const platform = testPlatform();
    const execute = executor(platform);
    const { id, sellingPlans } = await aGroup(execute);
    const before = structuredClone(storeOf(platform).tables.groups.all());
    const answer = await update(execute, id, {
      name: 'Renamed',
      sellingPlansToUpdate: [{ id: sellingPlans.nodes[0]?.id, pricingPolicies: [percent(200)] }],
    });
    expect(answer).toMatchObject({ sellingPlanGroup: null, deletedSellingPlanIds: null });
    expect(answer.userErrors.map(({ field, code }) => [field?.join('.'), code])).toEqual([
      [
        'input.sellingPlansToUpdate.0.pricingPolicies.0.fixed.adjustmentValue',
        'LESS_THAN_OR_EQUAL_TO',
      ],
    ]);
    expect(storeOf(platform).tables.groups.all()).toEqual(before);
  });

  it.each<[string, (ids: string[]) => object, string, string]>([
    ['a blank name', () => ({ name: '' }), 'input.name', 'BLANK'],
    [
      'removing every plan',
      (ids) => ({ sellingPlansToDelete: ids }),
      'input.sellingPlansToDelete',
      'SELLING_PLAN_COUNT_LOWER_BOUND',
    ],
    [
      'more plans than fit',
      () => ({
        sellingPlansToCreate: Array.from({ length: 30 }, (_, index) => plan(`Plan ${index}`)),
      }),
      'input',
      'SELLING_PLAN_COUNT_UPPER_BOUND',
    ],
    [
      'removing an unknown plan',
      () => ({ sellingPlansToDelete: ['gid://shopify/SellingPlan/9'] }),
      'input.sellingPlansToDelete',
      'PLAN_DOES_NOT_EXIST',
    ],
    [
      'changing a plan without its id',
      () => ({ sellingPlansToUpdate: [{ name: 'x' }] }),
      'input.sellingPlansToUpdate.0.id',
      'PLAN_ID_MUST_BE_SPECIFIED_TO_UPDATE',
    ],
    [
      'changing an unknown plan',
      () => ({ sellingPlansToUpdate: [{ id: 'gid://shopify/SellingPlan/9' }] }),
      'input.sellingPlansToUpdate.0.id',
      'PLAN_DOES_NOT_EXIST',
    ],
    [
      'a new plan with the options of one that stays',
      () => ({ sellingPlansToCreate: [plan('Another', { options: ['Every week'] })] }),
      'input.sellingPlansToCreate.0.options',
      'SELLING_PLAN_DUPLICATE_OPTIONS',
    ],
    [
      'a delivery cycle that the billing cycle no longer holds',
      (ids) => ({ sellingPlansToUpdate: [{ id: ids[0], deliveryPolicy: cycle('WEEK', 2) }] }),
      'input.sellingPlansToUpdate.0',
      'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE',
    ],
  ])('refuses %s', async (_, inputOf, field, code) => {
    const execute = executor(testPlatform());
    const { id, sellingPlans } = await aGroup(execute);
    const answer = await update(execute, id, inputOf(sellingPlans.nodes.map((node) => node.id)));
    expect(answer.userErrors.map((error) => [error.field?.join('.'), error.code])).toEqual([
      [field, code],
    ]);
  });

  it('gives the options of a removed plan to a new one', async () => {
    const execute = executor(testPlatform());
    const { id, sellingPlans } = await aGroup(execute);
    const answer = await update(execute, id, {
      sellingPlansToDelete: [sellingPlans.nodes[0]?.id],
      sellingPlansToCreate: [plan('Every week')],
    });
    expect(answer.userErrors).toEqual([]);
  });

  it('says that an unknown group does not exist', async () => {
    const answer = await update(executor(testPlatform()), 'gid://shopify/SellingPlanGroup/9', {
      name: 'x',
    });
    expect(answer.userErrors).toEqual([
      {
        field: ['id'],
        message: 'Selling plan group does not exist.',
        code: 'GROUP_DOES_NOT_EXIST',
      },
    ]);
  });
});
