import type { PlatformLine, PlatformOrder } from '../fulfilling/order/documents.ts';

const price = { shopMoney: { amount: '12.50', currencyCode: 'USD' } };
/** An order with one item by a plan, as the platform gives it; `line` changes the item. */
export function orderExample(line: Partial<PlatformLine> = {}): PlatformOrder {
  return {
    id: 'gid://shopify/Order/7',
    name: '#1001',
    test: false,
    processedAt: new Date('2026-10-01T08:00:00Z'),
    updatedAt: new Date('2026-10-01T08:00:00Z'),
    cancelledAt: null,
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: 'FULFILLED',
    currentTotalPriceSet: price,
    customer: {
      id: 'gid://shopify/Customer/1',
      displayName: 'Ada',
      defaultEmailAddress: { emailAddress: 'ada@example.com' },
    },
    lineItems: {
      nodes: [
        {
          id: 'gid://shopify/LineItem/8',
          title: 'House blend',
          variantTitle: null,
          currentQuantity: 1,
          priceAfterAllDiscountsBeforeTaxesSet: price,
          sellingPlan: { name: 'Weekly', sellingPlanId: 'gid://shopify/SellingPlan/5' },
          ...line,
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  };
}
