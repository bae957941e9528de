import type { Contract, Customer } from '../../store/records.ts';
import { exactly, paginateById } from '../connection.ts';
import { type Context, requireScopes, rootFields } from '../context.ts';
import { globalId, idIn, idOf } from '../global-id.ts';
import { by, Listing } from '../listing.ts';
import { isVisible } from '../visible-orders.ts';
import { contentsFields } from './contents.ts';

const contracts = new Listing<Contract>({
  from: ['contracts'],
  all: (store) => store.tables.contracts.all(),
  keys: {
    CREATED_AT: (contract) => contract.createdAt,
    UPDATED_AT: (contract) => contract.updatedAt,
    STATUS: (contract) => contract.status,
  },
  texts: () => [],
  terms: {
    id: by.id((contract) => contract.id),
    status: by.oneOf((contract) => contract.status),
    customer_id: by.id((contract) => contract.customerId ?? []),
    product_id: by.id(({ lines }) => lines.flatMap(({ productId }) => productId ?? [])),
    product_variant_id: by.id(({ lines }) => lines.flatMap(({ variantId }) => variantId ?? [])),
    last_billing_attempt_error_type: by.oneOf((contract) => contract.lastErrorType ?? ''),
    created_at: by.time((contract) => contract.createdAt),
    updated_at: by.time((contract) => contract.updatedAt),
  },
});

export const readsContracts = ['read_own_subscription_contracts'] as const;
export const writesContracts = ['write_own_subscription_contracts'] as const;

/** The contract with that global id, if there is one. */
export function findContract({ store }: Context, value: string): Contract | undefined {
  return store.tables.contracts.get(idOf('SubscriptionContract', value));
}

/** The contract's orders that the caller may see, including the first, oldest first. */
function ordersOf(contract: Contract, context: Context) {
  requireScopes(context, 'orders', ['read_orders']);
  const { store } = context;
  const ids = new Set([
    contract.originOrderId,
    ...store.attemptsByContract.get(contract.id).map(({ orderId }) => orderId),
  ]);
  const orders = [...ids].flatMap((id) => store.tables.orders.get(id) ?? []);
  return orders
    .filter(isVisible(context) ?? (() => true))
    .sort((left, right) => left.id - right.id);
}

export const ownerFields = {
  customer: ({ customerId }: Contract, _: unknown, context: Context) => {
    requireScopes(context, 'customer', ['read_customers']);
    return context.store.tables.customers.get(customerId);
  },
  orders: (contract: Contract, args: unknown, context: Context) =>
    paginateById(args, ordersOf(contract, context)),
};

export const contractResolvers = {
  QueryRoot: rootFields(readsContracts, {
    subscriptionContract: (args, { store }) =>
      store.tables.contracts.get(idIn('SubscriptionContract', args)),
    subscriptionContracts: (args, { store }) => contracts.page(store, args),
  }),
  Customer: {
    subscriptionContracts: (customer: Customer, args: unknown, context: Context) => {
      requireScopes(context, 'subscriptionContracts', readsContracts);
      return paginateById(args, context.store.contractsByCustomer.get(customer.id));
    },
  },
  SubscriptionContract: {
    ...contentsFields,
    ...ownerFields,
    id: (contract: Contract) => globalId('SubscriptionContract', contract.id),
    app: (_: Contract, __: unknown, { app }: Context) => ({
      id: globalId('App', 1),
      apiKey: app.apiKey,
      handle: app.handle,
      title: app.name,
    }),
    linesCount: ({ lines }: Contract) => exactly(lines.length),
    revisionId: ({ revisionId }: Contract) => String(revisionId),
    lastBillingAttemptErrorType: ({ lastErrorType }: Contract) => lastErrorType,
    originOrder: ({ originOrderId }: Contract, _: unknown, context: Context) => {
      requireScopes(context, 'originOrder', ['read_orders']);
      const order = context.store.tables.orders.get(originOrderId);
      return order !== undefined && isVisible(context)?.(order) !== false ? order : null;
    },
    billingAttempts: (contract: Contract, args: unknown, { store }: Context) =>
      paginateById(args, store.attemptsByContract.get(contract.id)),
  },
};
