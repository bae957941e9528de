import { type SQL, sql } from 'drizzle-orm';

/**
 * Items that were bought by a plan which is paid again and again, of orders that were not cancelled: `order_id`, `customer_id` (a
 * guest's is its order's own), `plan_id`, `plan_name`, `group_name`, `revenue`, `currency_code`, `processed_at`, `at` and
 * `covered_until`. The last two are what clocks in the time zone show; an order covers one and a half of its plan's periods, which
 * leaves a late renewal its time, and 47 days of a plan that nobody knows any more. `which` are conditions on the `orders`.
 */
export function subscriptionLines(shop: string, timeZone: string, which: SQL = sql`true`): SQL {
  // `offset 0` keeps the database from working a clock out again for each column that is made from it.
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
 * The same items with what each is to its customer's subscription to its plan: `begins` one, `ends` one, and `is_repeated` where its order has the plan twice. Orders that cover each other's time make one subscription; one that comes after
 * a gap begins another, and the one before the gap ends at its `covered_until`.
 */
export function subscriptionTurns(shop: string, timeZone: string): SQL {
  // A plan's orders all cover as many days: who is covered the longest is who ordered last.
  return sql`
    select *,
      coalesce(at > lag(covered_until) over subscription, true) as begins,
      coalesce(lead(at) over subscription > covered_until, true) as ends,
      coalesce(order_id = lag(order_id) over subscription, false) as is_repeated
    from (${subscriptionLines(shop, timeZone)} offset 0) line
    window subscription as (partition by customer_id, plan_id order by at, order_id)`;
}
