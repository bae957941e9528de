import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, startOfDay } from '#contract/calendar.ts';
import {
  outcomesSchema,
  type RecurringOrder,
  type RecurringOrderList,
  type RecurringOrderListQuery,
} from '#contract/recurring-orders.ts';
import { contains, keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { hasOutcome, ofLatestAttempt } from './outcome.ts';
import { readOrders, standings } from './rows.ts';
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

/** The ids of a shop's contracts whose customer or lines match what was typed; `some` is the limit of each of both. */
export const contractsWith = (shop: string, typed: string, some: SQL) => sql`
  (select contract.id from (
      select customer.id from store_customer customer
      where customer.shop = ${shop} and ${ofCustomer(typed)} offset 0
    ) customer
    join subscription_contract contract on contract.shop = ${shop} and contract.customer_id = customer.id ${some})
  union all
  (select line.contract_id from subscription_contract_line line
    where line.shop = ${shop} and ${ofLine(typed)} ${some})`;

/**
 * Searches customers, items, and the names of orders that were made. Returns the condition for a `standing` that matches, and whether so few match
 * that all of them are read.
 */
async function found(
  { shop, database }: ShopContext,
  typed: string,
  { few, many }: typeof searchBounds,
): Promise<{ where: SQL; isRare: boolean }> {
  const some = sql`limit ${many + 1}`;
  const [matches] = await rowsOf(
    database,
    z.object({
      rows: z.coerce.number().int(),
      contracts: z.array(z.string()),
      orders: z.array(z.string()),
    }),
    sql`with matching as materialized (${contractsWith(shop, typed, some)})
      select (select count(*) from matching) as rows, array(select distinct id from matching) as contracts,
        array(
          select made.contract_id || '/' || made.cycle_index from billing_attempt made
          where made.shop = ${shop} and ${ofName(typed)} ${some}
        ) as orders`,
  );
  if (matches && matches.rows + matches.orders.length <= many) {
    const { contracts, orders } = matches;
    const isRare = contracts.length + orders.length <= few;
    // `is true` keeps the database from looking up very many one by one in an index.
    const isOneOf = (value: SQL, texts: string[]) =>
      sql`(${value} = any(${sql.param(texts)}::text[])) ${isRare ? sql`` : sql`is true`}`;
    const contract = sql`standing.contract_id`;
    const ofOrders = orders.map((order) => order.slice(0, order.lastIndexOf('/')));
    const where =
      orders.length === 0
        ? isOneOf(contract, contracts)
        : sql`${isOneOf(contract, [...contracts, ...ofOrders])}
          and (${isOneOf(contract, contracts)} or ${isOneOf(id, orders)})`;
    return { where, isRare };
  }
  // Each in a subquery of its own, or the database would first read everything that matches.
  const where = sql`coalesce(
    (select true from subscription_contract contract
      join store_customer customer on customer.shop = ${shop} and customer.id = contract.customer_id
      where contract.shop = ${shop} and contract.id = standing.contract_id and ${ofCustomer(typed)} limit 1),
    (select true from subscription_contract_line line
      where line.shop = ${shop} and line.contract_id = standing.contract_id and ${ofLine(typed)} limit 1),
    (select true from billing_attempt made
      where made.shop = ${shop} and made.contract_id = standing.contract_id
        and made.cycle_index = standing.cycle_index and ${ofName(typed)} limit 1),
    false)`;
  return { where, isRare: false };
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
  if (search !== undefined) ofBoth.push(search.where);
  const ofKept = [...ofBoth];
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
      fresh: hasFresh ? sql.join(ofBoth, sql` and `) : sql`false`,
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
  return { orders: rows.map(({ order }) => order), pageInfo, timeZone };
}

/** Those of the named orders that exist, the earliest first. */
export async function findRecurringOrders(
  context: ShopContext,
  names: readonly Pick<RecurringOrder, 'contract' | 'cycle'>[],
): Promise<RecurringOrder[]> {
  if (names.length === 0) return [];
  const window = await windowOf(context);
  const named = sql`(standing.contract_id, standing.cycle_index) in (${sql.join(
    names.map(({ contract, cycle }) => sql`(${contract}, ${cycle}::integer)`),
    sql`, `,
  )})`;
  const all = standings(context.shop, window, { kept: named, fresh: named });
  return await readOrders(context, {
    window,
    orderBy: sql`standing.expected_at, standing.contract_id`,
    page: sql`select standing.* from ${all} standing`,
  });
}
