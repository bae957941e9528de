import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Analytics } from '#contract/analytics.ts';
import { subscriptionTurns } from '../order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  orderedWeekSchema,
  ordersByWeek,
  ordersOfWeeks,
  revenueByPlan,
  soldPlanSchema,
  subscriptionOrdersOfWeeks,
  weekOfOrdersSchema,
} from './orders.ts';
import type { Range } from './range.ts';
import {
  activeByWeek,
  eventsOfWeeks,
  eventWeekSchema,
  retainedCustomers,
  retainedSchema,
  retentionByCohort,
} from './subscriptions.ts';

type Answer = Pick<
  Analytics,
  'hasOtherCurrencies' | 'activeSubscriptions' | 'revenueByPlan' | 'ordersByWeek' | 'retention'
>;

const answerSchema = z.object({
  events: z.array(eventWeekSchema),
  sold: z.array(soldPlanSchema),
  subscribed: z.array(orderedWeekSchema),
  ordered: z.array(weekOfOrdersSchema),
  retained: z.array(retainedSchema),
});

const nothing: z.output<typeof answerSchema> = {
  events: [],
  sold: [],
  subscribed: [],
  ordered: [],
  retained: [],
};

function listOf(query: SQL): SQL {
  return sql`(select coalesce(json_agg(part), '[]'::json) from (${query}) part)`;
}

/**
 * What the subscriptions and orders of a range were, revenue in minor units of the currency. The items are read and put in their
 * customers' turns once for all of it: on 50,000 orders that is most of the work.
 */
export async function analyticsIn(range: Range, currencyCode: string | null): Promise<Answer> {
  const [answer = nothing] = await rowsOf(
    range.database,
    answerSchema,
    sql`
      with line as materialized (${subscriptionTurns(range.shop, range.timeZone)})
      select
        ${listOf(eventsOfWeeks(range))} as events,
        ${listOf(revenueByPlan(range, currencyCode))} as sold,
        ${listOf(subscriptionOrdersOfWeeks(range))} as subscribed,
        ${listOf(ordersOfWeeks(range, currencyCode))} as ordered,
        ${listOf(retainedCustomers(range))} as retained`,
  );
  const { events, sold, subscribed, ordered, retained } = answer;
  return {
    hasOtherCurrencies: ordered.some(({ has_other_currencies: hasOthers }) => hasOthers),
    activeSubscriptions: activeByWeek(range, events),
    revenueByPlan: sold,
    ordersByWeek: ordersByWeek(range, ordered, subscribed),
    retention: retentionByCohort(range, retained),
  };
}
