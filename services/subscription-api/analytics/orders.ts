import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OrderWeek, PlanRevenue } from '#contract/analytics.ts';
import { addDays, startOfDay, weeksBetween } from '#contract/calendar.ts';
import { dayText, isDayIn, type Range, weekOf } from './range.ts';

const count = z.number().int();

export const soldPlanSchema = z
  .object({
    plan_id: z.string(),
    plan_name: z.string(),
    group_name: z.string().nullable(),
    orders: count,
    subscribers: count,
    revenue: count,
  })
  .transform(({ plan_id: planId, plan_name: planName, group_name: groupName, ...sold }) => ({
    planId,
    planName,
    groupName,
    ...sold,
  }));

/** Tells plans of one name apart by their group's name, or by their id if that isn't enough. */
export function disambiguatePlans(
  sold: ReadonlyArray<z.output<typeof soldPlanSchema>>,
): PlanRevenue[] {
  const isShared = (shown: string, of: (plan: (typeof sold)[number]) => string) =>
    sold.filter((plan) => of(plan) === shown).length > 1;
  const withGroup = ({ planName, groupName }: (typeof sold)[number]) =>
    groupName === null ? planName : `${planName} (${groupName})`;
  return sold.map((plan) => {
    const { groupName, ...rest } = plan;
    const { planId, planName } = rest;
    if (!isShared(planName, (other) => other.planName)) return rest;
    const name = withGroup(plan);
    const isClear = groupName !== null && !isShared(name, withGroup);
    return { ...rest, planName: isClear ? name : `${planName} (plan ${planId})` };
  });
}

/** From `line`: each plan's sales in the range, highest revenue first, in minor units of the currency. */
export function revenueByPlan(range: Range, currencyCode: string | null): SQL {
  return sql`
    select plan_id, max(plan_name) as plan_name, max(group_name) as group_name, sum(orders) as orders, count(*) as subscribers,
      sum(revenue) as revenue
    from (
      select plan_id, max(plan_name) as plan_name, max(group_name) as group_name,
        sum(revenue) as revenue,
        count(*) filter (where not is_repeated) as orders
      from line
      where currency_code = ${currencyCode}::text and ${isDayIn(range)}
      group by customer_id, plan_id
    ) customer
    group by plan_id
    order by sum(revenue) desc, plan_id`;
}

export const orderedWeekSchema = z.object({ week: z.string(), first: count, renewal: count });

/** From `line`: the range's subscription orders, by week. */
export function subscriptionOrdersOfWeeks(range: Range): SQL {
  return sql`
    select ${dayText(sql`monday`)} as week,
      count(*) filter (where begins) as first,
      count(*) filter (where not begins) as renewal
    from (
      select ${weekOf(sql`min(at)`)} as monday, bool_or(begins) as begins
      from line where ${isDayIn(range)} group by order_id
    ) subscription_order
    group by monday`;
}

export const weekOfOrdersSchema = z.object({
  week: z.string(),
  orders: count,
});

/** From `line`: whether the range has sales in another currency than the store's, which revenue leaves out. */
export function isSoldInOthers(range: Range, currencyCode: string | null): SQL {
  return sql`
    exists (select from line where currency_code <> ${currencyCode}::text and ${isDayIn(range)})`;
}

/** All orders of the range that were not cancelled, by week. */
export function ordersOfWeeks({ shop, timeZone, from, to }: Range): SQL {
  return sql`
    select ${dayText(sql`monday`)} as week, count(*) as orders
    from (
      select ${weekOf(sql`processed_at at time zone ${timeZone}`)} as monday
      from store_order
      where shop = ${shop} and cancelled_at is null
        and processed_at >= ${startOfDay(timeZone, from).toISOString()}::timestamptz
        and processed_at < ${startOfDay(timeZone, addDays(to, 1)).toISOString()}::timestamptz
    ) dated
    group by monday`;
}

/** Each week's orders, split into first, renewal and one-time orders. The range may cut its first and last week short. */
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
