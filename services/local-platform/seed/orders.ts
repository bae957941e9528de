import { pricesOf } from '../graphql/subscriptions/prices.ts';
import type { Customer, Group, Order, OrderLine, Plan, Variant } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import type { Random } from './random.ts';
import {
  priceAfter,
  type SoldLine,
  type Subscription,
  subscribe,
  timestamp,
} from './subscriptions.ts';

const day = 86_400_000;
const yearDays = 365;

type Trade = {
  customers: readonly Customer[];
  variants: readonly Variant[];
  titles: ReadonlyMap<number, string>;
  groups: readonly Group[];
  timeZone: string;
};

type Sale = {
  at: number;
  customer: Customer;
  lines: readonly SoldLine[];
  /** The subscription, the order's place in it, counted from 1, and a callback for the order's id. */
  of: { subscription: Subscription; number: number; tell: (orderId: number) => void } | null;
};

function salesOf(subscription: Subscription): Sale[] {
  const { customer, lines, startedAt, cycles } = subscription;
  const paid = cycles.flatMap(({ tries }) => tries.filter(({ errorCode }) => errorCode === null));
  const first: Sale = {
    ...{ at: startedAt, customer, lines },
    of: {
      ...{ subscription, number: 1 },
      tell: (orderId) => {
        subscription.originOrderId = orderId;
      },
    },
  };
  const renewals = paid.map((one, index): Sale => {
    const tell = (orderId: number) => {
      one.orderId = orderId;
    };
    return { at: one.settledAt, customer, lines, of: { subscription, number: index + 2, tell } };
  });
  return [first, ...renewals];
}

const isRecurring = ({ billing }: Plan) => billing.kind === 'recurring';

type Wanted = { orders?: number; subscribers?: number };

/** In ms since 1970; `soldUntil` is the end of new sales, if it comes before `until`. */
type Until = { until: number; soldUntil?: number };

/** The sales of the year before `until`, oldest first; there are more and more over time. Customers subscribe in turn. */
function yearOfSales(random: Random, trade: Trade, wanted: Wanted & Until) {
  const { customers, groups, variants, timeZone } = trade;
  const { orders = 0, subscribers = 0, until, soldUntil = until } = wanted;
  const sales: Sale[] = [];
  const subscriptions: Subscription[] = [];
  while (sales.length < orders || subscriptions.length < subscribers) {
    const at =
      soldUntil -
      Math.ceil((1 - Math.sqrt(random.next())) * yearDays * day) -
      random.integer(1, 9) * 3_600_000;
    const open = groups.filter(
      ({ createdAt, plans }) => Date.parse(createdAt) <= at && plans.some(isRecurring),
    );
    if (open.length === 0 || random.next() < 0.55) {
      const lines = [{ variant: random.pick(variants), quantity: random.integer(1, 3) }];
      sales.push({ at, customer: random.pick(customers), lines, of: null });
      continue;
    }
    const group = random.pick(open);
    const offered = variants.filter(({ id }) => group.variantIds.includes(id));
    const customer = customers[subscriptions.length % customers.length];
    if (customer === undefined) break;
    const terms = {
      customer,
      plan: random.pick(group.plans.filter(isRecurring)),
      offered,
      at,
      until,
      timeZone,
    };
    const subscription = subscribe(random, terms);
    subscriptions.push(subscription);
    sales.push(...salesOf(subscription));
  }
  const made = orders > 0 ? sales.slice(0, orders) : sales;
  return { sales: made.sort((left, right) => left.at - right.at), subscriptions };
}

function lineOf(
  transaction: Transaction,
  trade: Trade,
  { variant, quantity }: SoldLine,
  of: Sale['of'],
): OrderLine {
  const plan = of?.subscription.plan;
  const price = plan && priceAfter(pricesOf(variant.price, plan).pricing, of.number - 1);
  // A checkout shows a discount; a renewal has only its price.
  const isRenewal = of !== null && of.number > 1;
  return {
    id: transaction.newId(),
    variantId: variant.id,
    title: trade.titles.get(variant.productId) ?? '',
    variantTitle: variant.title,
    sku: variant.sku,
    quantity,
    unitPrice: (isRenewal ? price : undefined) ?? variant.price,
    ...(price !== undefined && !isRenewal && { discountedUnitPrice: price }),
    sellingPlan: plan === undefined ? null : { id: plan.id, name: plan.name },
  };
}

