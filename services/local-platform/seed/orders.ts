import { amountOf, hundredthsOf } from '../graphql/money.ts';
import type { Customer, Group, Order, OrderLine, Plan, Variant } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import type { Random } from './random.ts';

const day = 86_400_000;
const yearDays = 365;

const daysOf = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 } as const;

export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The records that orders refer to. */
type Trade = {
  customers: readonly Customer[];
  variants: readonly Variant[];
  /** Titles of products by their id. */
  titles: ReadonlyMap<number, string>;
  /** The groups that customers subscribe to. */
  groups: readonly Group[];
};

type Sale = {
  at: number;
  customer: Customer;
  variant: Variant;
  quantity: number;
  /** The plan and which order of the subscription this is, from 1 on. */
  subscription: { plan: Plan; cycle: number } | null;
};

function periodDays({ billing }: Plan): number {
  return billing.kind === 'recurring' ? daysOf[billing.interval] * billing.intervalCount : yearDays;
}

/** The probability that a subscriber cancels after an order: higher for long periods, highest when a welcome price ends. */
function churn(plan: Plan, cycle: number): number {
  const base = 0.035 + periodDays(plan) / 500;
  return plan.pricing.some(({ afterCycle }) => afterCycle === cycle) ? base + 0.18 : base;
}

/** The orders of one subscription, until it's cancelled or `until`. */
function* subscriptionSales(
  random: Random,
  first: Sale & { subscription: { plan: Plan } },
  until: number,
): Generator<Sale> {
  const { plan } = first.subscription;
  let { at } = first;
  for (let cycle = 1; at < until; cycle += 1) {
    yield { ...first, at, subscription: { plan, cycle } };
    if (random.next() < churn(plan, cycle)) return;
    const cycles = random.next() < 0.03 ? 2 : 1;
    at += cycles * periodDays(plan) * day + random.integer(0, 7_200_000);
  }
}

/** The sales of the year before `until`, oldest first, growing over time. */
function yearOfSales(random: Random, trade: Trade, count: number, until: number): Sale[] {
  const sales: Sale[] = [];
  while (sales.length < count) {
    const at =
      until -
      Math.ceil((1 - Math.sqrt(random.next())) * yearDays * day) -
      random.integer(1, 9) * 3_600_000;
    const customer = random.pick(trade.customers);
    const open = trade.groups.filter(({ createdAt }) => Date.parse(createdAt) <= at);
    if (open.length === 0 || random.next() < 0.55) {
      const variant = random.pick(trade.variants);
      sales.push({ at, customer, variant, quantity: random.integer(1, 3), subscription: null });
      continue;
    }
    const group = random.pick(open);
    const variantIds = new Set(group.variantIds);
    const first = {
      at,
      customer,
      variant: random.pick(trade.variants.filter(({ id }) => variantIds.has(id))),
      quantity: random.next() < 0.8 ? 1 : 2,
      subscription: { plan: random.pick(group.plans), cycle: 1 },
    };
    sales.push(...subscriptionSales(random, first, until));
  }
  return sales.slice(0, count).sort((left, right) => left.at - right.at);
}

/** The price of one in a subscription's nth order. */
function planPrice(price: string, { plan, cycle }: { plan: Plan; cycle: number }): string {
  const policy = plan.pricing.findLast(({ afterCycle }) => (afterCycle ?? 0) < cycle);
  return amountOf(Math.round((hundredthsOf(price) * (100 - (policy?.percentage ?? 0))) / 100));
}

function lineOf(
  transaction: Transaction,
  trade: Trade,
  { variant, quantity, subscription }: Pick<Sale, 'variant' | 'quantity' | 'subscription'>,
): OrderLine {
  return {
    id: transaction.newId(),
    variantId: variant.id,
    title: trade.titles.get(variant.productId) ?? '',
    variantTitle: variant.title,
    sku: variant.sku,
    quantity,
    unitPrice: variant.price,
    ...(subscription !== null && { discountedUnitPrice: planPrice(variant.price, subscription) }),
    sellingPlan:
      subscription === null ? null : { id: subscription.plan.id, name: subscription.plan.name },
  };
}

function tagsOf({ subscription }: Sale): string[] {
  if (subscription === null) return [];
  const which = subscription.cycle === 1 ? 'First' : 'Recurring';
  return ['Subscription', `Subscription ${which} Order`];
}

/** An order's payment and fulfillment: mostly paid and fulfilled. */
function courseOf(random: Random, sale: Sale, until: number) {
  const age = until - sale.at;
  const fate = random.next();
  const isCancelled = fate < 0.015;
  const isRefunded = isCancelled || fate < 0.03;
  const isPartlyRefunded = !isRefunded && fate < 0.05 && sale.quantity > 1;
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
        : age < 2 * day
          ? 'PENDING'
          : 'PAID',
    fulfillmentStatus: isCancelled ? 'UNFULFILLED' : delivered,
    updatedAt: timestamp(Math.min(sale.at + changedAt, until)),
  } as const;
}

type Year = { transaction: Transaction; random: Random; trade: Trade; until: number };

function putOrder({ transaction, random, trade, until }: Year, sale: Sale, number: number): void {
  const { isRefunded, isPartlyRefunded, ...course } = courseOf(random, sale, until);
  const { customer } = sale;
  const sold: Parameters<typeof lineOf>[2][] = [sale];
  if (random.next() < 0.2) {
    const variant = random.pick(trade.variants);
    if (variant.id !== sale.variant.id) sold.push({ variant, quantity: 1, subscription: null });
  }
  const lines = sold.map((line) => lineOf(transaction, trade, line));
  const order: Order = {
    id: transaction.newId(),
    number,
    customerId: customer.id,
    email: customer.email,
    note: random.next() < 0.05 ? 'Please leave it at the back door.' : null,
    tags: tagsOf(sale),
    ...course,
    // A few orders have no address, as pick-ups do. A sync must survive them.
    shippingAddress: random.next() < 0.02 ? null : customer.address,
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
}

/** Puts `count` orders of the year before `until` (ms since 1970), numbered from `firstNumber`. */
export function putOrders(
  transaction: Transaction,
  random: Random,
  trade: Trade,
  options: { count: number; firstNumber: number; until: number },
): void {
  const { count, firstNumber, until } = options;
  for (const [index, sale] of yearOfSales(random, trade, count, until).entries()) {
    putOrder({ transaction, random, trade, until }, sale, firstNumber + index);
  }
}
