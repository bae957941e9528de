import type { Address, Order, OrderLine } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { paginateById } from './connection.ts';
import { type Context, requireScopes, rootFields } from './context.ts';
import { nameOf } from './customers.ts';
import { fulfillmentOrdersFor, linesOf } from './fulfillment-orders.ts';
import { globalId, idIn } from './global-id.ts';
import { by, Listing } from './listing.ts';
import { hundredthsOf } from './money.ts';
import { bag, currentTotalOf, leftOf, netPaymentOf, paidFor, totalOf } from './order-totals.ts';
import { pictureOf } from './products.ts';
import { isVisible } from './visible-orders.ts';

const updatedAtOf = (order: Order) => order.updatedAt ?? order.createdAt;

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

export function addressOf(address: Address | null, id: number) {
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

/** The currency of the subscription that made an order; undefined for the store's own. */
function currencyPaidIn({ store }: Context, { id }: Order): string | undefined {
  const [attempt] = store.attemptsByOrder.get(id);
  return store.tables.contracts.get(attempt?.contractId ?? null)?.currencyCode;
}

export const orderResolvers = {
  QueryRoot: rootFields(['read_orders'], {
    order: (args, context) => {
      const order = context.store.tables.orders.get(idIn('Order', args));
      return order === undefined || isVisible(context)?.(order) === false ? null : order;
    },
    orders: (args, context) => orders.page(context.store, args, isVisible(context)),
  }),
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
    shippingLine: (order: Order) => ({
      id: globalId('ShippingLine', order.id),
      title: order.shippingTitle,
      code: order.shippingTitle,
    }),
    lineItems: (order: Order, args: unknown) => paginateById(args, linesOf(order)),
    fulfillments: (order: Order, { first }: { first?: number }, { store }: Context) =>
      store.fulfillmentsByOrder.get(order.id).slice(0, first),
    fulfillmentOrders: (order: Order, args: unknown, context: Context) =>
      paginateById(args, fulfillmentOrdersFor(context, order)),
    netPaymentSet: (order: Order, _: unknown, context: Context) =>
      bag(context, netPaymentOf(order)),
    totalPriceSet: (order: Order, _: unknown, context: Context) => bag(context, totalOf(order)),
    currentTotalPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, currentTotalOf(order), currencyPaidIn(context, order)),
    totalShippingPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, hundredthsOf(order.shippingPrice)),
    taxesIncluded: () => false,
    totalTaxSet: (_: Order, __: unknown, context: Context) => bag(context, 0),
    requiresShipping: () => true,
  },
  LineItem: {
    id: (line: OrderLine) => globalId('LineItem', line.id),
    name: (line: OrderLine) => `${line.title} - ${line.variantTitle}`,
    requiresShipping: () => true,
    originalUnitPriceSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(line.unitPrice)),
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
