import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, startOfDay } from '#contract/calendar.ts';
import {
  outcomesSchema,
  type RecurringOrderList,
  type RecurringOrderListQuery,
} from '#contract/recurring-orders.ts';
import { contains, keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { hasOutcome, ofLatestAttempt } from './outcome.ts';
import { formerLinesAt, readOrders, standings } from './rows.ts';
import { windowOf } from './window.ts';

/** An order's id as one text, by which the list sorts orders of the same time. */
const id = sql`(standing.contract_id || '/' || standing.cycle_index)`;

/**
 * How a search reads orders. If up to `few` subscriptions match, it reads all of their orders. If more match, it goes through the list and compares
 * each order with the matches. Beyond `many` matches it looks into each order, because it soon meets one that matches.
 */
const searchBounds = { few: 200, many: 10_000 };

/** Of a `customer`, whether what was typed is in the name or address. */
export const ofCustomer = (typed: string) =>
  contains(typed, [sql`customer.display_name`, sql`customer.email`]);
/** Of a `line`, whether it is in what is sold. */
export const ofLine = (typed: string) =>
  contains(typed, [sql`line.title`, sql`line.variant_title`]);
const ofName = (typed: string) => contains(typed, [sql`made.order_name`]);

/** The ids of a shop's contracts whose customer matches what was typed; `some` is a limit. */
const contractsOf = (shop: string, typed: string, some: SQL) => sql`
  select contract.id from (
    select customer.id from store_customer customer
    where customer.shop = ${shop} and ${ofCustomer(typed)} offset 0
  ) customer
  join subscription_contract contract on contract.shop = ${shop} and contract.customer_id = customer.id ${some}`;
/** The ids of those that hold it. */
const contractsHolding = (shop: string, typed: string, some: SQL) => sql`
  select line.contract_id as id from subscription_contract_line line
  where line.shop = ${shop} and ${ofLine(typed)} ${some}`;

/** The ids of a shop's contracts whose customer or lines match what was typed; `some` is the limit of each of both. */
export const contractsWith = (shop: string, typed: string, some: SQL) =>
  sql`(${contractsOf(shop, typed, some)}) union all (${contractsHolding(shop, typed, some)})`;

/** Whether what was typed is in what a `standing` held when it was paid, where its contract has been changed since. Null of any other. */
const isInPaid = (shop: string, typed: string) => sql`case when standing.state = 'paid' then (
  select bool_or(${ofLine(typed)} is true) ${formerLinesAt(shop, sql`standing.changed_at`)}) end`;

/**
 * Searches customers, items, and the names of orders that were made. Returns the conditions for a `standing` that matches, of those that billing has
 * looked at and of the others, and whether so few match that all of them are read.
 */
async function found(
  { shop, database }: ShopContext,
  typed: string,
  { few, many }: typeof searchBounds,
): Promise<{ kept: SQL; fresh: SQL; isRare: boolean }> {
  const some = sql`limit ${many + 1}`;
  const [matches] = await rowsOf(
    database,
    z.object({
      rows: z.coerce.number().int(),
      customers: z.array(z.string()),
      holding: z.array(z.string()),
      held: z.array(z.string()),
      orders: z.array(z.string()),
    }),
    sql`with customers as materialized (${contractsOf(shop, typed, some)}),
      holding as materialized (${contractsHolding(shop, typed, some)}),
      held as materialized (
        select line.contract_id as id from former_contract_line line
        where line.shop = ${shop} and ${ofLine(typed)} ${some}
      )
      select (select count(*) from customers) + (select count(*) from holding) + (select count(*) from held) as rows,
        array(select distinct id from customers) as customers, array(select distinct id from holding) as holding,
        array(select distinct id from held) as held,
        array(
          select made.contract_id || '/' || made.cycle_index from billing_attempt made
          where made.shop = ${shop} and ${ofName(typed)} ${some}
        ) as orders`,
  );
  if (matches && matches.rows + matches.orders.length <= many) {
    const { customers, holding, held, orders } = matches;
    const ofOrders = orders.map((order) => order.slice(0, order.lastIndexOf('/')));
    const contracts = [...new Set([...customers, ...holding, ...held])];
    const isRare = contracts.length + orders.length <= few;
    // `is true` keeps the database from looking up very many one by one in an index.
    const isOneOf = (value: SQL, texts: string[]) =>
      sql`(${value} = any(${sql.param(texts)}::text[])) ${isRare ? sql`` : sql`is true`}`;
    const contract = sql`standing.contract_id`;
    const isHolding = isOneOf(contract, holding);
    return {
      kept: sql`${isOneOf(contract, [...contracts, ...ofOrders])}
        and (${isOneOf(contract, customers)} or ${isOneOf(id, orders)} or coalesce(${isInPaid(shop, typed)}, ${isHolding}))`,
      fresh: isOneOf(contract, [...customers, ...holding]),
      isRare,
    };
  }
  // Each in a subquery of its own, or the database would first read everything that matches.
  const where = (isPaidWith: SQL) => sql`coalesce(
    (select true from subscription_contract contract
      join store_customer customer on customer.shop = ${shop} and customer.id = contract.customer_id
      where contract.shop = ${shop} and contract.id = standing.contract_id and ${ofCustomer(typed)} limit 1),
    (select true from billing_attempt made
      where made.shop = ${shop} and made.contract_id = standing.contract_id
        and made.cycle_index = standing.cycle_index and ${ofName(typed)} limit 1),
    ${isPaidWith},
    (select true from subscription_contract_line line
      where line.shop = ${shop} and line.contract_id = standing.contract_id and ${ofLine(typed)} limit 1),
    false)`;
  return { kept: where(isInPaid(shop, typed)), fresh: where(sql`null`), isRare: false };
}

/** A page of the shop's recurring orders (contract/recurring-orders.ts). */
export async function listRecurringOrders(
  context: ShopContext,
  query: RecurringOrderListQuery,
  bounds = searchBounds,
): Promise<RecurringOrderList> {
  const { shop } = context;
  const window = await windowOf(context);
  const { timeZone } = window;
  const { day, until, failureClass } = query;
  const outcomes =
    query.outcome === undefined ? undefined : outcomesSchema.parse(query.outcome.split(','));
  const page = keysetPage(query, sql`standing.expected_at`, id);
  const ofBoth = [page.where ?? sql`true`];
  const startOf = (each: string) => sql`${startOfDay(timeZone, each).toISOString()}::timestamptz`;
  if (day !== undefined) ofBoth.push(sql`standing.expected_at >= ${startOf(day)}`);
  for (const last of [day, until]) {
    if (last !== undefined) {
      ofBoth.push(sql`standing.expected_at < ${startOf(addDays(last, 1))}`);
    }
  }
  const search = query.query ? await found(context, query.query, bounds) : undefined;
  const ofKept = [...ofBoth, search?.kept ?? sql`true`];
  const ofFresh = [...ofBoth, search?.fresh ?? sql`true`];
  if (outcomes !== undefined) {
    ofKept.push(hasOutcome(shop, outcomes));
  }
  if (failureClass !== undefined) {
    const isOfClass = sql`latest.state = 'failed' and latest.failure_class = ${failureClass}`;
    ofKept.push(sql`standing.state <> 'paid' and ${ofLatestAttempt(shop, isOfClass)}`);
  }
  // An order that nobody has looked at can't have failed.
  const hasFresh = failureClass === undefined && outcomes?.includes('upcoming') !== false;
  const orders = await readOrders(context, {
    window,
    orderBy: page.orderBy,
    page: sql`select standing.* from ${standings(shop, window, {
      kept: sql.join(ofKept, sql` and `),
      fresh: hasFresh ? sql.join(ofFresh, sql` and `) : sql`false`,
      // With a limit, the database might go through all orders for the few that match.
      page: search?.isRare ? undefined : page,
    })} standing order by ${page.orderBy} limit ${page.limit}`,
  });
  const { rows, pageInfo } = page.finish(
    orders.map((order) => ({
      at: order.expectedAt,
      id: `${order.contract}/${order.cycle}`,
      order,
    })),
  );
  return { orders: rows.map(({ order }) => order), pageInfo };
}
