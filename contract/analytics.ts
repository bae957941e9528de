import { z } from 'zod';
import { maximumRangeDays } from './analytics-limits.ts';
import { daysBetween, isDay } from './calendar.ts';
import { orderCollectionSchema } from './store-order.ts';

const day = z.string().refine(isDay, 'Please enter a date such as 2026-01-31');
const count = z.number().int();

/**
 * Days of the store's calendar, both included: until today, and the year before, where they are missing. `days` counts back from the
 * last one, in place of `from`.
 */
export const analyticsQuerySchema = z
  .object({
    from: day.optional(),
    to: day.optional(),
    days: z.coerce.number().int().min(1).max(maximumRangeDays).optional(),
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const days = daysBetween(from, to);
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['from'], message });
    if (days < 0) refuse('The first day must not be after the last');
    if (days >= maximumRangeDays) refuse('Please choose a range of two years or less');
  });

/** A week by its Monday. */
const weekSchema = z.object({ week: day });

/** `active` is at the week's end, or at the range's. */
export const activeWeekSchema = weekSchema.extend({ active: count, started: count, ended: count });

/** What a plan sold in the range, after discounts and returned items, without shipping and taxes. */
export const planRevenueSchema = z.object({
  planId: z.string(),
  planName: z.string(),
  orders: count,
  subscribers: count,
  /** Minor units of the answer's currency. */
  revenue: count,
});

/** Orders of a week: those that began a subscription, those that went on with one, and those without a plan. */
export const orderWeekSchema = weekSchema.extend({ first: count, renewal: count, oneTime: count });

/**
 * The customers whose first subscription order was in a month, and how many of them had a subscription so many months later (from
 * 0 on); null where not all of them have been customers for so long.
 */
export const cohortSchema = z.object({
  month: day,
  subscribers: count,
  retained: z.array(count.nullable()),
});

/**
 * Answer of GET /analytics. A subscription is a customer's orders by one plan; it counts as active from an order until one and a half
 * of the plan's periods after it. Cancelled orders count nowhere.
 */
export const analyticsSchema = z.object({
  collection: orderCollectionSchema,
  from: day,
  to: day,
  /** The store's; null before its first order was read. */
  currencyCode: z.string().nullable(),
  /** Whether items of the plans were sold in another currency in the range; revenue leaves them out. */
  hasOtherCurrencies: z.boolean(),
  activeSubscriptions: z.array(activeWeekSchema),
  revenueByPlan: z.array(planRevenueSchema),
  ordersByWeek: z.array(orderWeekSchema),
  retention: z.array(cohortSchema),
});

export type Analytics = z.infer<typeof analyticsSchema>;
export type ActiveWeek = z.infer<typeof activeWeekSchema>;
export type PlanRevenue = z.infer<typeof planRevenueSchema>;
export type OrderWeek = z.infer<typeof orderWeekSchema>;
export type Cohort = z.infer<typeof cohortSchema>;

/** A number now, and 30 days ago or in the 30 days before. */
const comparedSchema = z.object({ current: count, previous: count });

/** Answer of GET /analytics/summary, the figures of Home. */
export const summarySchema = z.object({
  collection: orderCollectionSchema,
  currencyCode: z.string().nullable(),
  /** Now against 30 days ago. */
  activeSubscriptions: comparedSchema,
  /** Begun in the last 30 days against the 30 before. */
  newSubscriptions: comparedSchema,
  /** Of the plans' items in the last 30 days against the 30 before, in minor units. */
  revenue: comparedSchema,
});

export type Summary = z.infer<typeof summarySchema>;
