import type { Customer } from '../store/records.ts';
import { View } from '../store/store.ts';
import { type Context, rootFields } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { by, grouped, Listing } from './listing.ts';
import { amountOf, money } from './money.ts';
import { totalOf } from './order-totals.ts';

export const nameOf = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`;

const ordersByCustomer = new View(['orders'], (store) =>
  grouped(store.tables.orders.all(), ({ customerId }) => [customerId]),
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

export const customerResolvers = {
  QueryRoot: rootFields(['read_customers'], {
    customer: (args, { store }) => store.tables.customers.get(idIn('Customer', args)),
    customers: (args, { store }) => customers.page(store, args),
  }),
  Customer: {
    id: (customer: Customer) => globalId('Customer', customer.id),
    displayName: nameOf,
    defaultEmailAddress: (customer: Customer) => ({ emailAddress: customer.email }),
    defaultPhoneNumber: ({ phone }: Customer) => phone && { phoneNumber: phone },
    numberOfOrders: (customer: Customer, _: unknown, { store }: Context) =>
      String(ordersByCustomer.of(store).get(customer.id)?.length ?? 0),
    amountSpent: (customer: Customer, _: unknown, { store }: Context) => {
      const own = ordersByCustomer.of(store).get(customer.id) ?? [];
      const spent = own.reduce((sum, order) => sum + totalOf(order), 0);
      return money(amountOf(spent), store.shop.currencyCode);
    },
  },
};
