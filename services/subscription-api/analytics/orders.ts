import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OrderWeek } from '#contract/analytics.ts';
import { addDays, startOfDay, weeksBetween } from '#contract/calendar.ts';
import { subscriptionLines } from '../order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import { isDayIn, type Range, weekOf } from './range.ts';

const count = z.number().int();

export const soldPlanSchema = z
  .object({
    plan_id: z.string(),
    plan_name: z.string(),
    orders: count,
    subscribers: count,
    revenue: count,
  })
  .transform(({ plan_id: planId, plan_name: planName, ...sold }) => ({
    planId,
    planName,
    ...sold,
  }));

/** From `line`: what each plan sold in the range, most first, in minor units of the currency. */
export function revenueByPlan(range: Range, currencyCode: string | null): SQL {
  return sql`
    select plan_id, max(plan_name) as plan_name, sum(orders) as orders, count(*) as subscribers,
      sum(revenue) as revenue
    from (
      select plan_id, max(plan_name) as plan_name, sum(revenue) as revenue,
        count(*) filter (where not is_repeated) as orders
      from line
      where currency_code = ${currencyCode}::text and ${isDayIn(range)}
      group by customer_id, plan_id
    ) customer
    group by plan_id
    order by sum(revenue) desc, plan_id`;
}

export const orderedWeekSchema = z.object({ week: z.string(), first: count, renewal: count });

/** From `line`: orders of the range that have to do with a subscription, by week. */
export function subscriptionOrdersOfWeeks(range: Range): SQL {
  return sql`
    select ${weekOf(sql`at`)} as week,
      count(*) filter (where is_first) as first,
      count(*) filter (where not is_first) as renewal
    from (
      select min(at) as at, bool_or(is_first) as is_first
      from line where ${isDayIn(range)} group by order_id
    ) subscription_order
    group by 1`;
}

export const weekOfOrdersSchema = z.object({
  week: z.string(),
  orders: count,
  has_other_currencies: z.boolean(),
});

/** All orders of the range that were not cancelled, by week, and whether some are in another currency than the store's. */
export function ordersOfWeeks(
  { shop, timeZone, from, to }: Range,
  currencyCode: string | null,
): SQL {
  return sql`
    select week, count(*) as orders,
      coalesce(bool_or(currency_code <> ${currencyCode}::text), false) as has_other_currencies
    from (
      select ${weekOf(sql`processed_at at time zone ${timeZone}`)} as week, currency_code
      from store_order
      where shop = ${shop} and cancelled_at is null
        and processed_at >= ${startOfDay(timeZone, from).toISOString()}::timestamptz
        and processed_at < ${startOfDay(timeZone, addDays(to, 1)).toISOString()}::timestamptz
    ) dated
    group by week`;
}

/** Orders of each week of the range by what they are to a subscription; the range may cut its first and last week. */
export function ordersByWeek(
  { from, to }: Range,
  ordered: ReadonlyArray<z.output<typeof weekOfOrdersSchema>>,
  subscribed: ReadonlyArray<z.output<typeof orderedWeekSchema>>,
): OrderWeek[] {
  const all = new Map(ordered.map(({ week, orders }) => [week, orders]));
  const ofSubscriptions = new Map(subscribed.map((row) => [row.week, row]));
  return weeksBetween(from, to).map((week) => {
    const { first = 0, renewal = 0 } = ofSubscriptions.get(week) ?? {};
    return { week, first, renewal, oneTime: (all.get(week) ?? 0) - first - renewal };
  });
}

/** The revenue of all plans from one instant until another. */
export async function revenueBetween(
  { database, shop, timeZone }: Pick<Range, 'database' | 'shop' | 'timeZone'>,
  currencyCode: string,
  [from, to]: readonly [Date, Date],
): Promise<number> {
  const [row] = await rowsOf(
    database,
    z.object({ revenue: z.coerce.number().int() }),
    sql`
      select coalesce(sum(line.revenue), 0) as revenue
      from (${subscriptionLines(shop, timeZone)}) line
      join store_order orders on orders.shop = ${shop} and orders.id = line.order_id
      where line.currency_code = ${currencyCode}
        and orders.processed_at >= ${from.toISOString()}::timestamptz
        and orders.processed_at < ${to.toISOString()}::timestamptz`,
  );
  return row?.revenue ?? 0;
}
