import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ActiveWeek, Cohort } from '#contract/analytics.ts';
import { followedMonths } from '#contract/analytics-limits.ts';
import { addMonths, monthOf } from '#contract/calendar.ts';
import { clockIn } from '../order/sql-time.ts';
import { subscriptionSpans } from '../order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import type { Range } from './range.ts';

const count = z.coerce.number().int();

/** How many subscriptions were active at the end of each week, or of the range, and how many began and ended in it. */
export async function activeByWeek(range: Range): Promise<ActiveWeek[]> {
  const { database, shop, timeZone, from, to, now } = range;
  return await rowsOf(
    database,
    z.object({ week: z.string(), active: count, started: count, ended: count }),
    sql`
      with span as (${subscriptionSpans(shop, timeZone)}),
      week as (
        select begin, least(
          begin + interval '7 days', ${to}::date + interval '1 day', ${clockIn(timeZone, now)}
        ) as finish
        from generate_series(
          date_trunc('week', ${from}::date::timestamp), ${to}::date::timestamp, interval '7 days'
        ) begin
      )
      select to_char(week.begin, 'YYYY-MM-DD') as week,
        count(span.began) filter (where span.ended >= week.finish) as active,
        count(span.began) filter (where span.began >= week.begin) as started,
        count(span.began) filter (
          where span.ended >= week.begin and span.ended < week.finish
        ) as ended
      from week left join span on span.began < week.finish
      group by week.begin
      order by week.begin`,
  );
}

const cellSchema = z.object({ month: z.string(), later: count, retained: count });

/** Of the customers whose first subscription order was in a month of the range, how many had one so many months later. */
export async function retentionByCohort(range: Range): Promise<Cohort[]> {
  const { database, shop, timeZone, from, to, today } = range;
  const cells = await rowsOf(
    database,
    cellSchema,
    sql`
      with span as (${subscriptionSpans(shop, timeZone)}),
      customer as (
        select customer_id, min(began) as first from span group by customer_id
        having min(began) >= ${monthOf(from)}::date and min(began) < ${to}::date + interval '1 day'
      )
      select to_char(customer.first, 'YYYY-MM-01') as month, later,
        count(distinct span.customer_id) as retained
      from customer
      join span on span.customer_id = customer.customer_id
      cross join generate_series(0, ${followedMonths}::int) later
      where span.began <= customer.first + make_interval(months => later)
        and span.ended >= customer.first + make_interval(months => later)
      group by 1, later
      order by 1, later`,
  );
  const byMonth = new Map<string, Map<number, number>>();
  for (const { month, later, retained } of cells) {
    const row = byMonth.get(month) ?? new Map<number, number>();
    byMonth.set(month, row.set(later, retained));
  }
  return [...byMonth].map(([month, row]) => ({
    month,
    subscribers: row.get(0) ?? 0,
    // Whoever began on the month's last day has been a customer for so long only when the next month ends.
    retained: Array.from({ length: followedMonths + 1 }, (_, later) =>
      later === 0 || addMonths(month, later + 1) <= today ? (row.get(later) ?? 0) : null,
    ),
  }));
}

/** How many subscriptions were active at an instant, and how many began in the 30 days before it. */
export async function subscriptionsAt(
  { database, shop, timeZone }: Pick<Range, 'database' | 'shop' | 'timeZone'>,
  instants: readonly Date[],
): Promise<Array<{ active: number; begun: number }>> {
  const clocks = instants.map(
    (instant, place) => sql`(${place}::int, ${clockIn(timeZone, instant)})`,
  );
  return await rowsOf(
    database,
    z.object({ active: count, begun: count }),
    sql`
      with span as (${subscriptionSpans(shop, timeZone)})
      select count(span.began) filter (where span.ended >= clock.at) as active,
        count(span.began) filter (where span.began >= clock.at - interval '30 days') as begun
      from (values ${sql.join(clocks, sql`, `)}) clock (place, at)
      left join span on span.began < clock.at
      group by clock.place
      order by clock.place`,
  );
}
