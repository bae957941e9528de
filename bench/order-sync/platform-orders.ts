import { z } from 'zod';
import {
  shippingAddress as address,
  money,
} from '#services/subscription-api/testing/order-to-ship.ts';

const askedSchema = z.object({ ids: z.array(z.string()) });
const spread = 60 * 24 * 60 * 60 * 1000;
const firstId = 1_000_000;

/** Original ids of so many orders, the oldest first. */
export function orderIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(firstId + index));
}

/** What the platform answers of orders by their ids: one item each, spread over the last 60 days. */
export function platformOrders(variables: unknown, total: number, now: number) {
  const { ids } = askedSchema.parse(variables);
  const nodes = ids.map((id) => {
    const number = Number(id.slice(id.lastIndexOf('/') + 1)) - firstId;
    return {
      id,
      name: `#${number}`,
      email: 'ada@example.com',
      note: null,
      processedAt: new Date(now - spread + (spread * number) / total).toISOString(),
      cancelledAt: null,
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      currentTotalPriceSet: money('18.00'),
      totalShippingPriceSet: money('4.50'),
      totalTaxSet: null,
      shippingLine: { title: 'Standard' },
      shippingAddress: address,
      billingAddress: null,
      lineItems: {
        nodes: [
          {
            id: `gid://shopify/LineItem/${number}`,
            name: 'House blend',
            sku: 'HB-250',
            currentQuantity: 1,
            requiresShipping: true,
            discountedUnitPriceAfterAllDiscountsSet: money('13.50'),
          },
        ],
        pageInfo: { hasNextPage: false, endCursor: null },
      },
    };
  });
  return { nodes };
}
