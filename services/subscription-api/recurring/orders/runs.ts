import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import {
  type BillingRun,
  type BillingRunList,
  type RecurringOutcome,
  recurringOutcomes,
} from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { isoOf } from '../../store/sql-time.ts';
import { outcomeSql } from './outcome.ts';
import { standings, type Window } from './rows.ts';
import { windowOf } from './window.ts';

/** How many of the store's days a page of runs covers. */
const daysOfPage = 30;

const rowSchema = z.object({
  day: z.number().int(),
  outcome: z.enum(recurringOutcomes),
  orders: z.coerce.number().int(),
  charged: z.coerce.number().int(),
  currency_code: z.string().nullable(),
});

const none = (): Record<RecurringOutcome, number> => ({
  upcoming: 0,
  charging: 0,
  charged: 0,
  failed: 0,
  'to decide': 0,
  ended: 0,
  left: 0,
});

const emptyRun = (day: string): BillingRun => ({ day, counts: none(), charged: [] });

/** The number of the store's day that a time is in, 1 for the first. Comparing texts of days would take most of the time. */
export const dayOf = (at: SQL, days: readonly string[], timeZone: string): SQL => {
  const starts = days.map((day) => startOfDay(timeZone, day).toISOString());
  return sql`width_bucket(${at}, ${sql.param(starts)}::timestamptz[])`;
};

/** The days from `from` up to but excluding `before`. */
function daysUpTo(from: string, before: string): string[] {
  const days = [from];
  for (let day = addDays(from, 1); day < before; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The runs of the store's days from `from` up to but excluding `before`, the latest first. A day without orders has none. */
async function readRuns(
  { shop, database }: ShopContext,
  window: Window & { timeZone: string },
  { from, before }: { from: string; before: string },
): Promise<BillingRun[]> {
  const { timeZone } = window;
  const days = daysUpTo(from, before);
  const starts = [...days, before].map((day) => startOfDay(timeZone, day).toISOString());
  const [start, end] = [starts[0], starts.at(-1)];
  const times = (texts: string[]) => sql`${sql.param(texts)}::timestamptz[]`;
  const within = sql`standing.expected_at >= ${start}::timestamptz and standing.expected_at < ${end}::timestamptz`;
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`select day.number::integer as day, 'charged' as outcome, paid.*
      from unnest(${times(starts.slice(0, -1))}, ${times(starts.slice(1))}) with ordinality day (begins, ends, number), lateral (
        select count(*) as orders, coalesce(sum(standing.amount), 0) as charged, standing.currency_code
        from cycle_billing standing
        where standing.shop = ${shop} and standing.state = 'paid'
          and standing.expected_at >= day.begins and standing.expected_at < day.ends
        group by standing.currency_code
      ) paid
      union all
      select ${dayOf(sql`standing.expected_at`, days, timeZone)}, ${outcomeSql(shop)}, count(*), 0, null
      from ${standings(shop, window, { kept: sql`${within} and standing.state <> 'paid'`, fresh: within })} standing
      group by 1, 2
      order by 1 desc, 5`,
  );
  const runs = new Map<string, BillingRun>();
  for (const { day: number, outcome, orders, charged, currency_code: currencyCode } of rows) {
    const day = days[number - 1] ?? from;
    const run = runs.get(day) ?? emptyRun(day);
    runs.set(day, run);
    run.counts[outcome] += orders;
    if (currencyCode !== null) run.charged.push({ amount: charged, currencyCode });
  }
  return [...runs.values()];
}

/** A day's run, empty if it had no orders. */
export async function readRun(
  context: ShopContext,
  window: Window & { timeZone: string },
  day: string,
): Promise<BillingRun> {
  const [run] = await readRuns(context, window, { from: day, before: addDays(day, 1) });
  return run ?? emptyRun(day);
}

/** A page of the shop's runs: of the 30 days before `before`, or up to today, those that had orders, and always today's. */
export async function listBillingRuns(
  context: ShopContext,
  { before }: { before?: string | undefined },
): Promise<BillingRunList> {
  const window = await windowOf(context);
  const { today, timeZone } = window;
  const end = before === undefined || before > today ? addDays(today, 1) : before;
  const from = addDays(end, -daysOfPage);
  const runs = await readRuns(context, window, { from, before: end });
  if (end > today && runs[0]?.day !== today) runs.unshift(emptyRun(today));
  const { shop, database } = context;
  const earlier = sql`standing.expected_at < ${startOfDay(timeZone, from).toISOString()}::timestamptz`;
  const latestFirst = sql`standing.expected_at desc`;
  const page = { orderBy: latestFirst, limit: 1, isDescending: true };
  const [next] = await rowsOf(
    database,
    z.object({ at: z.coerce.date() }),
    sql`select ${isoOf(sql`standing.expected_at`)} as at
      from ${standings(shop, window, { kept: earlier, fresh: earlier, page })} standing
      order by ${latestFirst} limit 1`,
  );
  return { today, runs, earlier: next ? addDays(dayIn(timeZone, next.at), 1) : null };
}
