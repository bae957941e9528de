import { type SQL, sql } from 'drizzle-orm';

/**
 * Items bought on a recurring plan, of orders that weren't cancelled: `order_id`, `customer_id` (a guest's is made from the order), `plan_id`,
 * `plan_name`, `group_name`, `revenue`, `currency_code`, `processed_at`, `at` and `covered_until`. The last two are local times in the time zone.
 * An order covers one and a half of its plan's periods, which leaves room for a late renewal, or 47 days if the plan is unknown. `which` is a
 * condition on `orders`.
 */
export function subscriptionLines(shop: string, timeZone: string, which: SQL = sql`true`): SQL {
  // `offset 0` keeps the database from converting the time again for each column that uses it.
  return sql`
    select dated.*, at + covers as covered_until
    from (
      select
        orders.id as order_id,
        coalesce(orders.customer_id, 'order ' || orders.id) as customer_id,
        line.plan_id,
        coalesce(plan.name, line.plan_name) as plan_name,
        plan.group_name,
        line.revenue,
        orders.currency_code,
        orders.processed_at,
        orders.processed_at at time zone ${timeZone} as at,
        case when plan.id is null then interval '47 days' else plan.covers end as covers
      from store_order_line line
      join store_order orders on orders.shop = line.shop and orders.id = line.order_id
      left join (
        select shop, id, name, group_name, make_interval(days => ceil(period_days * 1.5)::int) as covers
        from store_plan
        where shop = ${shop}
        offset 0
      ) plan on plan.shop = line.shop and plan.id = line.plan_id
      where line.shop = ${shop}
        and line.plan_id is not null
        and orders.cancelled_at is null
        and ${which}
        and (plan.id is null or plan.covers is not null)
      offset 0
    ) dated`;
}

/**
 * The same items in their customers' turns on a plan: `begins` or `ends` a subscription, or `is_repeated` if its order has the plan twice. Orders
 * that cover each other's time form one subscription. An order after a gap begins another; the one before the gap ends at its `covered_until`.
 */
export function subscriptionTurns(shop: string, timeZone: string): SQL {
  // A plan's orders all cover the same number of days, so the previous order is the one that covers the longest.
  return sql`
    select *,
      coalesce(at > lag(covered_until) over subscription, true) as begins,
      coalesce(lead(at) over subscription > covered_until, true) as ends,
      coalesce(order_id = lag(order_id) over subscription, false) as is_repeated
    from (${subscriptionLines(shop, timeZone)} offset 0) line
    window subscription as (partition by customer_id, plan_id order by at, order_id)`;
}
