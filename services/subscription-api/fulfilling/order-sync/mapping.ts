import { originalIdOf } from '#contract/global-id.ts';
import type { OrderSyncProblem } from '#contract/order-sync-texts.ts';
import type { AddressToShip, ItemToShip, OrderToShip } from './documents.ts';
import { type FulfillmentPart, isOpenToShip, shippingMethods } from './fulfillment-orders.ts';

/** ShipStation refuses longer order numbers. */
const longestNumber = 50;

const awaitingPayment = ['AUTHORIZED', 'EXPIRED', 'PARTIALLY_PAID', 'PENDING'];

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

const numberOf = (money: { shopMoney: { amount: string } }) => Number(money.shopMoney.amount);
const inCents = (amount: number) => Math.round(amount * 100) / 100;

type Sent = { item: ItemToShip; quantity: number };

const worthOf = (items: readonly Sent[]) =>
  items.reduce(
    (sum, { item, quantity }) =>
      sum + quantity * numberOf(item.discountedUnitPriceAfterAllDiscountsSet),
    0,
  );

/** Why an order isn't shipped now. `until` is when it can be, if known. */
export type KeptBack = {
  problem: Exclude<OrderSyncProblem, 'rate-limited' | 'refused'>;
  until?: string | null;
};

/** ShipStation's status for an order that it has and must not ship any more; otherwise `cancelled`. */
const statusOfKeptBack: Partial<Record<OrderSyncProblem, string>> = {
  fulfilled: 'shipped',
  scheduled: 'on_hold',
  'on-hold': 'on_hold',
};

type Line = Sent & { part: FulfillmentPart };

const isOpen = ({ part }: Line) => isOpenToShip(part);

/** The problem that stops the whole order, whatever its fulfillment says. */
function keptBackAsWhole(order: OrderToShip): KeptBack | undefined {
  if (order.cancelledAt !== null) return { problem: 'order-cancelled' };
  if (order.displayFinancialStatus === 'REFUNDED') return { problem: 'refunded' };
  if (order.displayFinancialStatus === 'VOIDED') return { problem: 'voided' };
  return undefined;
}

/** The problem that stops a delivery; undefined if something of it is open to ship. */
function keptBackOf(
  order: OrderToShip,
  parts: readonly FulfillmentPart[],
  lines: readonly Line[],
): KeptBack | undefined {
  if (lines.some(isOpen)) return undefined;
  const waiting = (status: string) => lines.find(({ part }) => part.status === status);
  if (waiting('ON_HOLD')) return { problem: 'on-hold' };
  const scheduled = waiting('SCHEDULED');
  if (scheduled) return { problem: 'scheduled', until: scheduled.part.fulfillAt };
  const isWithoutLabel = lines.some(({ part }) => !shippingMethods.includes(part.method));
  if (isWithoutLabel) return { problem: 'not-shipped' };
  if (lines.length > 0) return { problem: 'nothing-to-ship' };
  const isLeft = order.lineItems.nodes.some(
    ({ requiresShipping, unfulfilledQuantity }) => requiresShipping && unfulfilledQuantity > 0,
  );
  if (parts.length === 0 && isLeft) return { problem: 'not-yours' };
  return { problem: parts.length === 0 ? 'nothing-to-ship' : 'fulfilled' };
}

/** The parts by their due day, the earliest first; a pre-order without a date comes last. */
function deliveriesOf(parts: readonly FulfillmentPart[]): [string, FulfillmentPart[]][] {
  const byDay = new Map<string, FulfillmentPart[]>();
  for (const part of parts) {
    const day = part.fulfillAt?.slice(0, 10) ?? 'undated';
    byDay.set(day, [...(byDay.get(day) ?? []), part]);
  }
  const days = [...byDay].sort(([left], [right]) => (left < right ? -1 : 1));
  return days.length === 0 ? [['', []]] : days;
}

/** The problem to show the merchant: any other comes before `fulfilled`. */
function mostUrgent(all: readonly KeptBack[]): KeptBack {
  return all.find(({ problem }) => problem !== 'fulfilled') ?? { problem: 'fulfilled' };
}

/** The lines due on one day. If none is open, it holds the lines that are left, or else all lines, because ShipStation replaces the order it has. */
type Due = { day: string; isFirst: boolean; lines: Line[]; keptBack: KeptBack | undefined };

function orderStatusOf({ displayFinancialStatus }: OrderToShip, { keptBack }: Due): string {
  if (keptBack !== undefined) return statusOfKeptBack[keptBack.problem] ?? 'cancelled';
  const isAwaited = awaitingPayment.includes(displayFinancialStatus ?? '');
  return isAwaited ? 'awaiting_payment' : 'awaiting_shipment';
}

