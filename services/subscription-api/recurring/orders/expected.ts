import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, startOfDay } from '#contract/calendar.ts';
import type { RecurringCalendar, RecurringSummary } from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { outcomeSql } from './outcome.ts';
import { addedOnce, contractAmount, isBeyond, isForeseen, isForeseenCycle } from './rows.ts';
import { dayOf } from './runs.ts';
import { daysAhead, windowOf } from './window.ts';

const rowSchema = z.object({
  day: z.number().int(),
  orders: z.coerce.number().int(),
  amount: z.coerce.number().int(),
  currency_code: z.string(),
});

type Row = Omit<z.infer<typeof rowSchema>, 'day'> & { day: string };

/**
 * The expected charges of active subscriptions, by day and currency. Orders that have failed don't count. Cycles that billing hasn't looked at are
 * added up day by day from their index alone; the few beyond a plan's last order are taken off again.
 */
export async function readExpected(
  { shop, database }: ShopContext,
  window: Awaited<ReturnType<typeof windowOf>>,
): Promise<Row[]> {
  const { since, until, beyond, today, timeZone } = window;
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead));
  const starts = days.slice(1).map((day) => startOfDay(timeZone, day));
  // Orders that were due before today are still charged today.
  const begins = [since, ...starts].map((begin) => begin.toISOString());
  const ends = [...starts, until].map((end) => end.toISOString());
  const times = (texts: string[]) => sql`${sql.param(texts)}::timestamptz[]`;
  const day = sql`greatest(${dayOf(sql`standing.expected_at`, days, timeZone)}, 1)`;
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`select day, sum(orders) as orders, sum(amount) as amount, currency_code
      from (
        select day.number::integer as day, whole.orders, whole.amount, whole.currency_code
        from unnest(${times(begins)}, ${times(ends)}) with ordinality day (begins, ends, number), lateral (
          select count(*) as orders, sum(standing.amount) as amount, standing.currency_code
          from billing_cycle standing
          where standing.shop = ${shop} and ${isForeseenCycle}
            and standing.expected_at >= day.begins and standing.expected_at < day.ends
          group by standing.currency_code
        ) whole
        union all
        select ${day}, -1, -standing.amount, standing.currency_code
        from billing_cycle standing
        where standing.shop = ${shop} and ${isForeseenCycle} and ${isBeyond(beyond)}
          and standing.expected_at >= ${since.toISOString()}::timestamptz and standing.expected_at < ${until.toISOString()}::timestamptz
        union all
        select ${day}, 1, ${contractAmount}, contract.currency_code
        from cycle_billing standing
        join subscription_contract contract on contract.shop = ${shop} and contract.id = standing.contract_id and ${isForeseen}
        where standing.shop = ${shop} and standing.state = 'open' and standing.expected_at < ${until.toISOString()}::timestamptz
          and ${outcomeSql(shop)} = 'upcoming'
        union all
        select ${day}, 0, added.amount, contract.currency_code
        from ${addedOnce(shop, window)}
        join subscription_contract contract on contract.shop = ${shop} and contract.id = standing.contract_id and ${isForeseen}
        where ${outcomeSql(shop)} = 'upcoming'
      ) foreseen
      group by day, currency_code
      having sum(orders) > 0
      order by day, currency_code`,
  );
  return rows.map(({ day, ...sums }) => ({ ...sums, day: days[day - 1] ?? today }));
}

/** The sum of some days, by currency. */
export function sumOf(rows: readonly Row[]): RecurringSummary['expected'] {
  const money = new Map<string, number>();
  for (const { amount, currency_code } of rows) {
    money.set(currency_code, (money.get(currency_code) ?? 0) + amount);
  }
  return {
    orders: rows.reduce((total, { orders }) => total + orders, 0),
    money: [...money].map(([currencyCode, amount]) => ({ amount, currencyCode })),
  };
}

/** The expected charges of each of the coming 30 days. */
export async function getRecurringCalendar(context: ShopContext): Promise<RecurringCalendar> {
  const window = await windowOf(context);
  const rows = await readExpected(context, window);
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(window.today, ahead));
  return {
    days: days.map((day) => {
      const { orders, money } = sumOf(rows.filter((row) => row.day === day));
      return { day, orders, expected: money };
    }),
  };
}
