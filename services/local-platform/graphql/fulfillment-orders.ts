import { z } from 'zod';
import type { FulfillmentOrder, Order } from '../store/records.ts';
import { paginateById } from './connection.ts';
import { type Context, holdsScope, rootFields, timestampOf } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { leftOf } from './order-totals.ts';
import { isVisible } from './visible-orders.ts';

const fulfillmentOrderScopes = [
  'read_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
] as const;

type ShownFulfillmentOrder = FulfillmentOrder & { order: Order };

const statusesOfWhole = {
  FULFILLED: 'CLOSED',
  UNFULFILLED: 'OPEN',
  PARTIALLY_FULFILLED: 'IN_PROGRESS',
  ON_HOLD: 'ON_HOLD',
  SCHEDULED: 'SCHEDULED',
} as const;

/** The due date of a scheduled order: four weeks after its sale. */
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

/** The parts that the caller may see. Like the platform, leaves out the others without an error. */
export function fulfillmentOrdersFor({ scopes }: Context, order: Order): ShownFulfillmentOrder[] {
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

/** The parts of all orders that the caller may see. */
function allFulfillmentOrders(context: Context): ShownFulfillmentOrder[] {
  const all = context.store.tables.orders.all().filter(isVisible(context) ?? (() => true));
  return all
    .flatMap((order) => fulfillmentOrdersFor(context, order))
    .sort((left, right) => left.id - right.id);
}

/** The order's lines, each with its order and the quantity still to fulfill. */
export function linesOf(order: Order) {
  const parts = fulfillmentOrdersOf(order).flatMap(({ lines }) => lines);
  return order.lines.map((line) => ({
    ...line,
    orderId: order.id,
    unfulfilledQuantity: parts
      .filter(({ lineId }) => lineId === line.id)
      .reduce((sum, { remaining }) => sum + remaining, 0),
  }));
}

export const fulfillmentOrderResolvers = {
  QueryRoot: rootFields([fulfillmentOrderScopes], {
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
};
