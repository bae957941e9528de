import type { Address, Customer, Order, OrderLine } from '../store/records.ts';
import { View } from '../store/store.ts';
import { idArgument, pictureOf } from './catalog.ts';
import { paginateById } from './connection.ts';
import { type Context, guarded, requireScopes } from './context.ts';
import { globalId, idOf } from './global-id.ts';
import { Listing } from './listing.ts';
import { amountOf, hundredthsOf, money, moneyBag } from './money.ts';
import {
  matchesId,
  matchesNumber,
  matchesOneOf,
  matchesText,
  matchesTime,
} from './search-syntax.ts';

const nameOf = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`;

function subtotalOf(order: Order): number {
  return order.lines.reduce((sum, line) => sum + hundredthsOf(line.unitPrice) * line.quantity, 0);
}

function totalOf(order: Order): number {
  return subtotalOf(order) + hundredthsOf(order.shippingPrice);
}

const ordersByCustomer = new View<ReadonlyMap<number, Order[]>>(['orders'], (store) => {
  const orders = new Map<number, Order[]>();
  for (const order of store.tables.orders.all()) {
    if (order.customerId === null) continue;
    const known = orders.get(order.customerId);
    if (known === undefined) orders.set(order.customerId, [order]);
    else known.push(order);
  }
  return orders;
});

const customers = new Listing<Customer>({
  from: ['customers'],
  all: (store) => store.tables.customers.all(),
  keys: {
    NAME: (customer) => `${customer.lastName} ${customer.firstName}`.toLowerCase(),
    LOCATION: (customer) => `${customer.address.country} ${customer.address.city}`.toLowerCase(),
    CREATED_AT: (customer) => customer.createdAt,
    UPDATED_AT: (customer) => customer.updatedAt,
  },
  test: () => (customer, term) => {
    switch (term.field) {
      case null:
        return [nameOf(customer), customer.email].some((text) => matchesText(text, term, true));
      case 'email':
        return matchesOneOf(customer.email, term);
      case 'first_name':
        return matchesText(customer.firstName, term);
      case 'last_name':
        return matchesText(customer.lastName, term);
      case 'tag':
        return customer.tags.some((tag) => matchesOneOf(tag, term));
      case 'id':
        return matchesId(customer.id, term);
      case 'updated_at':
        return matchesTime(customer.updatedAt, term);
      default:
        return null;
    }
  },
});

const orders = new Listing<Order>({
  from: ['orders', 'customers'],
  all: (store) => store.tables.orders.all(),
  keys: {
    PROCESSED_AT: (order) => order.createdAt,
    CREATED_AT: (order) => order.createdAt,
    UPDATED_AT: (order) => order.createdAt,
    ORDER_NUMBER: (order) => order.number,
    TOTAL_PRICE: (order) => totalOf(order),
    CUSTOMER_NAME: (order, store) => {
      const customer = store.tables.customers.get(order.customerId);
      return customer === undefined ? '' : `${customer.lastName} ${customer.firstName}`;
    },
    FINANCIAL_STATUS: (order) => order.financialStatus,
    FULFILLMENT_STATUS: (order) => order.fulfillmentStatus,
  },
  test: (store) => (order, term) => {
    switch (term.field) {
      case null: {
        const customer = store.tables.customers.get(order.customerId);
        return [
          `#${order.number}`,
          order.email,
          customer === undefined ? '' : nameOf(customer),
        ].some((text) => matchesText(text, term, true));
      }
      case 'name':
        return matchesText(`#${order.number}`, term);
      case 'email':
        return matchesOneOf(order.email, term);
      case 'customer_id':
        return order.customerId !== null && matchesId(order.customerId, term);
      case 'tag':
        return order.tags.some((tag) => matchesOneOf(tag, term));
      case 'financial_status':
        return matchesOneOf(order.financialStatus, term);
      case 'fulfillment_status':
        return matchesOneOf(order.fulfillmentStatus, term);
      case 'id':
        return matchesId(order.id, term);
      case 'total_price':
        return matchesNumber(totalOf(order) / 100, term);
      case 'created_at':
      case 'processed_at':
      case 'updated_at':
        return matchesTime(order.createdAt, term);
      default:
        return null;
    }
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

const bag = (context: Context, hundredths: number) =>
  moneyBag(amountOf(hundredths), context.store.shop.currencyCode);

export const orderResolvers = {
  QueryRoot: {
    customer: guarded('customer', ['read_customers'], (_: unknown, args, { store }) =>
      store.tables.customers.get(idOf('Customer', idArgument.parse(args).id)),
    ),
    customers: guarded('customers', ['read_customers'], (_: unknown, args, { store }) =>
      customers.page(store, args),
    ),
    order: guarded('order', ['read_orders'], (_: unknown, args, { store }) =>
      store.tables.orders.get(idOf('Order', idArgument.parse(args).id)),
    ),
    orders: guarded('orders', ['read_orders'], (_: unknown, args, { store }) =>
      orders.page(store, args),
    ),
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
    updatedAt: (order: Order) => order.createdAt,
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
    lineItems: (order: Order, args: unknown) => paginateById(args, order.lines),
    subtotalPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, subtotalOf(order)),
    totalPriceSet: (order: Order, _: unknown, context: Context) => bag(context, totalOf(order)),
    totalShippingPriceSet: (order: Order, _: unknown, context: Context) =>
      bag(context, hundredthsOf(order.shippingPrice)),
    totalTaxSet: (_: Order, __: unknown, context: Context) => bag(context, 0),
    requiresShipping: () => true,
  },
  LineItem: {
    id: (line: OrderLine) => globalId('LineItem', line.id),
    name: (line: OrderLine) => `${line.title} - ${line.variantTitle}`,
    requiresShipping: () => true,
    originalUnitPriceSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(line.unitPrice)),
    discountedUnitPriceSet: (line: OrderLine, _: unknown, context: Context) =>
      bag(context, hundredthsOf(line.unitPrice)),
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
