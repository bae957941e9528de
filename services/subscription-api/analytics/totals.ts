import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Totals } from '#contract/analytics.ts';
import { isDayIn, type Range } from './range.ts';

const count = z.number().int();

export const totalsRowSchema = z
  .object({ new_subscriptions: count, revenue: count })
  .transform(
    ({ new_subscriptions: newSubscriptions, revenue }): Totals => ({ newSubscriptions, revenue }),
  );

/** From `line`: a range's totals. Home and the analytics share them, so that they can't disagree. */
export function totalsOf(range: Range, currencyCode: string | null): SQL {
  return sql`
    select count(*) filter (where begins) as new_subscriptions,
      coalesce(sum(revenue) filter (where currency_code = ${currencyCode}::text), 0) as revenue
    from line where ${isDayIn(range)}`;
}
