import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayIn } from '#contract/calendar.ts';
import { formatProduct, formatTimeZone } from '#contract/format.ts';
import { failureClasses, type RecurringOrder } from '#contract/recurring-orders.ts';
import { lastDayForChange } from '#contract/roast-days.ts';
import { roastInWords } from '#contract/roast-words.ts';
import { anchorSchema } from '#contract/selling-plan.ts';
import type { KeysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { isoOf } from '../../store/sql-time.ts';
import { decisionsFor } from '../billing/decisions.ts';
import {
  type ForeseenOrder,
  foreseeRotating,
  hasCoffeePrices,
  titlesOf,
} from '../rotation/foresee-orders.ts';
import { heldOf } from '../rotation/held.ts';
import { explanationOf, mayBeMadeSql, outcomeOf } from './outcome.ts';

/**
 * The range of orders that are shown: untouched ones are from `since` on, and none are from `until` on. Those `beyond` are never made: their contracts have
 * had all orders of their plan by then, and Shopify goes on listing cycles.
 */
export type Window = {
  since: Date;
  until: Date;
  beyond: readonly { contract: string; cycle: number }[];
};

/** Whether an untouched order, as `standing`, is one of those beyond its plan's last one. */
export const isBeyond = (beyond: Window['beyond']): SQL =>
  beyond.length === 0
    ? sql`false`
    : sql`(standing.contract_id, standing.cycle_index) in (select * from unnest(
        ${sql.param(beyond.map(({ contract }) => contract))}::text[], ${sql.param(beyond.map(({ cycle }) => cycle))}::integer[]
      ))`;

/** Whether an order of a `contract` that billing has looked at, as `standing`, is forecast. One by use is, once it was asked for. */
export const isForeseen = sql`contract.status = 'ACTIVE' and contract.gone_at is null
  and (contract.is_usage_based = false or standing.ordered_at is not null)`;

/**
 * Whether an order is forecast for a cycle of the mirror, as `standing`: only then it has an amount. Billing has not looked at it then
 * (`endForecast`).
 */
export const isForeseenCycle = sql`standing.amount is not null and not standing.is_billed and not standing.is_skipped`;

/** What the contract of a `standing` held at a time, as `line`s; none where nobody has changed it since. */
export const formerLinesAt = (shop: string, time: SQL) => sql`from former_contract_line line
  where line.shop = ${shop} and line.contract_id = standing.contract_id and line.until = (
    select min(changed.until) from former_contract_line changed
    where changed.shop = ${shop} and changed.contract_id = standing.contract_id and changed.until > ${time}
  )`;

/**
 * All shown orders of a shop, as `standing`: those that billing has looked at, and the mirror's cycles that nobody has looked at yet. Subscriptions
 * that aren't known to be charged by date have none of the latter. `which` narrows both parts by the columns of `standing`; a `page` limits both, and reads of the former only
 * what comes before the page's end. Those not looked at cost what their contract does: without the amount, an index has all that is read of them.
 */
export function standings(
  shop: string,
  { since, until, beyond }: Window,
  which: {
    kept?: SQL;
    fresh?: SQL;
    page?: Pick<KeysetPage, 'orderBy' | 'limit' | 'isDescending'> | undefined;
  } = {},
): SQL {
  const { kept = sql`true`, fresh = sql`true`, page } = which;
  const first = page ? sql`order by ${page.orderBy} limit ${page.limit}` : sql`offset 0`;
  const [isBeforeEnd, end, noEnd] = page?.isDescending
    ? [sql`>=`, sql`min(fresh.expected_at)`, sql`'-infinity'`]
    : [sql`<=`, sql`max(fresh.expected_at)`, sql`'infinity'`];
  const isOnPage = page
    ? sql`standing.expected_at ${isBeforeEnd} coalesce((select ${end} from fresh having count(*) = ${page.limit}), ${noEnd})`
    : sql`true`;
  return sql`(
    with fresh as materialized (select standing.contract_id, standing.cycle_index, standing.expected_at, null as state,
      null as reason, null::timestamptz as next_at, null::bigint as amount, null as currency_code, null::timestamptz as ordered_at
    from billing_cycle standing
    where standing.shop = ${shop} and ${isForeseenCycle}
      and standing.expected_at >= ${since.toISOString()}::timestamptz
      and standing.expected_at < ${until.toISOString()}::timestamptz
      and not ${isBeyond(beyond)} and ${fresh} ${first})
    (select standing.contract_id, standing.cycle_index, standing.expected_at, standing.state, standing.reason,
      standing.next_at, standing.amount, standing.currency_code, standing.ordered_at
    from cycle_billing standing
    where standing.shop = ${shop} and standing.expected_at < ${until.toISOString()}::timestamptz and ${isOnPage} and ${kept}
    ${first})
    union all
    select * from fresh
  )`;
}

/**
 * What was added to orders of a shop alone, in minor units, as `added`, with the order that it goes out with as `standing`: its contract's first that is to
 * come. `which` narrows it by the columns of `extra`.
 */
export const addedOnce = (shop: string, window: Window, which = sql`true`): SQL => sql`(
    select extra.contract_id, sum(extra.price * extra.quantity) as amount from order_extra extra
    where extra.shop = ${shop} and extra.ended_at is null and ${which}
    group by extra.contract_id
  ) added
  cross join lateral (
    select coming.* from ${standings(shop, window, {
      kept: sql`standing.state = 'open' and standing.contract_id = added.contract_id`,
      fresh: sql`standing.contract_id = added.contract_id`,
    })} coming
    order by coming.expected_at, coming.cycle_index limit 1
  ) standing`;

/** The latest attempt at each `standing` that may have been made, as `attempt`. An order that nobody has looked at has none. */
export const latestAttempt = (shop: string): SQL => sql`left join lateral (
  select latest.number, latest.state, latest.error_code, latest.failure_class, latest.order_id, latest.order_name,
    latest.amount, latest.currency_code, latest.held, latest.settled_at
  from billing_attempt latest
  where standing.state is not null and latest.shop = ${shop}
    and latest.contract_id = standing.contract_id and latest.cycle_index = standing.cycle_index
    and ${mayBeMadeSql}
  order by latest.number desc limit 1
) attempt on true`;

/** An order's total at the current prices of a `contract`, before tax, in minor units. */
export const contractAmount = sql`(contract.delivery_price + (
  select coalesce(sum(line.price * line.quantity), 0) from subscription_contract_line line
  where line.shop = contract.shop and line.contract_id = contract.id
))`;

const nullableText = z.string().nullable();

const itemSchema = z.object({
  line: z.string(),
  title: z.string(),
  variantTitle: nullableText,
  quantity: z.number().int(),
});

/** The items of a `line`'s contract, in its order, for `itemSchema`. */
const itemsOfLine = sql`json_agg(json_build_object('line', line.id, 'title', line.title,
  'variantTitle', line.variant_title, 'quantity', line.quantity) order by line.position)`;

const rowSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  at: z.string(),
  state: z.enum(['open', 'paid', 'left', 'ended', 'listed']).nullable(),
  reason: nullableText,
  next_at: nullableText,
  attempts: z.number().int().nullable(),
  attempt_state: z.enum(['begun', 'pending', 'challenged', 'failed', 'paid']).nullable(),
  error_code: nullableText,
  failure_class: z.enum(failureClasses).nullable(),
  order_id: nullableText,
  order_name: nullableText,
  amount: z.coerce.number().int().nullable(),
  currency_code: nullableText,
  display_name: nullableText,
  anchors: z.array(anchorSchema).nullable(),
  cutoff: z.number().int().nullable(),
  items: z.array(itemSchema),
  held: z.unknown(),
});

