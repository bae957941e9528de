import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { analyticsQuerySchema } from '#contract/analytics.ts';
import { defaultRangeDays, maximumRangeDays, rangeTexts } from '#contract/analytics-limits.ts';
import { addDays, dayIn, daysBetween } from '#contract/calendar.ts';
import { invalidRequest } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';

/** The days of the store's calendar that the analytics cover: both ends included, none after today. */
export type Range = {
  database: Database;
  shop: string;
  timeZone: string;
  from: string;
  to: string;
  now: Date;
  today: string;
};

/** Counts subscriptions by their contracts (all of which must be known) or by orders. */
export type Counting = { byContracts: boolean };

/**
 * The range that a caller asks for, cut off at today. By default it is the year until today.
 * @throws ServiceError `invalid request` if it hasn't begun yet or is too long
 */
export function rangeOf(
  { database, shop, now }: Pick<ShopContext, 'database' | 'shop' | 'now'>,
  timeZone: string,
  asked: z.output<typeof analyticsQuerySchema>,
): Range {
  const instant = now();
  const today = dayIn(timeZone, instant);
  const to = asked.to === undefined || asked.to > today ? today : asked.to;
  const from = asked.from ?? addDays(to, 1 - (asked.days ?? defaultRangeDays));
  if (from > today) throw invalidRequest({ from: [rangeTexts.toCome] });
  if (from < addDays(to, 1 - maximumRangeDays))
    throw invalidRequest({ from: [rangeTexts.tooLong] });
  return { database, shop, timeZone, from, to, now: instant, today };
}

/** The range of the same length right before this one. */
export function rangeBefore(range: Range): Range {
  const days = daysBetween(range.from, range.to) + 1;
  return { ...range, from: addDays(range.from, -days), to: addDays(range.to, -days) };
}

/** Whether a row's `at`, in the store's local time, is in the range. */
export function isDayIn({ from, to }: Range): SQL {
  return sql`at >= ${from}::date and at < ${to}::date + interval '1 day'`;
}

/** The Monday of a local time's week, to group rows by; `dayText` is for the few rows that are left then. */
export function weekOf(clock: SQL): SQL {
  return sql`date_trunc('week', ${clock})`;
}

/** A local time's day as text. */
export function dayText(clock: SQL): SQL {
  return sql`to_char(${clock}, 'YYYY-MM-DD')`;
}
