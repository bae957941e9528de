import { z } from 'zod';
import type { Address, Customer, FulfillmentOrder, Order, OrderLine } from '../store/records.ts';
import { type Store, View } from '../store/store.ts';
import { pictureOf } from './catalog.ts';
import { grouped } from './catalog-lists.ts';
import { paginateById } from './connection.ts';
import { type Context, holdsScope, requireScopes, rootFields, timestampOf } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { by, Listing } from './listing.ts';
import { amountOf, hundredthsOf, money, moneyBag } from './money.ts';

const nameOf = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`;

const paidFor = (line: OrderLine) => line.discountedUnitPrice ?? line.unitPrice;
const leftOf = (line: OrderLine) => line.currentQuantity ?? line.quantity;
const updatedAtOf = (order: Order) => order.updatedAt ?? order.createdAt;

function sumOf(order: Order, quantityOf: (line: OrderLine) => number): number {
  return order.lines.reduce((sum, line) => sum + hundredthsOf(paidFor(line)) * quantityOf(line), 0);
}

function subtotalOf(order: Order): number {
  return sumOf(order, ({ quantity }) => quantity);
}

function totalOf(order: Order): number {
  return subtotalOf(order) + hundredthsOf(order.shippingPrice);
}

/** The total without what was given back; the shipping goes back with the last item. */
function currentTotalOf(order: Order): number {
  const isAllBack = order.lines.every((line) => leftOf(line) === 0);
  return sumOf(order, leftOf) + (isAllBack ? 0 : hundredthsOf(order.shippingPrice));
}

const unpaid: readonly Order['financialStatus'][] = ['PENDING', 'AUTHORIZED', 'VOIDED', 'REFUNDED'];

/** What the store has of the buyer's money. */
function netPaymentOf(order: Order): number {
  if (unpaid.includes(order.financialStatus)) return 0;
  const total = currentTotalOf(order);
  return order.financialStatus === 'PARTIALLY_PAID' ? Math.floor(total / 2) : total;
}

type ShownFulfillmentOrder = FulfillmentOrder & { order: Order };

const statusesOfWhole = {
  FULFILLED: 'CLOSED',
  UNFULFILLED: 'OPEN',
  PARTIALLY_FULFILLED: 'IN_PROGRESS',
  ON_HOLD: 'ON_HOLD',
  SCHEDULED: 'SCHEDULED',
} as const;

/** When what is scheduled without a day of its own is due: four weeks after it was sold. */
function laterThan(createdAt: string): string {
  return timestampOf(new Date(Date.parse(createdAt) + 28 * 86_400_000));
}

function fulfillmentOrdersOf(order: Order): ShownFulfillmentOrder[] {
  const status =
    order.cancelledAt === null ? statusesOfWhole[order.fulfillmentStatus] : 'CANCELLED';
  const isOver = status === 'CLOSED' || status === 'CANCELLED';
  const whole: FulfillmentOrder = {
    id: order.id,
    status,
    fulfillAt: status === 'SCHEDULED' ? laterThan(order.createdAt) : order.createdAt,
    method: 'SHIPPING',
    isThirdParty: false,
    lines: order.lines.map((line) => ({
      lineId: line.id,
      quantity: line.quantity,
      remaining: isOver ? 0 : leftOf(line),
    })),
  };
  return (order.fulfillmentOrders ?? [whole]).map((part) => ({ ...part, order }));
}

/** Those that the caller may see, as the platform does it: the others are not there, without an error. */
function fulfillmentOrdersFor({ scopes }: Context, order: Order): ShownFulfillmentOrder[] {
  return fulfillmentOrdersOf(order).filter(
    ({ isThirdParty }) =>
      scopes === null ||
      holdsScope(
        scopes,
        isThirdParty
          ? 'read_third_party_fulfillment_orders'
          : 'read_merchant_managed_fulfillment_orders',
      ),
  );
}

/** Of the orders that the caller may see. */
function allFulfillmentOrders(context: Context): ShownFulfillmentOrder[] {
  const all = context.store.tables.orders.all().filter(isShown(context) ?? (() => true));
  return all
    .flatMap((order) => fulfillmentOrdersFor(context, order))
    .sort((left, right) => left.id - right.id);
}

/** The lines with what is not fulfilled yet. */
function linesOf(order: Order) {
  const parts = fulfillmentOrdersOf(order).flatMap(({ lines }) => lines);
  return order.lines.map((line) => ({
    ...line,
    unfulfilledQuantity: parts
      .filter(({ lineId }) => lineId === line.id)
      .reduce((sum, { remaining }) => sum + remaining, 0),
  }));
}

const ordersByCustomer = new View(['orders'], (store) =>
  grouped(store.tables.orders.all(), (order) => [order.customerId]),
);

const customers = new Listing<Customer>({
  from: ['customers'],
  all: (store) => store.tables.customers.all(),
  keys: {
    NAME: (customer) => `${customer.lastName} ${customer.firstName}`.toLowerCase(),
  },
  texts: (customer) => [nameOf(customer), customer.email],
  terms: {
    email: by.oneOf((customer) => customer.email),
    tag: by.oneOf((customer) => customer.tags),
    id: by.id((customer) => customer.id),
  },
});

function customerName(order: Order, store: Store): string {
  const customer = store.tables.customers.get(order.customerId);
  return customer === undefined ? '' : nameOf(customer);
}

const orders = new Listing<Order>({
  from: ['orders', 'customers'],
  all: (store) => store.tables.orders.all(),
  keys: {
    PROCESSED_AT: (order) => order.createdAt,
    CREATED_AT: (order) => order.createdAt,
    UPDATED_AT: updatedAtOf,
    ORDER_NUMBER: (order) => order.number,
  },
  texts: (order, store) => [`#${order.number}`, order.email, customerName(order, store)],
  terms: {
    name: by.text((order) => `#${order.number}`),
    email: by.oneOf((order) => order.email),
    customer_id: by.id((order) => order.customerId ?? []),
    tag: by.oneOf((order) => order.tags),
    financial_status: by.oneOf((order) => order.financialStatus),
    status: by.oneOf((order) => (order.cancelledAt === null ? 'OPEN' : 'CANCELLED')),
    fulfillment_status: by.oneOf(({ fulfillmentStatus }) =>
      fulfillmentStatus === 'PARTIALLY_FULFILLED' ? ['PARTIAL'] : [fulfillmentStatus],
    ),
    id: by.id((order) => order.id),
    created_at: by.time((order) => order.createdAt),
    processed_at: by.time((order) => order.createdAt),
    updated_at: by.time(updatedAtOf),
  },
});