function tagsOf({ of }: Sale): string[] {
  if (of === null) return [];
  return ['Subscription', `Subscription ${of.number === 1 ? 'First' : 'Recurring'} Order`];
}

/** An order's payment and fulfillment; most orders are paid and fulfilled. */
function courseOf(random: Random, sale: Sale, until: number) {
  const age = until - sale.at;
  const fate = random.next();
  const isCancelled = fate < 0.015;
  const isRefunded = isCancelled || fate < 0.03;
  const isPartlyRefunded = !isRefunded && fate < 0.05 && (sale.lines[0]?.quantity ?? 0) > 1;
  const changedAt = isRefunded || isPartlyRefunded ? random.integer(1, 5) * day : 3 * 3_600_000;
  const delivered = age > 6 * day ? 'FULFILLED' : random.next() < 0.15 ? 'ON_HOLD' : 'UNFULFILLED';
  return {
    isRefunded,
    isPartlyRefunded,
    cancelledAt: isCancelled ? timestamp(sale.at + 3_600_000) : null,
    financialStatus: isRefunded
      ? 'REFUNDED'
      : isPartlyRefunded
        ? 'PARTIALLY_REFUNDED'
        : age < 2 * day && sale.of === null
          ? 'PENDING'
          : 'PAID',
    fulfillmentStatus: isCancelled ? 'UNFULFILLED' : delivered,
    updatedAt: timestamp(Math.min(sale.at + changedAt, until)),
  } as const;
}

type Year = { transaction: Transaction; random: Random; trade: Trade; until: number };

function putOrder({ transaction, random, trade, until }: Year, sale: Sale, number: number): void {
  const { isRefunded, isPartlyRefunded, ...course } = courseOf(random, sale, until);
  const { customer, of } = sale;
  const isRenewal = of !== null && of.number > 1;
  const lines = sale.lines.map((line) => lineOf(transaction, trade, line, of));
  if (!isRenewal && random.next() < 0.2) {
    const variant = random.pick(trade.variants);
    if (sale.lines.every((line) => line.variant.id !== variant.id)) {
      lines.push(lineOf(transaction, trade, { variant, quantity: 1 }, null));
    }
  }
  const order: Order = {
    id: transaction.newId(),
    number,
    customerId: customer.id,
    email: customer.email,
    note: !isRenewal && random.next() < 0.05 ? 'Please leave it at the back door.' : null,
    tags: tagsOf(sale),
    ...course,
    // A few orders are pick-ups without an address, and a sync must survive them.
    shippingAddress:
      (of?.subscription.isPickedUp ?? random.next() < 0.02) ? null : customer.address,
    shippingTitle: 'Standard',
    shippingPrice: '4.90',
    lines: lines.map((line, index) => {
      if (isRefunded) return { ...line, currentQuantity: 0 };
      return isPartlyRefunded && index === 0
        ? { ...line, currentQuantity: line.quantity - 1 }
        : line;
    }),
    createdAt: timestamp(sale.at),
  };
  transaction.put('orders', order);
  of?.tell(order.id);
}

/**
 * Stores orders of the year before `until`, numbered from `firstNumber`: either `orders` of them, or those that `subscribers` cause.
 * Returns their subscriptions.
 */
export function putOrders(
  transaction: Transaction,
  random: Random,
  trade: Trade,
  options: Wanted & Until & { firstNumber: number },
): Subscription[] {
  const { firstNumber, until } = options;
  const { sales, subscriptions } = yearOfSales(random, trade, options);
  for (const [index, sale] of sales.entries()) {
    putOrder({ transaction, random, trade, until }, sale, firstNumber + index);
  }
  return subscriptions;
}
