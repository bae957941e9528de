import { originalIdOf } from '#contract/global-id.ts';
import type { AddressToShip, OrderToShip } from './documents.ts';

/** Longer numbers ShipStation refuses. */
const longestNumber = 50;

/** What tells ShipStation that an order is the same as the one sent before. The platform's ids are the same in no two stores. */
export function orderKeyOf(order: Pick<OrderToShip, 'id'>): string {
  return `shopify-${originalIdOf(order.id)}`;
}

const awaitingPayment = ['AUTHORIZED', 'EXPIRED', 'PARTIALLY_PAID', 'PENDING'];

function statusOf(order: OrderToShip): string {
  if (order.cancelledAt !== null) return 'cancelled';
  if (order.displayFulfillmentStatus === 'FULFILLED') return 'shipped';
  if (order.displayFulfillmentStatus === 'ON_HOLD') return 'on_hold';
  if (awaitingPayment.includes(order.displayFinancialStatus ?? '')) return 'awaiting_payment';
  return 'awaiting_shipment';
}

function addressOf(address: AddressToShip) {
  return {
    name: address.name,
    company: address.company,
    street1: address.address1,
    street2: address.address2,
    city: address.city,
    state: address.provinceCode,
    postalCode: address.zip,
    country: address.countryCodeV2,
    phone: address.phone,
  };
}

const noAddress = 'no-address' as const;
const nothingToShip = 'nothing-to-ship' as const;

const numberOf = (money: { shopMoney: { amount: string } }) => Number(money.shopMoney.amount);

/** An order as ShipStation takes it, or what keeps it from that. Amounts are in the store's currency. */
export function shipStationOrderOf(order: OrderToShip) {
  const { shippingAddress: to } = order;
  // Without these ShipStation makes no label.
  if (to === null || !to.name || !to.address1 || !to.city || !to.countryCodeV2) return noAddress;
  const items = order.lineItems.nodes.filter(
    (item) => item.requiresShipping && item.currentQuantity > 0,
  );
  // A cancelled order has no items left, and ShipStation is told that it is cancelled.
  if (items.length === 0 && order.cancelledAt === null) return nothingToShip;
  const total = numberOf(order.currentTotalPriceSet);
  const status = statusOf(order);
  return {
    orderNumber: order.name.slice(0, longestNumber),
    orderKey: orderKeyOf(order),
    orderDate: order.processedAt,
    orderStatus: status,
    customerEmail: order.email,
    billTo: addressOf(order.billingAddress?.name ? order.billingAddress : to),
    shipTo: addressOf(to),
    items: items.map((item) => ({
      lineItemKey: originalIdOf(item.id),
      sku: item.sku,
      name: item.name,
      quantity: item.currentQuantity,
      unitPrice: numberOf(item.discountedUnitPriceAfterAllDiscountsSet),
    })),
    amountPaid: status === 'awaiting_payment' ? 0 : total,
    shippingAmount: numberOf(order.totalShippingPriceSet),
    taxAmount: order.totalTaxSet === null ? 0 : numberOf(order.totalTaxSet),
    customerNotes: order.note,
    requestedShippingService: order.shippingLine?.title ?? null,
    advancedOptions: { source: 'Cadence' },
  };
}

/** An order as it is sent. */
export type ShipStationOrder = Exclude<ReturnType<typeof shipStationOrderOf>, string>;
