import { sql } from 'drizzle-orm';
import type { Database } from '#services/subscription-api/store/database.ts';

/** Two years of them. */
const days = 730;

/** A customer orders by one of these, as often as it says, for some months; every fifth order is by none. */
const plans = [
  { id: '1', name: 'Every week', periodDays: 7 },
  { id: '2', name: 'Every 2 weeks', periodDays: 14 },
  { id: '3', name: 'Every month', periodDays: 31 },
  { id: '4', name: 'Every 3 months', periodDays: 93 },
];

/** Gives a shop at most so many orders of the last two years, with two items each, as if they had just been read from the platform. */
export async function growOrders(
  database: Database,
  shop: string,
  { orders, customers }: { orders: number; customers: number },
): Promise<void> {
  for (const { id, name, periodDays } of plans) {
    await database.execute(
      sql`insert into store_plan (shop, id, name, period_days) values (${shop}, ${id}, ${name}, ${periodDays})`,
    );
  }
  await database.execute(sql`
    insert into store_customer (shop, id, display_name, email)
    select ${shop}, n::text, 'Customer ' || n, 'customer.' || n || '@customers.example'
    from generate_series(1, ${customers}::int) n`);
  await database.execute(sql`
    insert into store_order (shop, id, name, customer_id, processed_at, updated_at, cancelled_at,
      financial_status, fulfillment_status, total, currency_code)
    select ${shop}, n::text, '#' || n, customer::text, at, at,
      case when n % 67 = 0 then at end, 'PAID', 'FULFILLED', 3500, 'USD'
    from (
      select customer, at, row_number() over (order by customer, at) as n
      from generate_series(1, ${customers}::int) customer
      join store_plan plan on plan.shop = ${shop} and plan.id = (1 + customer % 4)::text
      cross join lateral (
        select customer::bigint * 7919 % ${days} as began, 60 + customer::bigint * 104729 % 600 as stayed
      ) course
      cross join lateral generate_series(began, least(began + stayed, ${days}), period_days) day
      cross join lateral (
        select now() - (${days} - day) * interval '1 day' - customer * interval '1 second' as at
      ) made
    ) sold
    where n <= ${orders}::int`);
  await database.execute(sql`
    insert into store_order_line (shop, order_id, id, title, quantity, revenue, plan_id, plan_name)
    select shop, id, line::text, 'House blend', 1, 1500 + line,
      case when line = 1 and id::int % 5 > 0 then (1 + customer_id::int % 4)::text end,
      case when line = 1 and id::int % 5 > 0 then 'As it was called' end
    from store_order cross join generate_series(1, 2) line
    where shop = ${shop}`);
  await database.execute(sql`
    insert into order_collection (shop, claim, claimed_until, time_zone, currency_code,
      has_all_orders, updated_through, completed_at)
    values (${shop}, '', now(), 'America/Los_Angeles', 'USD', true, now(), now())`);
}

/** As a first reading does at its end. */
export async function gatherStatistics(database: Database): Promise<void> {
  await database.execute(sql`analyze store_order, store_order_line, store_plan, store_customer`);
}
