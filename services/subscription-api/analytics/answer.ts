import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Analytics, Totals } from '#contract/analytics.ts';
import { subscriptionTurns } from '../fulfilling/order/subscription-lines.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  disambiguatePlans,
  isSoldInOthers,
  orderedWeekSchema,
  ordersByWeek,
  ordersOfWeeks,
  revenueByPlan,
  soldPlanSchema,
  subscriptionOrdersOfWeeks,
  weekOfOrdersSchema,
} from './orders.ts';
import { type Counting, type Range, rangeBefore } from './range.ts';
import {
  activeByWeek,
  begunContracts,
  begunContractsSchema,
  contractEventsOfWeeks,
  eventsOfWeeks,
  eventWeekSchema,
  retainedCustomers,
  retainedSchema,
  retentionByCohort,
} from './subscriptions.ts';
import { totalsOf, totalsRowSchema } from './totals.ts';

type Answer = Pick<
  Analytics,
  | 'hasOtherCurrencies'
  | 'totals'
  | 'activeSubscriptions'
  | 'revenueByPlan'
  | 'ordersByWeek'
  | 'retention'
>;

const answerSchema = z.object({
  totals: totalsRowSchema,
  events: z.array(eventWeekSchema),
  sold: z.array(soldPlanSchema),
  subscribed: z.array(orderedWeekSchema),
  ordered: z.array(weekOfOrdersSchema),
  retained: z.array(retainedSchema),
  has_other_currencies: z.boolean(),
});

function listOf(query: SQL): SQL {
  return sql`(select coalesce(json_agg(part), '[]'::json) from (${query}) part)`;
}

function oneOf(query: SQL): SQL {
  return sql`(select row_to_json(part) from (${query}) part)`;
}

/** Runs `selected` over `line`, the shop's subscription items in their customers' turns. On 50,000 orders, `line` is most of the work. */
async function ofLines<Row>(
  { database, shop, timeZone }: Range,
  row: z.ZodType<Row>,
  selected: SQL,
): Promise<Row> {
  const asked = sql`with line as materialized (${subscriptionTurns(shop, timeZone)}) select ${selected}`;
  const [answer] = await database.transaction(async (transaction) => {
    // Sorts a large store's items in memory; with the default they would spill to disk.
    await transaction.execute(sql`set local work_mem = '32MB'`);
    return await rowsOf(transaction, row, asked);
  });
  if (answer === undefined) throw new Error('The database answered no row.');
  return answer;
}

/** A range's subscriptions, orders and retention; revenue is in minor units of the currency. */
export async function analyticsIn(
  range: Range,
  currencyCode: string | null,
  counting: Counting,
): Promise<Answer> {
  const { events, sold, subscribed, ordered, retained, totals, has_other_currencies } =
    await ofLines(
      range,
      answerSchema,
      sql`
        ${oneOf(totalsOf(range, currencyCode))} as totals,
        ${listOf(counting.byContracts ? contractEventsOfWeeks(range) : eventsOfWeeks(range))} as events,
        ${listOf(revenueByPlan(range, currencyCode))} as sold,
        ${listOf(subscriptionOrdersOfWeeks(range))} as subscribed,
        ${listOf(ordersOfWeeks(range))} as ordered,
        ${listOf(retainedCustomers(range))} as retained,
        ${isSoldInOthers(range, currencyCode)} as has_other_currencies`,
    );
  const activeSubscriptions = activeByWeek(range, events);
  const newSubscriptions = activeSubscriptions.reduce((sum, { started }) => sum + started, 0);
  return {
    hasOtherCurrencies: has_other_currencies,
    totals: { ...totals, newSubscriptions },
    activeSubscriptions,
    revenueByPlan: disambiguatePlans(sold),
    ordersByWeek: ordersByWeek(range, ordered, subscribed),
    retention: retentionByCohort(range, retained),
  };
}

const comparedSchema = z
  .object({
    current: totalsRowSchema,
    previous: totalsRowSchema,
    /** Null if the subscriptions are counted by orders. */
    contracts: begunContractsSchema.nullable(),
    has_other_currencies: z.boolean(),
  })
  .transform(({ current, previous, contracts, has_other_currencies: hasOtherCurrencies }) => ({
    current: { ...current, ...(contracts && { newSubscriptions: contracts.current }) },
    previous: { ...previous, ...(contracts && { newSubscriptions: contracts.previous }) },
    hasOtherCurrencies,
  }));

/** A range's totals, and those of as many days before it. */
export async function comparedTotalsIn(
  range: Range,
  currencyCode: string | null,
  counting: Counting,
): Promise<{ current: Totals; previous: Totals; hasOtherCurrencies: boolean }> {
  const selected = sql`
    ${oneOf(totalsOf(range, currencyCode))} as current,
    ${oneOf(totalsOf(rangeBefore(range), currencyCode))} as previous,
    ${counting.byContracts ? oneOf(begunContracts(range)) : sql`null`} as contracts,
    ${isSoldInOthers(range, currencyCode)} as has_other_currencies`;
  return await ofLines(range, comparedSchema, selected);
}
