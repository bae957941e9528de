import { openContract, vaultPaymentMethod } from './graphql/subscriptions/open-contract.ts';
import type { Contract, PaymentMethod, Plan } from './store/records.ts';
import type { Store } from './store/store.ts';

/** A recurring plan of the store, with changes. */
export function recurringPlan(store: Store, change: Partial<Plan> = {}): Plan {
  const plan = store.tables.groups
    .all()
    .flatMap(({ plans }) => plans)
    .find(({ billing }) => billing.kind === 'recurring');
  if (plan === undefined) throw new Error('The store has no recurring plan.');
  return { ...plan, ...change };
}

/** A plan of the store with this recurrence and without a discount. */
export function planEvery(
  store: Store,
  intervalCount: number,
  interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR',
  terms: {
    anchors?: ReadonlyArray<{
      type: 'WEEKDAY' | 'MONTHDAY' | 'YEARDAY';
      day: number;
      month?: number;
      cutoffDay?: number;
    }>;
    cutoff?: number;
    preAnchorBehavior?: string;
  } = {},
): Plan {
  const anchors = (terms.anchors ?? []).map(({ month = null, cutoffDay = null, ...anchor }) => ({
    ...anchor,
    month: month ?? null,
    cutoffDay: cutoffDay ?? null,
  }));
  const recurrence = { kind: 'recurring', interval, intervalCount, anchors } as const;
  return recurringPlan(store, {
    billing: { ...recurrence, minCycles: null, maxCycles: null },
    delivery: {
      ...recurrence,
      cutoff: terms.cutoff ?? 0,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: terms.preAnchorBehavior ?? 'ASAP',
    },
    pricing: [],
  });
}

/** A subscription like a checkout's: a customer's good card, and one bag (or `quantity`) of a coffee in stock, or of a `product`'s first variant. */
export function subscribe(
  store: Store,
  createdAt: Date,
  {
    plan = recurringPlan(store),
    method: change = {},
    quantity = 1,
    lines = 1,
    product,
  }: {
    plan?: Plan;
    method?: Partial<PaymentMethod>;
    quantity?: number;
    lines?: number;
    product?: number;
  } = {},
): { contract: Contract; method: PaymentMethod } {
  const customer = store.tables.customers.all()[0];
  const inStock = store.tables.variants
    .all()
    .filter(({ inventoryQuantity }) => inventoryQuantity > 50)
    .filter(({ productId }) => product === undefined || productId === product);
  const sold = Array.from({ length: lines }).flatMap(
    (_, index) => inStock[index % inStock.length] ?? [],
  );
  if (customer === undefined || sold.length < lines) throw new Error('The store sells nothing.');
  return store.transact((transaction) => {
    const method = vaultPaymentMethod(transaction, customer.id, createdAt, change);
    const contract = openContract(transaction, {
      customerId: customer.id,
      originOrderId: latestFreeOrder(store),
      paymentMethodId: method.id,
      plan,
      lines: sold.map((variant) => ({ variant, productTitle: 'House Blend', quantity })),
      address: customer.address,
      shippingTitle: 'Standard',
      shippingPrice: '4.90',
      currencyCode: store.shop.currencyCode,
      timezone: store.shop.timezone,
      createdAt,
    });
    return { contract, method };
  });
}

/** An order that is no subscription's yet; the latest, because the app doesn't see old ones. */
function latestFreeOrder({ tables }: Store): number | null {
  const taken = new Set([
    ...tables.contracts.all().map(({ originOrderId }) => originOrderId),
    ...tables.attempts.all().map(({ orderId }) => orderId),
  ]);
  return tables.orders.all().findLast(({ id }) => !taken.has(id))?.id ?? null;
}