/** An order to come: its roast day with the last moment for a change, and whether its amount is that of the coffees that it brings. */
function newsOf(
  { anchors, cutoff }: Pick<z.infer<typeof rowSchema>, 'anchors' | 'cutoff'>,
  day: string,
  timeZone: string,
  foreseen: ForeseenOrder | undefined,
): RecurringOrder['explanation'] {
  const last = lastDayForChange({ anchors: anchors ?? [], cutoff }, day);
  const said = [
    ...(last === null || last >= day
      ? []
      : [`${roastInWords(day, last, formatTimeZone(timeZone))}.`]),
    ...(foreseen !== undefined && hasCoffeePrices(foreseen)
      ? ['The next product of its rotation has its own price, so it may cost another amount.']
      : []),
  ];
  return said.length === 0 ? null : { happened: said.join(' '), whatToDo: null };
}

/** Whether its rotating lines get their coffees with the next attempt. One that is under way or paid holds what that attempt says. */
const isToCome = ({ state, attempt_state }: z.infer<typeof rowSchema>) =>
  (state === null || state === 'open') && (attempt_state === null || attempt_state === 'failed');

function orderOf(
  row: z.infer<typeof rowSchema>,
  timeZone: string,
  {
    coffees,
    added,
    foreseen,
  }: { coffees: ReadonlyMap<string, string>; added: number; foreseen?: ForeseenOrder | undefined },
): RecurringOrder {
  const { state, reason, attempt_state, error_code } = row;
  const attempt = attempt_state === null ? null : { state: attempt_state, errorCode: error_code };
  const standing = { state, reason, attempt };
  const day = dayIn(timeZone, new Date(row.at));
  const outcome = outcomeOf(standing);
  const failureClass = attempt_state === 'failed' ? (row.failure_class ?? 'unknown') : null;
  return {
    contract: row.contract,
    cycle: row.cycle,
    day,
    expectedAt: row.at,
    customer: row.display_name === null ? null : { displayName: row.display_name },
    items: row.items.map(
      (item) =>
        `${item.quantity} × ${formatProduct({ ...item, title: coffees.get(item.line) ?? item.title })}`,
    ),
    amount: (row.amount ?? 0) + added,
    currencyCode: row.currency_code ?? '',
    outcome,
    explanation:
      explanationOf(standing) ??
      (outcome === 'upcoming' ? newsOf(row, day, timeZone, foreseen) : null),
    attempts: row.attempts ?? 0,
    nextAt: row.next_at,
    order: row.order_id === null ? null : { id: row.order_id, name: row.order_name },
    decisions: decisionsFor({ state, reason, failureClass }),
  };
}

