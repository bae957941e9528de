import { describe, expect, it } from 'vitest';
import {
  create,
  cycle,
  expectRefused,
  expectTaken,
  group,
  percent,
  plan,
  update,
  withPlan,
} from '../test-groups.ts';
import { type Execute, executor, storeOf, testPlatform } from '../test-platform.ts';

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
      'a second option without a label',
      withPlan({ options: ['Weekly', 'Large'] }),
      [[`${first}.options`, 'SELLING_PLAN_MISSING_OPTION2_LABEL_ON_PARENT_GROUP']],
    ],
    [
      'a label without its option',
      group({ options: ['Frequency', 'Size'] }),
      [[`${first}.options`, 'SELLING_PLAN_OPTION2_REQUIRED_AS_DEFINED_ON_PARENT_GROUP']],
    ],
  ])('refuses %s', (_, input, expected) => expectRefused(input, expected));

  it.each<[string, object]>([
    [
      '31 plans',
      group({
        sellingPlansToCreate: Array.from({ length: 31 }, (_, index) => plan(`Plan ${index}`)),
      }),
    ],
    [
      'two labels with two options',
      group({
        options: ['Frequency', 'Size'],
        sellingPlansToCreate: [plan('x', { options: ['Weekly', 'Large'] })],
      }),
    ],
  ])('takes %s', (_, input) => expectTaken(input));

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
