import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Analytics } from '#contract/analytics.ts';
import { subscriptionTurns } from '../order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  isSoldInOthers,
  orderedWeekSchema,
  ordersByWeek,
  ordersOfWeeks,
  revenueByPlan,
  soldPlanSchema,
  subscriptionOrdersOfWeeks,
  toldApart,
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
  has_other_currencies: z.boolean(),
});

const nothing: z.output<typeof answerSchema> = {
  events: [],
  sold: [],
  subscribed: [],
  ordered: [],
  retained: [],
  has_other_currencies: false,
};

function listOf(query: SQL): SQL {
  return sql`(select coalesce(json_agg(part), '[]'::json) from (${query}) part)`;
}

/**
 * What the subscriptions and orders of a range were, revenue in minor units of the currency. The items are read and put in their
 * customers' turns once for all of it: on 50,000 orders that is most of the work.
 */
export async function analyticsIn(range: Range, currencyCode: string | null): Promise<Answer> {
  const asked = sql`
      with line as materialized (${subscriptionTurns(range.shop, range.timeZone)})
      select
        ${listOf(eventsOfWeeks(range))} as events,
        ${listOf(revenueByPlan(range, currencyCode))} as sold,
        ${listOf(subscriptionOrdersOfWeeks(range))} as subscribed,
        ${listOf(ordersOfWeeks(range))} as ordered,
        ${listOf(retainedCustomers(range))} as retained,
        ${isSoldInOthers(range, currencyCode)} as has_other_currencies`;
  const [answer = nothing] = await range.database.transaction(async (transaction) => {
    // A large store's items are sorted in memory: by default they would go to a disk and back.
    await transaction.execute(sql`set local work_mem = '32MB'`);
    return await rowsOf(transaction, answerSchema, asked);
  });
  const { events, sold, subscribed, ordered, retained } = answer;
  return {
    hasOtherCurrencies: answer.has_other_currencies,
    activeSubscriptions: activeByWeek(range, events),
    revenueByPlan: toldApart(sold),
    ordersByWeek: ordersByWeek(range, ordered, subscribed),
    retention: retentionByCohort(range, retained),
  };
}
