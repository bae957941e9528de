import { type SQL, sql } from 'drizzle-orm';

/**
 * Items that were bought by a plan which is paid again and again, of orders that were not cancelled: `order_id`, `customer_id` (a
 * guest's is its order's own), `plan_id`, `plan_name`, `revenue`, `currency_code`, `at` and `covered_until`. The last two are what
 * clocks in the time zone show; an order covers one and a half of its plan's periods, which leaves a late renewal its time.
 */
export function subscriptionLines(shop: string, timeZone: string): SQL {
  return sql`
    select
      orders.id as order_id,
      coalesce(orders.customer_id, 'order ' || orders.id) as customer_id,
      line.plan_id,
      coalesce(plan.name, line.plan_name) as plan_name,
      line.revenue,
      orders.currency_code,
      orders.processed_at at time zone ${timeZone} as at,
      (orders.processed_at at time zone ${timeZone})
        + make_interval(days => ceil(coalesce(plan.period_days, 31) * 1.5)::int) as covered_until
    from store_order_line line
    join store_order orders on orders.shop = line.shop and orders.id = line.order_id
    left join store_plan plan on plan.shop = line.shop and plan.id = line.plan_id
    where line.shop = ${shop}
      and line.plan_id is not null
      and orders.cancelled_at is null
      and (plan.id is null or plan.period_days is not null)`;
}

/**
 * From when to when each customer had a subscription to each plan: `customer_id`, `plan_id`, `began`, `ended`. Orders that cover
 * each other's time make one span; one that comes after a gap begins another.
 */
export function subscriptionSpans(shop: string, timeZone: string): SQL {
  return sql`
    select customer_id, plan_id, min(at) as began, max(covered_until) as ended
    from (
      select *, count(*) filter (where begins) over (
        partition by customer_id, plan_id order by at, order_id rows unbounded preceding
      ) as span
      from (
        select *, at > coalesce(
          max(covered_until) over (
            partition by customer_id, plan_id order by at, order_id
            rows between unbounded preceding and 1 preceding
          ),
          '-infinity'
        ) as begins
        from (${subscriptionLines(shop, timeZone)}) line
      ) marked
    ) counted
    group by customer_id, plan_id, span`;
}
