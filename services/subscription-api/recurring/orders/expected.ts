import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import type { RecurringCalendar, RecurringSummary } from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { outcomeSql } from './outcome.ts';
import { isForeseen, standings } from './rows.ts';
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
 * What is to be charged of active subscriptions on each of the coming days, by day and currency. What failed before is not counted on. Subscriptions, what they
 * sell and when they are due meet by grouping: where nobody analyzed the tables, a join compared each with all others.
 */
export async function readExpected(
  { shop, database }: ShopContext,
  window: Awaited<ReturnType<typeof windowOf>>,
): Promise<Row[]> {
  const { today, timeZone } = window;
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead));
  const open = sql`standing.state = 'open'`;
  const all = standings(shop, window, { kept: open, whole: true });
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`select foreseen.day, count(*) as orders, sum(contract.amount) as amount, contract.currency_code
      from (
        select min(part.currency_code) as currency_code, sum(part.price) as amount,
          array_agg(part.day) filter (where part.day is not null) as days
        from (
          select contract.id, contract.currency_code, contract.delivery_price as price, null::integer as day
          from subscription_contract contract where contract.shop = ${shop} and ${isForeseen}
          union all
          select line.contract_id, null, line.price * line.quantity, null
          from subscription_contract_line line where line.shop = ${shop}
          union all
          select standing.contract_id, null, 0, greatest(${dayOf(sql`standing.expected_at`, days, timeZone)}, 1)
          from ${all} standing where ${outcomeSql(shop)} = 'upcoming'
        ) part
        group by part.id
      ) contract, unnest(contract.days) foreseen (day)
      where contract.currency_code is not null
      group by 1, 4
      order by 1`,
  );
  // What was due before is to be charged today.
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

/** What is to be charged on each of the coming 30 days. */
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
