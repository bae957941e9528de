import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OrderWeek, PlanRevenue } from '#contract/analytics.ts';
import { addDays, startOfDay, weeksBetween } from '#contract/calendar.ts';
import { subscriptionLines } from '../order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import type { Range } from './range.ts';

const count = z.coerce.number().int();

/** Orders of the shop in the range that were not cancelled. */
function ordersIn({ shop, timeZone, from, to }: Range): SQL {
  return sql`orders.shop = ${shop} and orders.cancelled_at is null
    and orders.processed_at >= ${startOfDay(timeZone, from).toISOString()}::timestamptz
    and orders.processed_at < ${startOfDay(timeZone, addDays(to, 1)).toISOString()}::timestamptz`;
}

/** What each plan sold in the range, most first, in minor units of the currency. */
export async function revenueByPlan(range: Range, currencyCode: string): Promise<PlanRevenue[]> {
  const { database, shop, timeZone, from, to } = range;
  return await rowsOf(
    database,
    z
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
      })),
    sql`
      select plan_id, max(plan_name) as plan_name, count(distinct order_id) as orders,
        count(distinct customer_id) as subscribers, sum(revenue) as revenue
      from (${subscriptionLines(shop, timeZone)}) line
      where currency_code = ${currencyCode}
        and at >= ${from}::date and at < ${to}::date + interval '1 day'
      group by plan_id
      order by sum(revenue) desc, plan_id`,
  );
}

/** The revenue of all plans from one instant until another. */
export async function revenueBetween(
  { database, shop, timeZone }: Pick<Range, 'database' | 'shop' | 'timeZone'>,
  currencyCode: string,
  [from, to]: readonly [Date, Date],
): Promise<number> {
  const [row] = await rowsOf(
    database,
    z.object({ revenue: count }),
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

/** Orders of each week of the range by what they are to a subscription; the range may cut its first and last week. */
export async function ordersByWeek(range: Range): Promise<OrderWeek[]> {
  const { database, shop, timeZone, from, to } = range;
  const weeks = await rowsOf(
    database,
    z.object({ week: z.string(), first: count, renewal: count, one_time: count }),
    sql`
      with subscription_order as (
        select order_id, bool_or(at = first_at) as is_first
        from (
          select order_id, at, min(at) over (partition by customer_id, plan_id) as first_at
          from (${subscriptionLines(shop, timeZone)}) line
        ) dated
        group by order_id
      )
      select
        to_char(
          date_trunc('week', orders.processed_at at time zone ${timeZone}), 'YYYY-MM-DD'
        ) as week,
        count(*) filter (where subscription_order.is_first) as first,
        count(*) filter (where not subscription_order.is_first) as renewal,
        count(*) filter (where subscription_order.order_id is null) as one_time
      from store_order orders
      left join subscription_order on subscription_order.order_id = orders.id
      where ${ordersIn(range)}
      group by 1`,
  );
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  return weeksBetween(from, to).map((week) => {
    const { first = 0, renewal = 0, one_time: oneTime = 0 } = byWeek.get(week) ?? {};
    return { week, first, renewal, oneTime };
  });
}

/** Whether orders of the range are in another currency than the store's. */
export async function hasOtherCurrencies(range: Range, currencyCode: string): Promise<boolean> {
  const rows = await rowsOf(
    range.database,
    z.object({ id: z.string() }),
    sql`select orders.id from store_order orders
      where ${ordersIn(range)} and orders.currency_code <> ${currencyCode} limit 1`,
  );
  return rows.length > 0;
}
