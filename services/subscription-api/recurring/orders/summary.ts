import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { failureClasses, type RecurringSummary } from '#contract/recurring-orders.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { failureOf } from '../billing/failure-codes.ts';
import { readExpected, sumOf } from './expected.ts';
import { isToDecide, outcomeSql } from './outcome.ts';
import { latestAttempt, standings } from './rows.ts';
import { readRun } from './runs.ts';
import { windowOf } from './window.ts';

const failedSchema = z.object({
  error_code: z.string().nullable(),
  failure_class: z.enum(failureClasses).nullable(),
  orders: z.coerce.number().int(),
});

/** A summary for the merchant's morning. */
export async function getRecurringSummary(context: ShopContext): Promise<RecurringSummary> {
  const { shop, database } = context;
  const window = await windowOf(context);
  const open = standings(shop, window, { kept: sql`standing.state = 'open'`, fresh: sql`false` });
  const [failed, listed, today, expected] = await Promise.all([
    rowsOf(
      database,
      failedSchema,
      sql`select attempt.error_code, attempt.failure_class, count(*) as orders
        from ${open} standing ${latestAttempt(shop)}
        where ${outcomeSql(shop)} = 'failed'
        group by 1, 2`,
    ),
    rowsOf(
      database,
      z.object({ orders: z.coerce.number().int() }),
      sql`select count(*) as orders from cycle_billing standing where standing.shop = ${shop} and ${isToDecide}`,
    ),
    readRun(context, window, window.today),
    readExpected(context, window),
  ]);
  const failures = new Map<string, RecurringSummary['failures'][number]>();
  for (const { error_code, failure_class, orders } of failed) {
    // Several codes have the same text.
    const { happened } = failureOf(error_code);
    const same = failures.get(happened);
    failures.set(happened, {
      failureClass: failure_class ?? 'unknown',
      happened,
      orders: orders + (same?.orders ?? 0),
    });
  }
  return {
    state: window.state,
    today,
    failures: [...failures.values()].sort((one, other) => other.orders - one.orders),
    toDecide: listed[0]?.orders ?? 0,
    expected: sumOf(expected),
  };
}
