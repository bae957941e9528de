import { expect, it } from 'vitest';
import { policy } from '#contract/testing/plan-terms.ts';
import { createCaches } from '../../caches.ts';
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
const context = { shop: 'a.myshopify.com', caches: createCaches(() => new Date()) };
const group = platformGroup([{ pricingPolicies: [policy('PERCENTAGE', 10)] }]);

it('is the same object while nothing of it changed', () => {
  const item = listItemOf(context, group, beside);
  expect(item).toMatchObject({
    name: 'Elsewhere',
    currencyCode: 'USD',
    productsCount: { count: 4 },
  });
  expect(listItemOf(context, group, structuredClone(beside))).toBe(item);
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
  listItemOf(context, group, beside);
  expect(listItemOf(context, group, { ...beside, ...other })).toMatchObject(shown);
  expect(listItemOf(context, group, beside)).toMatchObject({
    isDynamic: false,
    currencyCode: 'USD',
  });
});

it('is made anew of what the platform says anew', () => {
  const item = listItemOf(context, group, beside);
  expect(listItemOf(context, { ...group, name: 'Renamed' }, beside)).toEqual({
    ...item,
    name: 'Renamed',
  });
});
