import { z } from 'zod';
import { earliestDay, maximumRangeDays, rangeTexts } from './analytics-limits.ts';
import { daysBetween, isDay } from './calendar.ts';
import { orderImportSchema } from './store-order.ts';

const day = z.string().refine(isDay, 'Please enter a date such as 2026-01-31');
const count = z.number().int();
const askedDay = day.refine((asked) => asked >= earliestDay, {
  error: rangeTexts.tooEarly,
  when: ({ issues }) => issues.length === 0,
});
const anyDays = `Please ask for 1 to ${maximumRangeDays} days`;

/**
 * Days of the store's calendar, both included: until today, and the year before, where they are missing. `days` counts back from the
 * last one, in place of `from`. A `to` after today is today.
 */
export const analyticsQuerySchema = z
  .object({
    from: askedDay.optional(),
    to: askedDay.optional(),
    days: z.coerce
      .number(anyDays)
      .int(anyDays)
      .min(1, anyDays)
      .max(maximumRangeDays, anyDays)
      .optional(),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const days = daysBetween(from, to);
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['from'], message });
    if (days < 0) refuse(rangeTexts.reversed);
    if (days >= maximumRangeDays) refuse(rangeTexts.tooLong);
  });

/** A week, named by its Monday. */
const weekSchema = z.object({ week: day });

/** `active` is at the week's end, or at the range's. */
const activeWeekSchema = weekSchema.extend({ active: count, started: count, ended: count });

/** A plan's sales in the range. */
const planRevenueSchema = z.object({
  planId: z.string(),
  planName: z.string(),
  orders: count,
  subscribers: count,
  /** Minor units of the answer's currency. */
  revenue: count,
});

/** Orders of a week: those that began a subscription (or several), those that went on with one, and those without a plan. */
const orderWeekSchema = weekSchema.extend({ first: count, renewal: count, oneTime: count });

/**
 * The customers whose first subscription order was in a month, and how many of them were subscribed 0, 1, 2… months later; null
 * where some of them aren't customers for that long yet.
 */
const cohortSchema = z.object({
  month: day,
  subscribers: count,
  retained: z.array(count.nullable()),
});

/**
 * The totals of a range: how many subscriptions began in it, and the plans' revenue after discounts and returned items, without shipping and
 * taxes, in minor units of the store's currency.
 */
const totalsSchema = z.object({ newSubscriptions: count, revenue: count });

/**
 * Answer of GET /analytics. `totals.newSubscriptions` and `activeSubscriptions` count contracts: each begins when it was made, and ends
 * when it was cancelled, paused, failed or expired; one that goes on again has never ended. Before contracts are known, and for all else, a
 * subscription is a customer's orders by one plan; it counts as active from an order until one and a half of the plan's periods after it.
 * Cancelled orders count nowhere.
 */
export const analyticsSchema = z.object({
  orderImport: orderImportSchema,
  from: day,
  to: day,
  /** Of the store's calendar. */
  today: day,
  /** The store's currency; null before its first order was read. */
  currencyCode: z.string().nullable(),
  /** Whether items of the plans were sold in another currency in the range; revenue leaves them out. */
  hasOtherCurrencies: z.boolean(),
  totals: totalsSchema,
  activeSubscriptions: z.array(activeWeekSchema),
  revenueByPlan: z.array(planRevenueSchema),
  ordersByWeek: z.array(orderWeekSchema),
  retention: z.array(cohortSchema),
});

export type Totals = z.infer<typeof totalsSchema>;
export type Analytics = z.infer<typeof analyticsSchema>;
export type ActiveWeek = z.infer<typeof activeWeekSchema>;
export type PlanRevenue = z.infer<typeof planRevenueSchema>;
export type OrderWeek = z.infer<typeof orderWeekSchema>;
export type Cohort = z.infer<typeof cohortSchema>;

/** Answer of GET /analytics/summary, the figures of Home: of the 30 days from `from` to `to`, today, and of the 30 before them. */
export const summarySchema = z.object({
  orderImport: orderImportSchema,
  currencyCode: z.string().nullable(),
  from: day,
  to: day,
  /** Whether items of the plans were sold in another currency in the 30 days; revenue leaves them out. */
  hasOtherCurrencies: z.boolean(),
  current: totalsSchema,
  previous: totalsSchema,
});

export type Summary = z.infer<typeof summarySchema>;
