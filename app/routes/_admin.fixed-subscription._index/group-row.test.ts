import { expect, it } from 'vitest';
import { everyDelivery } from '#contract/selling-plan.ts';
import { exampleGroup, priceSettingPlan } from '../../testing/example-group.ts';
import { groupRowOf } from './group-row.server.ts';

it('says in words the plans that the list names, and counts all of them', () => {
  const row = groupRowOf({
    ...exampleGroup,
    sellingPlans: [1, 2, 3, 4, 5].map((weeks) =>
      priceSettingPlan({
        id: `gid://shopify/SellingPlan/${weeks}`,
        ...everyDelivery('WEEK', weeks),
      }),
    ),
    productsCount: { count: 10, precision: 'AT_LEAST' },
    productVariantsCount: { count: 31 },
    currencyCode: 'CAD',
  });
  expect(row).toEqual({
    id: exampleGroup.id,
    name: 'Coffee weekly',
    isUsageBased: false,
    products: '10+',
    variants: 31,
    plans: [
      { id: 'gid://shopify/SellingPlan/1', words: 'Every week, for CA$9.00' },
      { id: 'gid://shopify/SellingPlan/2', words: 'Every 2 weeks, for CA$9.00' },
      { id: 'gid://shopify/SellingPlan/3', words: 'Every 3 weeks, for CA$9.00' },
    ],
    plansCount: { count: 5, precision: 'EXACT' },
  });
});
