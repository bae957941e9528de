import { expect } from 'vitest';
import { z } from 'zod';
import { type Execute, executor, storeOf, testPlatform } from './test-platform.ts';

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

export async function create(execute: Execute, input: object, resources?: object) {
  const answer = created.parse(await execute(createQuery, { input, resources }));
  return answer.data.sellingPlanGroupCreate;
}

export async function update(execute: Execute, id: string, input: object) {
  return updated.parse(await execute(updateQuery, { id, input })).data.sellingPlanGroupUpdate;
}

export const percent = (percentage: number) => ({
  fixed: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage } },
});
export const later = (afterCycle: number, percentage = 5) => ({
  recurring: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage }, afterCycle },
});
export const cycle = (interval: string, intervalCount: number, more: object = {}) => ({
  recurring: { interval, intervalCount, ...more },
});

export function plan(name: string, changes: object = {}) {
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

export function group(changes: object = {}) {
  return {
    name: 'Test group',
    merchantCode: 'test',
    options: ['Delivery frequency'],
    position: 1,
    sellingPlansToCreate: [plan('Every week')],
    ...changes,
  };
}
export const withPlan = (changes: object) =>
  group({ sellingPlansToCreate: [plan('Every week', changes)] });

/** Expects that the input creates nothing and gets these error codes, by their paths below `input`. */
export async function expectRefused(
  input: object,
  expected: ReadonlyArray<readonly [path: string, code: string]>,
): Promise<void> {
  const platform = testPlatform();
  const before = storeOf(platform).tables.groups.size;
  const answer = await create(executor(platform), input);
  expect(answer.sellingPlanGroup).toBeNull();
  expect(answer.userErrors.map(({ field, code }) => [field?.join('.'), code])).toEqual(
    expected.map(([path, code]) => [path === '' ? 'input' : `input.${path}`, code]),
  );
  expect(storeOf(platform).tables.groups.size).toBe(before);
}

/** Expects that the input creates a group. */
export async function expectTaken(input: object): Promise<void> {
  const answer = await create(executor(testPlatform()), input);
  expect(answer.userErrors).toEqual([]);
  expect(answer.sellingPlanGroup?.id).toMatch(/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/);
}
