import { dayIn } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { OrderSyncResult } from '#contract/order-sync.ts';
import type { OrderSyncProblem } from '#contract/order-sync-texts.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import {
  KeysRefusedError,
  RateLimitedError,
  ShipStationFailedError,
  type ShipStationKeys,
} from '../../shipstation/client.ts';
import type { KnownOrder } from '../../shipstation/listed-orders.ts';
import { type SentOrder, shipStationOrders } from '../../shipstation/orders.ts';
import { shownText } from '../../shipstation/shown-text.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findKeys } from '../integration/store.ts';
import { getItemsToShip, getOrdersToShip, type OrderToShip } from './documents.ts';
import { readFulfillment } from './fulfillment-orders.ts';
import { type Delivery, type KeptBack, shipStationOrdersOf } from './mapping.ts';

/** Whether these orders are one batch of several. */
type Batches = { isOneOfMany: boolean };

/** An order's result. A `success` with a reason means that ShipStation needn't ship it, and in some cases was told so. */
type Outcome = {
  problem: OrderSyncProblem | null;
  reason: string;
  status: OrderSyncResult['status'];
  retryAfterSeconds?: number;
};

const longestReason = 500;

const reasons = {
  'not-connected': 'ShipStation isn’t connected',
  'keys-refused': 'ShipStation no longer accepts your API key and secret',
  unavailable: 'ShipStation didn’t respond. Sync the order again. It’s never duplicated',
  'order-not-found':
    'We couldn’t find the order. It may be deleted, or older than Cadence may read',
  'no-address': 'The shipping address is incomplete',
  'nothing-to-ship': 'Nothing in the order needs shipping',
  shipped: 'Already shipped in ShipStation',
  'shipped-in-part':
    'Already shipped in ShipStation, without some items that are now ready to ship',
  cancelled: 'Cancelled in ShipStation, so we can’t update it',
  'merged-or-split': 'Already in ShipStation, where it was split or merged with another order',
  fulfilled: 'Already fulfilled. Nothing is left to ship',
  scheduled: 'Scheduled for a later date',
  'on-hold': 'On hold in your store',
  'order-cancelled': 'The order is cancelled',
  refunded: 'Fully refunded, so it won’t ship',
  voided: 'The payment was voided, so it won’t ship',
  'not-shipped': 'For pickup or local delivery, so it needs no label',
  'not-yours': 'Shipped by a fulfillment service',
} as const;

/** With these, ShipStation or the customer has the order already. */
const alreadyDone: readonly OrderSyncProblem[] = ['shipped', 'merged-or-split', 'fulfilled'];

const outcomeOf = (problem: keyof typeof reasons): Outcome => ({
  problem,
  reason: reasons[problem],
  status: alreadyDone.includes(problem) ? 'success' : 'failed',
});

const sentWell: Outcome = { problem: null, reason: '', status: 'success' };

type Calendar = { timeZone: string; today: string };

/**
 * The result of an order that isn't to be shipped now.
 * @param isTold ShipStation has the order and knows not to ship it
 */
function outcomeOfKeptBack(
  { problem, until }: KeptBack,
  { calendar: { timeZone, today }, isTold }: { calendar: Calendar; isTold: boolean },
): Outcome {
  const outcome = outcomeOf(problem);
  if (problem === 'scheduled' && until) {
    const day = dayIn(timeZone, new Date(until));
    const shown = formatDay(day);
    const reason =
      day < today
        ? `Scheduled for ${shown}, and not released in your store yet. Release it, then sync it`
        : `Scheduled for ${shown}. Sync it from then on`;
    return { ...outcome, reason };
  }
  if (!isTold || problem === 'scheduled' || problem === 'on-hold') return outcome;
  const reason =
    problem === 'fulfilled' ? outcome.reason : `${outcome.reason}. Updated in ShipStation`;
  return { ...outcome, reason, status: 'success' };
}

