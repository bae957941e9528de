import type { Fulfillment, OrderLine } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { paginateById } from './connection.ts';
import { type Context, requireScopes } from './context.ts';
import { linesOf } from './fulfillment-orders.ts';
import { globalId } from './global-id.ts';

/** The contract that sold a line: by a charge, which need have no plan, or at the checkout, where others are sold once. */
function contractOf(store: Store, { orderId, sellingPlan }: OrderLine & { orderId: number }) {
  const [attempt] = store.attemptsByOrder.get(orderId);
  if (attempt !== undefined) return store.tables.contracts.get(attempt.contractId);
  return sellingPlan === null ? undefined : store.contractsByOriginOrder.get(orderId)[0];
}

const displayStatusOf = ({ status, shipmentStatus }: Fulfillment) =>
  status === 'CANCELLED' ? 'CANCELED' : (shipmentStatus?.toUpperCase() ?? 'FULFILLED');

export const fulfillmentResolvers = {
  Fulfillment: {
    id: ({ id }: Fulfillment) => globalId('Fulfillment', id),
    displayStatus: displayStatusOf,
    order: ({ orderId }: Fulfillment, _: unknown, { store }: Context) =>
      store.tables.orders.get(orderId),
    fulfillmentLineItems: ({ orderId, lines }: Fulfillment, args: unknown, { store }: Context) => {
      const order = store.tables.orders.get(orderId);
      return paginateById(
        args,
        lines.map(({ lineId, quantity }) => ({
          id: lineId,
          quantity,
          lineItem: order && linesOf(order).find(({ id }) => id === lineId),
        })),
      );
    },
  },
  FulfillmentLineItem: {
    id: ({ id }: { id: number }) => globalId('FulfillmentLineItem', id),
  },
  LineItem: {
    contract: (line: OrderLine & { orderId: number }, _: unknown, context: Context) => {
      requireScopes(context, 'contract', ['read_own_subscription_contracts']);
      return contractOf(context.store, line);
    },
  },
};
