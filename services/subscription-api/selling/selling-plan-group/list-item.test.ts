import { expect, it } from 'vitest';
import { policy } from '#contract/testing/plan-terms.ts';
import { platformGroup } from '../../testing/platform-model.ts';
import { listItemOf } from './list-item.ts';

const settings = {
  isDynamic: false,
  dynamicSellingPlanName: '',
  firstOrderDiscountCycles: 1,
  recurringDiscount: 0,
  plans: [{ id: 'gid://shopify/SellingPlan/1', discountType: 'NONE' as const, discountValue: 0 }],
};
const beside = {
  settings,
  productsCount: { count: 4, precision: 'EXACT' as const },
  currencyCode: 'USD',
  timeZone: 'UTC',
};
const group = platformGroup([{ pricingPolicies: [policy('PERCENTAGE', 10)] }]);

it('is the same object while nothing of it changed', () => {
  const item = listItemOf(group, beside);
  expect(item).toMatchObject({
    name: 'Elsewhere',
    currencyCode: 'USD',
    productsCount: { count: 4 },
  });
  expect(listItemOf(group, structuredClone(beside))).toBe(item);
});

it.each([
  ['settings', { settings: { ...settings, isDynamic: true } }, { isDynamic: true }],
  [
    'count',
    { productsCount: { count: 5, precision: 'EXACT' as const } },
    { productsCount: { count: 5 } },
  ],
  ['currency', { currencyCode: 'EUR' }, { currencyCode: 'EUR' }],
])('is made anew with another %s, and again with the first', (_, other, shown) => {
  listItemOf(group, beside);
  expect(listItemOf(group, { ...beside, ...other })).toMatchObject(shown);
  expect(listItemOf(group, beside)).toMatchObject({ isDynamic: false, currencyCode: 'USD' });
});

it('is made anew of what the platform says anew', () => {
  const item = listItemOf(group, beside);
  expect(listItemOf({ ...group, name: 'Renamed' }, beside)).toEqual({ ...item, name: 'Renamed' });
});