/** The result of all orders in a call that ShipStation refused. Rethrows any other error. */
function outcomeOfCall(error: unknown): Outcome {
  if (error instanceof KeysRefusedError) return outcomeOf('keys-refused');
  if (error instanceof ShipStationFailedError) return outcomeOf('unavailable');
  if (error instanceof RateLimitedError) {
    return {
      problem: 'rate-limited',
      reason: `ShipStation is limiting requests right now. Sync the order again ${error.retryInWords}`,
      status: 'failed',
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  throw error;
}

/** Whether ShipStation shipped an order without some of the items that are to go out. Items without keys tell nothing. */
function lacksItems({ items: there }: KnownOrder, { order, keptBack }: Delivery): boolean {
  if (keptBack !== undefined || !there?.every(({ lineItemKey }) => lineItemKey)) return false;
  const keys = new Set(there.map(({ lineItemKey }) => lineItemKey));
  return order.items.some(({ lineItemKey }) => !keys.has(lineItemKey));
}

/** The result of an order that ShipStation has and no longer lets us change. */
function outcomeOfKnown(known: KnownOrder | undefined, delivery: Delivery): Outcome | undefined {
  if (known?.advancedOptions?.mergedOrSplit) return outcomeOf('merged-or-split');
  if (known?.orderStatus === 'shipped') {
    return outcomeOf(lacksItems(known, delivery) ? 'shipped-in-part' : 'shipped');
  }
  if (known?.orderStatus === 'cancelled') return outcomeOf('cancelled');
  return undefined;
}

function outcomeOfSent(sent: SentOrder): Outcome {
  if (sent.success) return sentWell;
  const reason = shownText(sent.errorMessage, longestReason);
  return {
    problem: 'refused',
    reason: reason || 'ShipStation refused the order',
    status: 'failed',
  };
}

/** The orders from Shopify with all items and deliveries, by original ids. */
async function readOrders(
  context: Pick<ShopContext, 'graphql' | 'now'>,
  orderIds: readonly string[],
): Promise<{
  orders: Map<string, OrderToShip>;
  deliveries: Map<string, KeptBack | Delivery[]>;
  calendar: Calendar;
}> {
  const { graphql } = context;
  const ids = orderIds.map((id) => globalIdOf('Order', id));
  const { nodes, shop } = await graphql(getOrdersToShip, { ids });
  const read: OrderToShip[] = [];
  for (const order of nodes) {
    if (order === null) continue;
    const { id, lineItems } = order;
    const items = await allNodes(
      lineItems,
      async (after) => (await graphql(getItemsToShip, { id, after })).order?.lineItems ?? noNodes,
    );
    read.push({ ...order, lineItems: { ...lineItems, nodes: items } });
  }
  const parts = await readFulfillment(context, read);
  const timeZone = shop.ianaTimezone;
  const byOriginalId = <Value>(of: (order: OrderToShip) => Value) =>
    new Map(read.map((order) => [originalIdOf(order.id), of(order)]));
  return {
    orders: byOriginalId((order) => order),
    deliveries: byOriginalId((order) => shipStationOrdersOf(order, parts.get(order.id) ?? [])),
    calendar: { timeZone, today: dayIn(timeZone, context.now()) },
  };
}

type Account = Pick<ShopContext, 'shipStation' | 'deadline' | 'logger' | 'caches'>;

/** Sends deliveries; returns their results by ShipStation's key. A failed call is the result of those that no call before it has answered. */
async function sendDeliveries(
  { shipStation, deadline, logger, caches }: Account,
  keys: ShipStationKeys,
  deliveries: readonly Delivery[],
  { calendar, batches }: { calendar: Calendar; batches: Batches | undefined },
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  if (deliveries.length === 0) return outcomes;
  const account = shipStationOrders(shipStation, keys, deadline);
  let waiting = deliveries;
  const answers = new Map<SentOrder['orderKey'], SentOrder>();
  let unanswered = outcomeOf('unavailable');
  try {
    const known = await account.find(
      deliveries.map(({ order }) => order),
      batches?.isOneOfMany ? caches.listedOrders : undefined,
    );
    for (const delivery of deliveries) {
      const { order, keptBack } = delivery;
      const there = known.get(order.orderKey);
      const outcome = outcomeOfKnown(there, delivery);
      const isCancelled = outcome?.problem === 'cancelled';
      if (keptBack && (there === undefined || isCancelled)) {
        const told = { calendar, isTold: isCancelled };
        outcomes.set(order.orderKey, outcomeOfKeptBack(keptBack, told));
      } else if (outcome !== undefined) outcomes.set(order.orderKey, outcome);
    }
    waiting = deliveries.filter(({ order }) => !outcomes.has(order.orderKey));
    for await (const sent of account.send(waiting.map(({ order }) => order))) {
      answers.set(sent.orderKey, sent);
    }
  } catch (error) {
    unanswered = outcomeOfCall(error);
    logger.warn({ error }, 'orders could not be sent to ShipStation');
  }
  for (const { order, keptBack } of waiting) {
    const sent = answers.get(order.orderKey);
    const outcome = sent === undefined ? unanswered : outcomeOfSent(sent);
    const isTold = keptBack !== undefined && outcome === sentWell;
    outcomes.set(
      order.orderKey,
      isTold ? outcomeOfKeptBack(keptBack, { calendar, isTold }) : outcome,
    );
  }
  return outcomes;
}

/** An order's result from its deliveries: a failure first, then one that was sent, then why none was. */
function outcomeOfOrder(
  all: readonly { keptBack: KeptBack | undefined; outcome: Outcome }[],
): Outcome {
  const went = all.filter(({ keptBack, outcome }) => keptBack?.problem !== outcome.problem);
  const told =
    went.find(({ outcome }) => outcome.status === 'failed') ??
    went.find(({ outcome }) => outcome.problem === null) ??
    went[0] ??
    all.find(({ outcome }) => outcome.problem !== 'fulfilled');
  return told?.outcome ?? outcomeOf('fulfilled');
}

/**
 * The work of POST /order/sync: reads the orders from Shopify, sends them to ShipStation (`shipstation/orders.ts`) and returns their
 * results in the same order. The order's key lets a second sync change what the first one created, even if the first answer was lost.
 * @param orderIds original ids
 * @throws ServiceError if Shopify can't be asked for the orders
 */
export async function sendOrders(
  context: ShopContext,
  orderIds: readonly string[],
  batches?: Batches,
): Promise<OrderSyncResult[]> {
  return await sendOrdersWithKeys(context, findKeys(context, 'shipstation'), orderIds, batches);
}

/** {@link sendOrders} with an account's keys, or null if none is connected. */
export async function sendOrdersWithKeys(
  context: Parameters<typeof readOrders>[0] & Account,
  accountKeys: Promise<ShipStationKeys | null>,
  orderIds: readonly string[],
  batches?: Batches,
): Promise<OrderSyncResult[]> {
  const named = [...new Set(orderIds)];
  const [read, keys] = await Promise.all([readOrders(context, named), accountKeys]);
  const { orders, deliveries, calendar } = read;
  const ready = [...deliveries.values()].flatMap((of) => (Array.isArray(of) ? of : []));
  const outcomes =
    keys === null
      ? new Map<string, Outcome>()
      : await sendDeliveries(context, keys, ready, { calendar, batches });

  const untold = { calendar, isTold: false };
  const outcomeWith = (id: string): Outcome => {
    const of = deliveries.get(id);
    if (of === undefined) return outcomeOf('order-not-found');
    if (!Array.isArray(of)) return outcomeOfKeptBack(of, untold);
    return outcomeOfOrder(
      of.map(({ order, keptBack }) => {
        const withoutKeys = keptBack
          ? outcomeOfKeptBack(keptBack, untold)
          : outcomeOf('not-connected');
        return { keptBack, outcome: outcomes.get(order.orderKey) ?? withoutKeys };
      }),
    );
  };
  return named.map((orderId) => ({
    orderId,
    name: orders.get(orderId)?.name ?? orderId,
    ...outcomeWith(orderId),
  }));
}
