import type { Fulfillment, OrderLine } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { paginateById } from './connection.ts';
import { type Context, requireScopes } from './context.ts';
import { linesOf } from './fulfillment-orders.ts';
import { globalId } from './global-id.ts';

/** The contract that sold an order's lines, at the checkout or by a charge. */
function contractOf(store: Store, orderId: number) {
  const [first] = store.contractsByOriginOrder.get(orderId);
  const [attempt] = store.attemptsByOrder.get(orderId);
  return first ?? store.tables.contracts.get(attempt?.contractId ?? null);
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
      return line.sellingPlan === null ? null : contractOf(context.store, line.orderId);
    },
  },
};
