import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { OrderSyncProblem, OrderSyncResult } from '#contract/order-sync.ts';
import { findKeys } from '../integration/store.ts';
import {
  KeysRefusedError,
  RateLimitedError,
  ShipStationFailedError,
  type ShipStationKeys,
} from '../shipstation/client.ts';
import { type KnownOrder, type SentOrder, shipStationOrders } from '../shipstation/orders.ts';
import { shownText } from '../shipstation/shown-text.ts';
import type { ShopContext } from '../shop-context.ts';
import { getItemsToShip, getOrdersToShip, type OrderToShip } from './documents.ts';
import { type ShipStationOrder, shipStationOrderOf } from './mapping.ts';

/** Whether the page of orders is one of many that are synced one after the other. */
type Pages = { isOneOfMany: boolean };

type Problem = { problem: OrderSyncProblem; reason: string; retryAfterSeconds?: number };

const longestReason = 500;

const problems = {
  'not-connected': 'ShipStation is not connected',
  'keys-refused': 'ShipStation does not accept your API key and secret any more',
  unavailable: 'ShipStation did not answer. Sync the order again: it is never doubled',
  'order-not-found': 'The order was not found. It may be deleted, or older than the app may read',
  'no-address': 'The order has no complete shipping address',
  'nothing-to-ship': 'Nothing in the order has to be shipped',
  shipped: 'ShipStation has shipped the order already, and does not change it any more',
  cancelled: 'The order is cancelled in ShipStation, which does not change it any more',
  'merged-or-split':
    'The order was merged or split in ShipStation, which does not change it any more',
} as const;

const problemOf = (problem: keyof typeof problems): Problem => ({
  problem,
  reason: problems[problem],
});

/** What ShipStation's refusal of a call says of every order that was in it; anything else is thrown on. */
function problemOfCall(error: unknown): Problem {
  if (error instanceof KeysRefusedError) return problemOf('keys-refused');
  if (error instanceof ShipStationFailedError) return problemOf('unavailable');
  if (error instanceof RateLimitedError) {
    return {
      problem: 'rate-limited',
      reason: `ShipStation takes no more requests right now. Sync the order again ${error.retryInWords}`,
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  throw error;
}

/** What keeps ShipStation from changing an order that it has. */
function problemOfKnown(known: KnownOrder | undefined): Problem | undefined {
  if (known?.advancedOptions?.mergedOrSplit) return problemOf('merged-or-split');
  if (known?.orderStatus === 'shipped') return problemOf('shipped');
  if (known?.orderStatus === 'cancelled') return problemOf('cancelled');
  return undefined;
}

function problemOfSent(sent: SentOrder | undefined): Problem | undefined {
  if (sent === undefined) return problemOf('unavailable');
  if (sent.success) return undefined;
  const reason = shownText(sent.errorMessage, longestReason);
  return { problem: 'refused', reason: reason || 'ShipStation refused the order' };
}

/** The orders from the platform, with all of their items. */
async function readOrders(
  { graphql }: Pick<ShopContext, 'graphql'>,
  orderIds: readonly string[],
): Promise<Map<string, OrderToShip>> {
  const ids = orderIds.map((id) => globalIdOf('Order', id));
  const { nodes } = await graphql(getOrdersToShip, { ids });
  const orders = new Map<string, OrderToShip>();
  for (const order of nodes) {
    if (order === null) continue;
    const items = [...order.lineItems.nodes];
    let { pageInfo } = order.lineItems;
    while (pageInfo.hasNextPage) {
      const more = await graphql(getItemsToShip, { id: order.id, after: pageInfo.endCursor });
      if (more.order === null) break;
      items.push(...more.order.lineItems.nodes);
      pageInfo = more.order.lineItems.pageInfo;
    }
    const lineItems = { nodes: items, pageInfo };
    orders.set(originalIdOf(order.id), { ...order, lineItems });
  }
  return orders;
}

/** What keeps orders from being in ShipStation as the store has them, by their keys; a call that fails says it of all. */
async function sendOrders(
  { shipStation, deadline, logger }: Pick<ShopContext, 'shipStation' | 'deadline' | 'logger'>,
  keys: ShipStationKeys,
  orders: readonly ShipStationOrder[],
  pages: Pages | undefined,
): Promise<Map<string, Problem | undefined>> {
  const outcomes = new Map<string, Problem | undefined>();
  const account = shipStationOrders(shipStation, keys, deadline);
  let waiting = orders;
  try {
    const known = orders.length === 0 ? new Map() : await account.find(orders, pages);
    for (const { orderKey } of orders) {
      const problem = problemOfKnown(known.get(orderKey));
      if (problem !== undefined) outcomes.set(orderKey, problem);
    }
    waiting = orders.filter(({ orderKey }) => !outcomes.has(orderKey));
    if (waiting.length === 0) return outcomes;
    const results = await account.send(waiting);
    const byKey = new Map(results.map((sent) => [sent.orderKey, sent]));
    for (const { orderKey } of waiting) outcomes.set(orderKey, problemOfSent(byKey.get(orderKey)));
  } catch (error) {
    const problem = problemOfCall(error);
    logger.warn({ error }, 'orders could not be sent to ShipStation');
    for (const { orderKey } of waiting) outcomes.set(orderKey, problem);
  }
  return outcomes;
}

/**
 * Sends orders to ShipStation and answers what became of each, in the order in which they are named. The order's key makes a
 * second sync change what the first one made, also where its answer was lost.
 * @param orderIds original ids
 * @throws ServiceError where the platform can't be asked for the orders
 */
export async function syncOrders(
  context: ShopContext,
  orderIds: readonly string[],
  pages?: Pages,
): Promise<OrderSyncResult[]> {
  return await syncWithKeys(context, findKeys(context, 'shipstation'), orderIds, pages);
}

/** {@link syncOrders} with an account's keys, null where none is connected. */
export async function syncWithKeys(
  context: Parameters<typeof readOrders>[0] & Parameters<typeof sendOrders>[0],
  accountKeys: Promise<ShipStationKeys | null>,
  orderIds: readonly string[],
  pages?: Pages,
): Promise<OrderSyncResult[]> {
  const named = [...new Set(orderIds)];
  const [orders, keys] = await Promise.all([readOrders(context, named), accountKeys]);
  const mapped = new Map([...orders].map(([id, order]) => [id, shipStationOrderOf(order)]));
  const ready = [...mapped.values()].filter((order) => typeof order !== 'string');
  const outcomes = keys === null ? new Map() : await sendOrders(context, keys, ready, pages);

  const problemWith = (id: string): Problem | undefined => {
    const order = mapped.get(id);
    if (order === undefined) return problemOf('order-not-found');
    if (typeof order === 'string') return problemOf(order);
    return keys === null ? problemOf('not-connected') : outcomes.get(order.orderKey);
  };
  return named.map((orderId) => {
    const problem = problemWith(orderId);
    return {
      orderId,
      name: orders.get(orderId)?.name ?? orderId,
      status: problem === undefined ? 'success' : 'failed',
      reason: '',
      problem: null,
      ...problem,
    };
  });
}
