import { isDay } from '#contract/calendar.ts';
import {
  type OrderPrice,
  orderPriceOf,
  type PricedProduct,
  type PricePhase,
  planPricesOf,
} from '#contract/order-prices.ts';
import { type RoastPolicy, roastDaysOf } from '#contract/roast-days.ts';
import type { PlanTerms } from '#contract/selling-plan.ts';
import { orderDates } from './order-dates.ts';

/** How many orders a preview shows. */
export const previewedOrders = 12;

/** One order; `date` is an ISO date, null where it depends on more than the plan. */
export type OrderRow = OrderPrice & { number: number; date: string | null };

export type ReadyPreview = {
  status: 'ready';
  currencyCode: string;
  /** How many deliveries of the product an order pays for: 1 unless the plan is prepaid. */
  deliveries: number;
  /** The price of as many without the plan, in minor units. */
  basePrice: number;
  rows: OrderRow[];
  phases: PricePhase[];
};

/** Rows and phases, or why there are none in words for the merchant. */
export type Preview = ReadyPreview | { status: 'incomplete'; reason: string };

export function incomplete(reason: string): Preview {
  return { status: 'incomplete', reason };
}

/** A plan's roast days for a purchase of `firstDay`; null for a plan without any, or with some that we don't know. */
export function roastOf(
  { billingPolicy, deliveryPolicy }: PlanTerms,
  firstDay: string,
  count: number,
): { policy: RoastPolicy; days: NonNullable<ReturnType<typeof roastDaysOf>> } | null {
  if (billingPolicy.type === 'FIXED' || deliveryPolicy.type === 'FIXED' || !isDay(firstDay)) {
    return null;
  }
  const { cutoff, preAnchorBehavior, anchors } = deliveryPolicy;
  const { interval, intervalCount } = billingPolicy;
  const policy = { interval, intervalCount, anchors, cutoff, preAnchorBehavior };
  const days = roastDaysOf(policy, firstDay, count);
  return days && { policy, days };
}

/** An order is charged at its day; certain days of the week or month move all but the first. Null: beyond the calendar. */
function datesOf(
  plan: PlanTerms,
  firstDay: string | null,
  orders: number,
): Array<string | null> | null {
  const { billingPolicy } = plan;
  if (firstDay === null) return Array.from({ length: orders }, () => null);
  if (billingPolicy.type === 'FIXED') return [firstDay];
  const { interval, intervalCount, anchors } = billingPolicy;
  const dates = orderDates(firstDay, interval, intervalCount, orders);
  if (anchors.length === 0 || dates === null) return dates;
  const roast = roastOf(plan, firstDay, orders - 1);
  if (roast === null) return dates.map((date, index) => (index === 0 ? date : null));
  const days = [firstDay, ...roast.days.renewals];
  return days.every(isDay) ? days : null;
}

/**
 * The customer's prices of the first orders of any plan: of the platform, or of the form. Prices are those of
 * {@link planPricesOf}. Never throws: what can't be computed comes back as `incomplete`.
 *
 * @param firstDay ISO date of the first order; null where orders come as the product is used up, on no certain days.
 */
export function previewOfPlan(
  plan: PlanTerms,
  product: PricedProduct,
  firstDay: string | null,
  orders: number = previewedOrders,
): Preview {
  const prices = planPricesOf(plan, product);
  if (prices === null) {
    return incomplete('We don’t know this product’s price. Choose another product to see prices.');
  }
  if (firstDay !== null && !isDay(firstDay))
    return incomplete('We can’t tell the date of the first order.');
  const dates = datesOf(plan, firstDay, Math.min(orders, prices.lastOrder ?? orders));
  if (dates === null) {
    return incomplete('Orders are too far apart. Enter a smaller number to see prices.');
  }
  const rows: OrderRow[] = [];
  for (const [index, date] of dates.entries()) {
    const price = orderPriceOf(prices, index + 1);
    if (price !== null) rows.push({ number: index + 1, date, ...price });
  }
  return {
    status: 'ready',
    currencyCode: prices.currencyCode,
    deliveries: prices.deliveries,
    basePrice: prices.basePrice,
    rows,
    phases: prices.phases,
  };
}
