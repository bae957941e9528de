import { z } from 'zod';
import type { Customer, PaymentMethod } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { paginateById } from '../connection.ts';
import { type Context, requireScopes, rootFields } from '../context.ts';
import { globalId, idIn } from '../global-id.ts';

/** A contract's method; a revoked one only with `showRevoked`. */
export function methodFor(
  store: Store,
  id: number | null,
  showRevoked: boolean,
): PaymentMethod | null {
  const method = store.tables.paymentMethods.get(id);
  if (method === undefined) return null;
  return method.revokedAt === null || showRevoked ? method : null;
}

function expiresSoon({ expiryYear, expiryMonth }: PaymentMethod, now: Date): boolean {
  if (expiryYear === null || expiryMonth === null) return false;
  const months = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return expiryYear * 12 + expiryMonth - months <= 1;
}

function instrumentOf(method: PaymentMethod, now: Date) {
  if (method.kind === 'PAYPAL') {
    return {
      __typename: 'CustomerPaypalBillingAgreement',
      inactive: method.revokedAt !== null,
      isRevocable: true,
      paypalAccountEmail: method.holder,
    };
  }
  const card = {
    expiryMonth: method.expiryMonth ?? 0,
    expiryYear: method.expiryYear ?? 0,
    expiresSoon: expiresSoon(method, now),
    isRevocable: true,
    lastDigits: method.lastDigits,
    maskedNumber: `•••• •••• •••• ${method.lastDigits}`,
    name: method.holder,
  };
  return method.kind === 'CARD'
    ? { __typename: 'CustomerCreditCard', ...card, brand: method.brand, source: null }
    : { __typename: 'CustomerShopPayAgreement', ...card, inactive: method.revokedAt !== null };
}

const revokedArgument = z.object({ showRevoked: z.boolean().nullish() });
const readsMethods = ['read_customer_payment_methods'] as const;

export const paymentMethodResolvers = {
  QueryRoot: rootFields(readsMethods, {
    customerPaymentMethod: (args, { store }) => {
      const { showRevoked } = revokedArgument.parse(args);
      return methodFor(store, idIn('CustomerPaymentMethod', args), showRevoked === true);
    },
  }),
  Customer: {
    paymentMethods: (customer: Customer, args: { showRevoked?: boolean }, context: Context) => {
      requireScopes(context, 'paymentMethods', readsMethods);
      const own = context.store.methodsByCustomer.get(customer.id);
      return paginateById(
        args,
        own.filter(({ revokedAt }) => revokedAt === null || args.showRevoked === true),
      );
    },
  },
  CustomerPaymentMethod: {
    id: (method: PaymentMethod) => globalId('CustomerPaymentMethod', method.id),
    customer: (method: PaymentMethod, _: unknown, context: Context) => {
      requireScopes(context, 'customer', ['read_customers']);
      return context.store.tables.customers.get(method.customerId);
    },
    instrument: (method: PaymentMethod, _: unknown, { now }: Context) =>
      instrumentOf(method, now()),
    subscriptionContracts: (method: PaymentMethod, args: unknown, context: Context) => {
      requireScopes(context, 'subscriptionContracts', ['read_own_subscription_contracts']);
      return paginateById(
        args,
        context.store.contractsByCustomer
          .get(method.customerId)
          .filter(({ paymentMethodId }) => paymentMethodId === method.id),
      );
    },
  },
};
