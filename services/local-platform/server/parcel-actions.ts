import { z } from 'zod';
import { holdsScope, timestampOf } from '../graphql/context.ts';
import { globalId } from '../graphql/global-id.ts';
import { leftOf } from '../graphql/order-totals.ts';
import { type Fulfillment, shipmentStatuses } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Platform } from './platform.ts';

export const parcelNews = z.object({
  orderId: z.number().int(),
  /** The carrier's report; without it, the order is only fulfilled. */
  shipmentStatus: z.enum(shipmentStatuses).optional(),
});

/** The body of a webhook, in the words of the platform's REST API. */
function fulfillmentBody(store: Store, fulfillment: Fulfillment): object {
  const order = store.tables.orders.get(fulfillment.orderId);
  return {
    id: fulfillment.id,
    admin_graphql_api_id: globalId('Fulfillment', fulfillment.id),
    order_id: fulfillment.orderId,
    name: `#${order?.number}.1`,
    status: fulfillment.status.toLowerCase(),
    shipment_status: fulfillment.shipmentStatus,
    email: order?.email,
    created_at: fulfillment.createdAt,
    updated_at: fulfillment.updatedAt,
    line_items: fulfillment.lines.map(({ lineId, quantity }) => ({ id: lineId, quantity })),
  };
}

/** Fulfils an order as a whole, unless it is, and says what its carrier says of the parcel. Null for an unknown order. */
export function tellOfParcel(
  platform: Platform,
  store: Store,
  { orderId, shipmentStatus }: z.output<typeof parcelNews>,
): Fulfillment | null {
  const order = store.tables.orders.get(orderId);
  if (order === undefined) return null;
  const at = timestampOf(platform.clock.now());
  // Apps without the scope don't hear of parcels.
  const isHeard = holdsScope(new Set(store.shop.grantedScopes), 'read_fulfillments');
  const tell = (topic: 'fulfillments/create' | 'fulfillments/update', parcel: Fulfillment) => {
    if (isHeard) platform.webhooks.announce(store, topic, fulfillmentBody(store, parcel));
  };
  let [parcel] = store.fulfillmentsByOrder.get(orderId);
  if (parcel === undefined) {
    const sent = store.transact((transaction): Fulfillment => {
      const made: Fulfillment = {
        id: transaction.newId(),
        orderId,
        status: 'SUCCESS',
        shipmentStatus: null,
        lines: order.lines.map((line) => ({ lineId: line.id, quantity: leftOf(line) })),
        createdAt: at,
        updatedAt: at,
      };
      transaction.put('fulfillments', made);
      transaction.put('orders', { ...order, fulfillmentStatus: 'FULFILLED', updatedAt: at });
      return made;
    });
    tell('fulfillments/create', sent);
    parcel = sent;
  }
  if (shipmentStatus === undefined) return parcel;
  const moved: Fulfillment = { ...parcel, shipmentStatus, updatedAt: at };
  store.transact((transaction) => transaction.put('fulfillments', moved));
  tell('fulfillments/update', moved);
  return moved;
}
