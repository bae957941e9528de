import { expect, it } from 'vitest';
import { everyDelivery, type SellingPlan } from '#contract/selling-plan.ts';
import type { RecurringPolicy, SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { plansToDelete } from './read-only-plans.ts';

function groupWith(optionIds: string[], readOnlyIds: string[]): SellingPlanGroup {
  return {
    id: 'gid://shopify/SellingPlanGroup/1',
    name: 'Coffee weekly',
    position: 0,
    isDynamic: false,
    firstOrderDiscount: 0,
    firstOrderDiscountCycles: 1,
    recurringDiscount: 0,
    dynamicSellingPlanName: '',
    sellingPlans: readOnlyIds.map(readOnlyPlan),
    recurringPolicies: optionIds.map(option),
    productsCount: { count: 0, precision: 'EXACT' },
    productVariantsCount: { count: 0 },
    version: 'first',
  };
}

function option(id: string): RecurringPolicy {
  return { id, interval: 'WEEK', intervalCount: 1, discountType: 'NONE', discountValue: 0 };
}

function readOnlyPlan(id: string): SellingPlan {
  const terms = { ...everyDelivery('WEEK', 1), pricingPolicies: [] };
  return { id, name: id, category: null, ...terms, readOnlyReasons: ['PRICE'] };
}

const opened = groupWith(['a', 'b'], ['x']);

it.each<[string, SellingPlanGroup, string[], string[], string[]]>([
  ['nothing was removed', opened, ['a', 'b'], [], []],
  ['an option was removed', opened, ['b'], [], ['a']],
  ['a read-only plan was removed', opened, ['a', 'b'], ['x'], ['x']],
  ['another added an option', groupWith(['a', 'b', 'c'], ['x']), ['a', 'b'], [], ['c']],
  ['another added a read-only plan', groupWith(['a', 'b'], ['x', 'y']), ['a', 'b'], [], []],
  ['another gave an option a price', groupWith(['a'], ['b', 'x']), ['a'], [], ['b']],
])('where %s, saving deletes what the form does not show', (_what, target, kept, removed, ids) => {
  expect(plansToDelete(target, opened, new Set(kept), new Set(removed))).toEqual(ids);
});
