import {
  amountOf,
  amountOff,
  type Decimal,
  decimalOfNumber,
  decimalsOf,
  minorUnitsOf,
  roundedPrice,
} from './money.ts';
import type { Interval, PlanTerms, PricingPolicy } from './selling-plan.ts';

/** The product. `price` is a decimal string in major units of `currencyCode` (ISO 4217). */
export type PricedProduct = { price: string; currencyCode: string };

/**
 * A customer's price for an order and the saving in it, in whole minor units. The saving is negative if the plan costs more than buying one time.
 * `percentOff` has at most two decimals, or is the agreed one.
 */
export type OrderPrice = { price: number; saving: number; percentOff: number };

/** Orders in a row that cost the same; `throughOrder` is null where it never ends. */
export type PricePhase = OrderPrice & { fromOrder: number; throughOrder: number | null };

/**
 * A plan's prices. An order is one payment: it pays for `deliveries` of the product, so `basePrice`, the price without
 * the plan, is that of as many. `lastOrder` is null where the plan goes on until it is cancelled.
 */
type PlanPrices = {
  currencyCode: string;
  deliveries: number;
  basePrice: number;
  phases: PricePhase[];
  lastOrder: number | null;
};

/** Days convert to weeks and months to years, but not one kind into the other. */
const units: Record<Interval, { kind: 'days' | 'months'; length: number }> = {
  DAY: { kind: 'days', length: 1 },
  WEEK: { kind: 'days', length: 7 },
  MONTH: { kind: 'months', length: 1 },
  YEAR: { kind: 'months', length: 12 },
};

type Policies = Pick<PlanTerms, 'billingPolicy' | 'deliveryPolicy'>;

/** How many deliveries come with one payment; null where a plan delivers once, or the cycles don't measure each other. */
function deliveriesPerPayment({ billingPolicy, deliveryPolicy }: Policies): number | null {
  if (billingPolicy.type === 'FIXED' || deliveryPolicy.type === 'FIXED') return null;
  const billing = units[billingPolicy.interval];
  const delivery = units[deliveryPolicy.interval];
  if (billing.kind !== delivery.kind) return null;
  return (
    (billing.length * billingPolicy.intervalCount) /
    (delivery.length * deliveryPolicy.intervalCount)
  );
}

/** Whether a plan is paid with each delivery. */
export function isPaidAtEveryDelivery(policies: Policies): boolean {
  return deliveriesPerPayment(policies) === 1;
}

/** How many deliveries one payment of a plan covers: 1 unless it is prepaid, which is a whole multiple. */
export function deliveriesOf(policies: Policies): number {
  const deliveries = deliveriesPerPayment(policies);
  return Number.isSafeInteger(deliveries) ? Math.max(deliveries ?? 1, 1) : 1;
}

function lastOrderOf({ billingPolicy }: PlanTerms): number | null {
  return billingPolicy.type === 'FIXED' ? 1 : billingPolicy.maxCycles;
}

/** The policy that an order is charged under: the one that began last. `afterCycle` N holds from order N + 1 on. */
function policyOf(order: number, policies: PricingPolicy[]): PricingPolicy | undefined {
  let current: PricingPolicy | undefined;
  for (const policy of policies) {
    const begun = (policy.afterCycle ?? 0) < order;
    if (begun && (policy.afterCycle ?? 0) >= (current?.afterCycle ?? 0)) current = policy;
  }
  return current;
}

function adjustedPrice(
  adjustmentType: PricingPolicy['adjustmentType'],
  value: Decimal,
  base: bigint,
  decimals: number,
): bigint {
  switch (adjustmentType) {
    case 'PERCENTAGE': {
      const whole = 100n * 10n ** BigInt(value.scale);
      return roundedPrice(base * (whole - value.digits), whole);
    }
    case 'FIXED_AMOUNT': {
      const price = base - amountOff(value, decimals);
      return price < 0n ? 0n : price;
    }
    case 'PRICE':
      return amountOf(value, decimals);
  }
}

function shareOf(saving: bigint, base: bigint): number {
  const size = saving < 0n ? -saving : saving;
  const share = Number(roundedPrice(size * 10_000n, base)) / 100;
  return saving < 0n ? -share : share;
}

/** Rounds only the price. The saving is the rest, so that both add up to the base price. */
function priceUnder(
  policy: PricingPolicy | undefined,
  base: bigint,
  decimals: number,
): OrderPrice | null {
  if (policy === undefined) return { price: Number(base), saving: 0, percentOff: 0 };
  const value = decimalOfNumber(policy.adjustmentValue.value);
  if (value === null) return null;
  const price = adjustedPrice(policy.adjustmentType, value, base, decimals);
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const saving = base - price;
  let percentOff = 0;
  if (base > 0n) {
    // Shows the agreed percentage rather than one computed from rounded cents.
    const isPercentage = policy.adjustmentType === 'PERCENTAGE';
    percentOff = isPercentage ? policy.adjustmentValue.value : shareOf(saving, base);
  }
  return { price: Number(price), saving: Number(saving), percentOff };
}

/**
 * The price of any of the platform's plans, order by order, with one product in it, as the list, the detail, the form and the preview show it. What
 * a running subscription is charged is `pricesOfNextOrder`, in the subscription API. Computed in whole minor units of the currency; see
 * {@link roundedPrice} for the rounding.
 *
 * A payment for several deliveries is adjusted as a whole, as the platform does: "a $10 discount and two deliveries will
 * have a $5 discount applied to each delivery" (Admin API, SellingPlanFixedPricingPolicy).
 *
 * @returns null where the product's price, its currency or the plan's discount cannot be read. Never throws.
 */
export function planPricesOf(plan: PlanTerms, product: PricedProduct): PlanPrices | null {
  const decimals = decimalsOf(product.currencyCode);
  const unitPrice = minorUnitsOf(product);
  if (decimals === null || unitPrice === null) return null;
  const deliveries = deliveriesOf(plan);
  const base = BigInt(unitPrice) * BigInt(deliveries);
  if (base > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const lastOrder = lastOrderOf(plan);
  const starts = new Set([
    1,
    ...plan.pricingPolicies.map(({ afterCycle }) => (afterCycle ?? 0) + 1),
  ]);
  const phases: PricePhase[] = [];
  for (const fromOrder of [...starts].sort((one, other) => one - other)) {
    if (lastOrder !== null && fromOrder > lastOrder) break;
    const price = priceUnder(policyOf(fromOrder, plan.pricingPolicies), base, decimals);
    if (price === null) return null;
    const last = phases.at(-1);
    if (last?.price === price.price && last.percentOff === price.percentOff) continue;
    if (last) last.throughOrder = fromOrder - 1;
    phases.push({ ...price, fromOrder, throughOrder: lastOrder });
  }
  return {
    currencyCode: product.currencyCode,
    deliveries,
    basePrice: Number(base),
    phases,
    lastOrder,
  };
}

/** The price of an order, such as the third: `order` counts from 1; null if the plan ends before it. */
export function orderPriceOf({ phases }: PlanPrices, order: number): OrderPrice | null {
  const phase = phases.find(
    ({ fromOrder, throughOrder }) =>
      fromOrder <= order && (throughOrder === null || order <= throughOrder),
  );
  if (phase === undefined) return null;
  const { price, saving, percentOff } = phase;
  return { price, saving, percentOff };
}