/** A delivery's amounts in the store's currency: the order's if it is the whole order, otherwise its share. */
function amountsOf(
  order: OrderToShip,
  shippable: readonly ItemToShip[],
  sent: readonly Sent[],
  isFirst: boolean,
) {
  const quantityOf = (id: string) => sent.find(({ item }) => item.id === id)?.quantity ?? 0;
  const isWhole = shippable.every(({ id, currentQuantity }) => quantityOf(id) >= currentQuantity);
  const value = worthOf(sent);
  const all = worthOf(shippable.map((item) => ({ item, quantity: item.currentQuantity })));
  const tax = order.totalTaxSet === null ? 0 : numberOf(order.totalTaxSet);
  const taxAmount = isWhole || all === 0 ? tax : inCents((tax * value) / all);
  const shippingAmount = isFirst ? numberOf(order.totalShippingPriceSet) : 0;
  const paid = numberOf(order.netPaymentSet);
  const taxOnTop = order.taxesIncluded ? 0 : taxAmount;
  const amountPaid = isWhole ? paid : Math.min(paid, inCents(value + shippingAmount + taxOnTop));
  return { amountPaid, shippingAmount, taxAmount };
}

function shipStationOrderOf(
  order: OrderToShip,
  to: AddressToShip,
  shippable: readonly ItemToShip[],
  due: Due,
) {
  const sent = shippable
    .map((item) => {
      const own = due.lines.filter((line) => line.item === item);
      return { item, quantity: own.reduce((sum, { quantity }) => sum + quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);
  const orderKey = `shopify-${originalIdOf(order.id)}`;
  return {
    orderNumber: order.name.slice(0, longestNumber),
    // ShipStation recognizes an order by its key. Shopify's ids are unique across stores.
    orderKey: due.isFirst ? orderKey : `${orderKey}-${due.day}`,
    orderDate: order.processedAt,
    orderStatus: orderStatusOf(order, due),
    customerEmail: order.email,
    billTo: addressOf(order.billingAddress?.name ? order.billingAddress : to),
    shipTo: addressOf(to),
    items: sent.map(({ item, quantity }) => ({
      lineItemKey: originalIdOf(item.id),
      sku: item.sku,
      name: item.name,
      quantity,
      unitPrice: numberOf(item.discountedUnitPriceAfterAllDiscountsSet),
    })),
    ...amountsOf(order, shippable, sent, due.isFirst),
    customerNotes: order.note,
    requestedShippingService: order.shippingLine?.title ?? null,
    advancedOptions: { source: 'Cadence' },
  };
}

type ShipStationOrder = ReturnType<typeof shipStationOrderOf>;

/** A delivery that is `keptBack` is sent only if ShipStation has it and would ship it. */
export type Delivery = { order: ShipStationOrder; keptBack: KeptBack | undefined };

/**
 * An order's deliveries in ShipStation's form, or the problem that stops all of them. A prepaid order ships in several deliveries. Each is an order
 * with its own key there, because ShipStation can't change an order that it has shipped.
 */
export function shipStationOrdersOf(
  order: OrderToShip,
  parts: readonly FulfillmentPart[],
): KeptBack | Delivery[] {
  const shippable = order.lineItems.nodes.filter(
    ({ requiresShipping, currentQuantity, unfulfilledQuantity }) =>
      requiresShipping && (currentQuantity > 0 || unfulfilledQuantity > 0),
  );
  const asWhole = keptBackAsWhole(order);
  if (shippable.length === 0 && !asWhole) return { problem: 'nothing-to-ship' };
  const deliveries = deliveriesOf(parts).map(([day, due], index): Due => {
    const linesOf = (which: 'remaining' | 'total') =>
      due.flatMap((part) =>
        part.lines.flatMap(({ lineItemId, [which]: quantity }): Line[] => {
          const item = shippable.find(({ id }) => id === lineItemId);
          return item === undefined || quantity <= 0 ? [] : [{ item, quantity, part }];
        }),
      );
    const left = linesOf('remaining');
    const keptBack = asWhole ?? keptBackOf(order, due, left);
    const done = left.length > 0 ? left : linesOf('total');
    return { day, isFirst: index === 0, lines: keptBack ? done : left.filter(isOpen), keptBack };
  });
  const { shippingAddress: to } = order;
  // ShipStation can't make a label without these.
  if (to === null || !to.name || !to.address1 || !to.city || !to.countryCodeV2) {
    const all = deliveries.map(({ keptBack }) => keptBack ?? { problem: 'no-address' as const });
    return all.find(({ problem }) => problem === 'no-address') ?? mostUrgent(all);
  }
  return deliveries.map((due) => ({
    order: shipStationOrderOf(order, to, shippable, due),
    keptBack: due.keptBack,
  }));
}
