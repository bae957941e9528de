import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ActiveWeek, Cohort } from '#contract/analytics.ts';
import { followedMonths } from '#contract/analytics-limits.ts';
import { addDays, addMonths, monthOf, startOfDay, weeksBetween } from '#contract/calendar.ts';
import { localTimeIn } from '../store/sql-time.ts';
import { dayText, type Range, rangeBefore } from './range.ts';

const count = z.number().int();

export const eventWeekSchema = z.object({ week: z.string(), started: count, ended: count });

/** From `line`: how many subscriptions began and ended in each week of the range. Earlier ones count in the week before the range. */
export function eventsOfWeeks({ timeZone, from, to, now }: Range): SQL {
  return sql`
    select ${dayText(sql`week`)} as week, sum(started) as started, sum(ended) as ended
    from (
      select started, ended, case
        when at < ${from}::date then date_trunc('week', ${from}::date::timestamp) - interval '7 days'
        else date_trunc('week', at)
      end as week
      from (
        select at, 1 as started, 0 as ended from line where begins
        union all
        select covered_until, 0, 1 from line where ends and covered_until < ${localTimeIn(timeZone, now)}
      ) event
      where at < ${to}::date + interval '1 day'
    ) event
    group by week`;
}

/** The same by contracts. Works out the weeks' beginnings here, since the database is slow to convert 100,000 contracts to local time. */
export function contractEventsOfWeeks({ shop, timeZone, from, to }: Range): SQL {
  const weeks = weeksBetween(addDays(from, -7), to);
  const begins = [from, ...weeks.slice(2)].map((day) => startOfDay(timeZone, day).toISOString());
  const end = startOfDay(timeZone, addDays(to, 1)).toISOString();
  // Shopify doesn't say when a contract stopped. For one that hasn't resumed, its latest change stands in.
  const ended = sql`case when status = 'ACTIVE' then gone_at else updated_at end`;
  const inWeeks = (at: SQL, counts: SQL, which: SQL) => sql`
    select width_bucket(${at}, ${`{${begins.join()}}`}::timestamptz[]) as week, ${counts}
    from subscription_contract where shop = ${shop} and ${which} and ${at} < ${end}::timestamptz
    group by 1`;
  return sql`
    select (${`{${weeks.join()}}`}::text[])[week + 1] as week, sum(started) as started, sum(ended) as ended
    from (
      ${inWeeks(sql`created_at`, sql`count(*) as started, 0 as ended`, sql`true`)}
      union all
      ${inWeeks(ended, sql`0, count(*)`, sql`(status <> 'ACTIVE' or gone_at is not null)`)}
    ) event
    group by week`;
}

export const begunContractsSchema = z.object({ current: count, previous: count });

/** How many contracts were created in the range, and in as many days before it. */
export function begunContracts(range: Range): SQL {
  const { shop, timeZone, from, to } = range;
  const at = (day: string) => sql`${startOfDay(timeZone, day).toISOString()}::timestamptz`;
  return sql`
    select count(*) filter (where created_at >= ${at(from)}) as current,
      count(*) filter (where created_at < ${at(from)}) as previous
    from subscription_contract
    where shop = ${shop} and created_at >= ${at(rangeBefore(range).from)}
      and created_at < ${at(addDays(to, 1))}`;
}

/** How many subscriptions were active at the end of each week (or of the range), and how many began and ended in it. */
export function activeByWeek(
  { from, to }: Range,
  events: ReadonlyArray<z.output<typeof eventWeekSchema>>,
): ActiveWeek[] {
  const byWeek = new Map(events.map((week) => [week.week, week]));
  const weeks = weeksBetween(addDays(from, -7), to);
  let active = 0;
  const counted = weeks.map((week) => {
    const { started = 0, ended = 0 } = byWeek.get(week) ?? {};
    active += started - ended;
    return { week, active, started, ended };
  });
  return counted.slice(1);
}

export const retainedSchema = z.object({ month: z.string(), later: count, retained: count });

/** Calendar months between two local times. */
function monthsFrom(earlier: SQL, later: SQL): SQL {
  return sql`((extract(year from ${later}) - extract(year from ${earlier})) * 12
    + extract(month from ${later}) - extract(month from ${earlier}))::int`;
}

/** From `line`: customers by the month of their first subscription order, and how many of them had a subscription `later` months after it. */
export function retainedCustomers({ from, to }: Range): SQL {
  const [first, began, ended] = [sql`first_at`, sql`began`, sql`ended`];
  const then = sql`first_at + make_interval(months => later)`;
  // Reads only the first and last item of each subscription. It covers the instants of the months that it touches.
  return sql`
    select ${dayText(sql`customer.month`)} as month, later, count(*) as retained
    from (
      select distinct customer_id, date_trunc('month', first_at) as month, later
      from (
        select *, min(began) over (partition by customer_id) as first_at
        from (
          select customer_id, ends, covered_until as ended,
            case when begins then at else lag(at) over subscription end as began
          from line
          where begins or ends
          window subscription as (partition by customer_id, plan_id order by at, order_id)
        ) edge
        where ends
      ) subscription
      cross join lateral generate_series(
        ${monthsFrom(first, began)}, least(${followedMonths}::int, ${monthsFrom(first, ended)})
      ) later
      where first_at >= ${monthOf(from)}::date and first_at < ${to}::date + interval '1 day'
        and began <= ${then} and ended >= ${then}
    ) customer
    group by customer.month, later
    order by customer.month, later`;
}

/** Cohorts from the rows of `retainedCustomers`. A cell is null until all customers of its month have been followed for that long. */
export function retentionByCohort(
  { today }: Range,
  cells: ReadonlyArray<z.output<typeof retainedSchema>>,
): Cohort[] {
  const byMonth = new Map<string, Map<number, number>>();
  for (const { month, later, retained } of cells) {
    const row = byMonth.get(month) ?? new Map<number, number>();
    byMonth.set(month, row.set(later, retained));
  }
  return [...byMonth].map(([month, row]) => ({
    month,
    subscribers: row.get(0) ?? 0,
    // A customer of the month's last day has been one for so long only when the later month ends.
    retained: Array.from({ length: followedMonths + 1 }, (_, later) =>
      later === 0 || addMonths(month, later + 1) <= today ? (row.get(later) ?? 0) : null,
    ),
  }));
}