/** Reads the orders that `page` selects, a query of `standing`'s columns, in the order of `orderBy`. */
export async function readOrders(
  context: ShopContext,
  { page, orderBy, window }: { page: SQL; orderBy: SQL; window: Window & { timeZone: string } },
): Promise<RecurringOrder[]> {
  const { shop, database } = context;
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`select standing.contract_id as contract, standing.cycle_index as cycle,
        ${isoOf(sql`standing.expected_at`)} as at, standing.state, standing.reason,
        ${isoOf(sql`standing.next_at`)} as next_at, attempt.number as attempts,
        attempt.state as attempt_state, attempt.error_code, attempt.failure_class, attempt.order_id, attempt.order_name,
        coalesce(standing.amount, case when attempt.state <> 'failed' then attempt.amount end, contract.delivery_price + lines.amount) as amount,
        coalesce(contract.currency_code, attempt.currency_code) as currency_code,
        contract.anchors, contract.cutoff, attempt.held,
        customer.display_name, coalesce(former.items, lines.items, '[]') as items
      from (${page}) standing
      left join subscription_contract contract
        on contract.shop = ${shop} and contract.id = standing.contract_id
      left join store_customer customer
        on customer.shop = ${shop} and customer.id = contract.customer_id
      ${latestAttempt(shop)}
      left join lateral (
        select ${itemsOfLine} as items, coalesce(sum(line.price * line.quantity), 0) as amount
        from subscription_contract_line line
        where line.shop = ${shop} and line.contract_id = standing.contract_id
      ) lines on true
      left join lateral (
        select ${itemsOfLine} as items
        ${formerLinesAt(shop, sql`attempt.settled_at`)}
      ) former on attempt.state = 'paid'
      order by ${orderBy}`,
  );
  const toCome = rows.filter(isToCome);
  const [foreseenOf, addedTo] = await Promise.all([
    foreseeRotating(context, toCome),
    findAdded(context, toCome, window),
  ]);
  return rows.map((row) => {
    if (isToCome(row)) {
      const foreseen = foreseenOf(row);
      const coffees = titlesOf(foreseen);
      return orderOf(row, window.timeZone, { coffees, added: addedTo(row), foreseen });
    }
    const held = (row.attempt_state === 'failed' ? null : heldOf(row.held)) ?? [];
    const coffees = new Map(held.map(({ line, title }) => [line, title]));
    return orderOf(row, window.timeZone, { coffees, added: 0 });
  });
}

const addedSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  amount: z.coerce.number().int(),
});

/** What each of the orders costs more for what was added to it alone, in minor units. */
async function findAdded(
  { shop, database }: ShopContext,
  orders: readonly Pick<RecurringOrder, 'contract' | 'cycle'>[],
  window: Window,
): Promise<(order: Pick<RecurringOrder, 'contract' | 'cycle'>) => number> {
  if (orders.length === 0) return () => 0;
  const ids = [...new Set(orders.map(({ contract }) => contract))];
  const found = await rowsOf(
    database,
    addedSchema,
    sql`select standing.contract_id as contract, standing.cycle_index as cycle, added.amount
      from ${addedOnce(shop, window, sql`extra.contract_id = any(${sql.param(ids)}::text[])`)}`,
  );
  return ({ contract, cycle }) =>
    found.find((one) => one.contract === contract && one.cycle === cycle)?.amount ?? 0;
}
