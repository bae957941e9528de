import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PaymentMethod } from '../../store/records.ts';
import { type Context, rootFields } from '../context.ts';
import { idOf } from '../global-id.ts';
import { payloadOf, Refused } from './contract-changes.ts';

const methodArguments = z.object({ customerPaymentMethodId: z.string() });
const field = ['customerPaymentMethodId'];

/** The page on which the customer enters a new card. The address stays the same until it has been used. */
function updateUrl({ store, storefrontUrl }: Context, method: PaymentMethod): string {
  const { updateLink } = method;
  const isOpen = updateLink !== undefined && !updateLink.isUsed;
  const link = isOpen ? updateLink : { key: randomUUID(), isUsed: false };
  if (!isOpen) {
    store.transact((transaction) =>
      transaction.put('paymentMethods', { ...method, updateLink: link }),
    );
  }
  return `${storefrontUrl}/payment-methods/${method.id}/${link.key}`;
}

function methodAndCustomer(args: unknown, { store }: Context) {
  const id = idOf('CustomerPaymentMethod', methodArguments.parse(args).customerPaymentMethodId);
  const method = store.tables.paymentMethods.get(id);
  if (method === undefined) {
    throw new Refused('PAYMENT_METHOD_DOES_NOT_EXIST', "Payment method doesn't exist.", field);
  }
  const customer = store.tables.customers.get(method.customerId);
  if (customer === undefined) {
    throw new Refused('CUSTOMER_DOES_NOT_EXIST', "Customer doesn't exist.", field);
  }
  return { method, customer };
}

export const paymentMethodMutations = {
  Mutation: rootFields(['write_customers', 'read_customer_payment_methods'], {
    customerPaymentMethodGetUpdateUrl: (args, context) =>
      payloadOf(['updatePaymentMethodUrl'], () => {
        const { method } = methodAndCustomer(args, context);
        // According to the platform, only Shop Pay has an update URL.
        if (method.kind !== 'SHOP_PAY') {
          throw new Refused('INVALID_INSTRUMENT', 'Invalid payment instrument.', field);
        }
        return { updatePaymentMethodUrl: updateUrl(context, method) };
      }),
    customerPaymentMethodSendUpdateEmail: (args, context) =>
      payloadOf(['customer'], () => {
        const { method, customer } = methodAndCustomer(args, context);
        context.sendMail({
          to: customer.email,
          subject: `Update your payment method for ${context.store.shop.name}`,
          text: `Hi ${customer.firstName},\n\nupdate your payment method:\n${updateUrl(context, method)}\n`,
        });
        return { customer };
      }),
  }),
};