function addressOf(address: Address | null, id: number) {
  if (address === null) return null;
  return {
    ...address,
    id: globalId('MailingAddress', id),
    name: nameOf(address),
    countryCodeV2: address.countryCode,
    formatted: [
      address.address1,
      ...(address.address2 === null ? [] : [address.address2]),
      `${address.city} ${address.provinceCode} ${address.zip}`,
      address.country,
    ],
  };
}

const fulfillmentOrderScopes = [
  'read_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
] as const;

const sixtyDays = 60 * 86_400_000;

/** Older orders are shown to nobody but the admin itself and an app that may read all of them. */
function isShown(context: Context): ((order: Order) => boolean) | undefined {
  if (context.scopes === null || context.scopes.has('read_all_orders')) return undefined;
  const since = context.now().getTime() - sixtyDays;
  return (order) => Date.parse(order.createdAt) >= since;
}

const bag = (context: Context, hundredths: number) =>
  moneyBag(amountOf(hundredths), context.store.shop.currencyCode);

export const orderResolvers = {
  QueryRoot: {
    ...rootFields(['read_customers'], {
      customer: (args, { store }) => store.tables.customers.get(idIn('Customer', args)),
      customers: (args, { store }) => customers.page(store, args),
    }),
    ...rootFields(['read_orders'], {
      order: (args, context) => {
        const order = context.store.tables.orders.get(idIn('Order', args));
        return order === undefined || isShown(context)?.(order) === false ? null : order;
      },
      orders: (args, context) => orders.page(context.store, args, isShown(context)),
    }),
    ...rootFields([fulfillmentOrderScopes], {
      fulfillmentOrder: (args, context) => {
        const id = idIn('FulfillmentOrder', args);
        return allFulfillmentOrders(context).find((part) => part.id === id) ?? null;
      },
      fulfillmentOrders: (args, context) => {
        const { includeClosed } = z.object({ includeClosed: z.boolean() }).parse(args);
        const isOver = ({ status }: FulfillmentOrder) =>
          status === 'CLOSED' || status === 'CANCELLED';
        const all = allFulfillmentOrders(context);
        return paginateById(args, includeClosed ? all : all.filter((part) => !isOver(part)));
      },
    }),
  },
  Customer: {
    id: (customer: Customer) => globalId('Customer', customer.id),
    legacyResourceId: (customer: Customer) => String(customer.id),
    displayName: nameOf,
    defaultEmailAddress: (customer: Customer) => ({ emailAddress: customer.email }),
    defaultAddress: (customer: Customer) => addressOf(customer.address, customer.id),
    numberOfOrders: (customer: Customer, _: unknown, { store }: Context) =>
      String(ordersByCustomer.of(store).get(customer.id)?.length ?? 0),
    amountSpent: (customer: Customer, _: unknown, { store }: Context) => {
      const own = ordersByCustomer.of(store).get(customer.id) ?? [];
      const spent = own.reduce((sum, order) => sum + totalOf(order), 0);
      return money(amountOf(spent), store.shop.currencyCode);
    },
    orders: (customer: Customer, args: unknown, context: Context) => {
      requireScopes(context, 'orders', ['read_orders']);
      return paginateById(args, ordersByCustomer.of(context.store).get(customer.id) ?? []);
    },
  },
  Order: {
    id: (order: Order) => globalId('Order', order.id),
    legacyResourceId: (order: Order) => String(order.id),
    name: (order: Order) => `#${order.number}`,
    phone: (order: Order) => order.shippingAddress?.phone,
    processedAt: (order: Order) => order.createdAt,
    updatedAt: updatedAtOf,
    test: (order: Order) => order.isTest ?? false,
    closed: (order: Order) => order.fulfillmentStatus === 'FULFILLED',
    currencyCode: (_: Order, __: unknown, { store }: Context) => store.shop.currencyCode,
    displayFinancialStatus: (order: Order) => order.financialStatus,
    displayFulfillmentStatus: (order: Order) => order.fulfillmentStatus,
    customer: (order: Order, _: unknown, context: Context) => {
      requireScopes(context, 'customer', ['read_customers']);
      return context.store.tables.customers.get(order.customerId);
    },
    shippingAddress: (order: Order) => addressOf(order.shippingAddress, order.id),
    billingAddress: (order: Order) => addressOf(order.shippingAddress, order.id),
    shippingLine: (order: Order, _: unknown, context: Context) => ({
      id: globalId('ShippingLine', order.id),
      title: order.shippingTitle,
      code: order.shippingTitle,
      originalPriceSet: bag(context, hundredthsOf(order.shippingPrice)),
    }),
    lineItems: (order: Order, args: unknown) => paginateById(args, linesOf(order)),
    fulfillmentOrders: (order: Order, args: unknown, context: Context) =>
      paginateById(args, fulfillmentOrdersFor(context, order)),
    netPaymentSet: (order: Order, _: unknown, context: Context) =>
      bag(context, netPaymentOf(order)),
    subtotalPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, subtotalOf(order)),
    totalPriceSet: (order: Order, _: unknown, context: Context) => bag(context, totalOf(order)),
    currentTotalPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, currentTotalOf(order)),
    totalRefundedSet: (order: Order, _: unknown, context: Context) =>
      bag(context, totalOf(order) - currentTotalOf(order)),
    totalShippingPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, hundredthsOf(order.shippingPrice)),
    taxesIncluded: () => false,
    totalTaxSet: (_: Order, __: unknown, context: Context) => bag(context, 0),
    requiresShipping: () => true,
  },
  FulfillmentOrder: {
    id: (part: FulfillmentOrder) => globalId('FulfillmentOrder', part.id),
    orderId: ({ order }: ShownFulfillmentOrder) => globalId('Order', order.id),
    deliveryMethod: ({ id, method }: FulfillmentOrder) => ({
      id: globalId('DeliveryMethod', id),
      methodType: method,
    }),
    lineItems: ({ lines, order }: ShownFulfillmentOrder, args: unknown) =>
      paginateById(
        args,
        lines.map(({ lineId, quantity, remaining }) => ({
          id: lineId,
          totalQuantity: quantity,
          remainingQuantity: remaining,
          lineItem: linesOf(order).find(({ id }) => id === lineId),
        })),
      ),
  },
  FulfillmentOrderLineItem: {
    id: ({ id }: { id: number }) => globalId('FulfillmentOrderLineItem', id),
  },
  LineItem: {
    id: (line: OrderLine) => globalId('LineItem', line.id),
    name: (line: OrderLine) => `${line.title} - ${line.variantTitle}`,
    requiresShipping: () => true,
    originalUnitPriceSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(line.unitPrice)),
    discountedUnitPriceSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(paidFor(line))),
    discountedUnitPriceAfterAllDiscountsSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(paidFor(line))),
    priceAfterAllDiscountsBeforeTaxesSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(paidFor(line)) * leftOf(line)),
    currentQuantity: leftOf,
    variant: (line: OrderLine, _: unknown, context: Context) => {
      requireScopes(context, 'variant', ['read_products']);
      return context.store.tables.variants.get(line.variantId);
    },
    product: (line: OrderLine, _: unknown, context: Context) => {
      requireScopes(context, 'product', ['read_products']);
      const { tables } = context.store;
      return tables.products.get(tables.variants.get(line.variantId)?.productId ?? null);
    },
    image: (line: OrderLine, _: unknown, context: Context) => {
      const { tables } = context.store;
      const productId = tables.variants.get(line.variantId)?.productId ?? null;
      return pictureOf(tables.products.get(productId), context);
    },
    sellingPlan: (line: OrderLine) =>
      line.sellingPlan === null
        ? null
        : {
            name: line.sellingPlan.name,
            sellingPlanId: globalId('SellingPlan', line.sellingPlan.id),
          },
  },
};
