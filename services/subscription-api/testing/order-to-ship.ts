import type { ItemToShip, OrderToShip } from '../fulfilling/order-sync/documents.ts';

/** An amount as the platform's orders have it. */
export const money = (amount: string) => ({ shopMoney: { amount } });

/** An order's address as the platform has it. */
export const shippingAddress = {
  name: 'Ada Lovelace',
  company: null,
  address1: '1 Roast Way',
  address2: null,
  city: 'Portland',
  provinceCode: 'OR',
  zip: '97201',
  countryCodeV2: 'US',
  phone: null,
};

export const itemToShip: ItemToShip = {
  id: 'gid://shopify/LineItem/8',
  name: 'House blend - 250 g',
  sku: 'HB-250',
  currentQuantity: 2,
  unfulfilledQuantity: 2,
  requiresShipping: true,
  discountedUnitPriceAfterAllDiscountsSet: money('13.50'),
};

/** A paid order that waits to be shipped, as the platform has it. */
export function orderToShip(
  change: Partial<OrderToShip> = {},
  items: ItemToShip[] = [itemToShip],
): OrderToShip {
  return {
    id: 'gid://shopify/Order/7',
    name: '#1001',
    email: 'ada@example.com',
    note: null,
    processedAt: '2026-11-01T08:00:00Z',
    cancelledAt: null,
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: 'UNFULFILLED',
    netPaymentSet: money('31.90'),
    totalShippingPriceSet: money('4.90'),
    taxesIncluded: false,
    totalTaxSet: null,
    shippingLine: { title: 'Standard' },
    shippingAddress,
    billingAddress: null,
    lineItems: { nodes: items, pageInfo: { hasNextPage: false, endCursor: null } },
    ...change,
  };
}
