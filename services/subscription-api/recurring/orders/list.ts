import { type SQL, sql } from 'drizzle-orm';
import { addDays, startOfDay } from '#contract/calendar.ts';
import {
  outcomesSchema,
  type RecurringOrder,
  type RecurringOrderList,
  type RecurringOrderListQuery,
} from '#contract/recurring-orders.ts';
import { contains, keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { outcomeSql, statesOf } from './outcome.ts';
import { latestAttempt, readOrders, standings } from './rows.ts';
import { windowOf } from './window.ts';

const list = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** What is searched: whom the order goes to, what is in it, and its name once it was made. */
function found(shop: string, typed: string): SQL {
  return sql`(
    standing.contract_id in (
      select contract.id from subscription_contract contract
      left join store_customer customer
        on customer.shop = contract.shop and customer.id = contract.customer_id
      where contract.shop = ${shop}
        and ${contains(typed, [sql`customer.display_name`, sql`customer.email`])}
      union
      select line.contract_id from subscription_contract_line line
      where line.shop = ${shop} and ${contains(typed, [sql`line.title`, sql`line.variant_title`])}
    )
    or (standing.contract_id, standing.cycle_index) in (
      select made.contract_id, made.cycle_index from billing_attempt made
      where made.shop = ${shop} and ${contains(typed, [sql`made.order_name`])}
    )
  )`;
}

/** A page of the shop's recurring orders (contract/recurring-orders.ts). */
export async function listRecurringOrders(
  context: ShopContext,
  query: RecurringOrderListQuery,
): Promise<RecurringOrderList> {
  const { shop } = context;
  const { timeZone, ...window } = await windowOf(context);
  const { day, failureClass } = query;
  const outcomes =
    query.outcome === undefined ? undefined : outcomesSchema.parse(query.outcome.split(','));
  // In one text, so that it says where an order stands in the list.
  const id = sql`(standing.contract_id || '/' || standing.cycle_index)`;
  const page = keysetPage(query, sql`standing.expected_at`, id);
  const ofBoth = [page.where ?? sql`true`];
  if (day !== undefined) {
    const [from, to] = [day, addDays(day, 1)].map((each) =>
      startOfDay(timeZone, each).toISOString(),
    );
    ofBoth.push(
      sql`standing.expected_at >= ${from}::timestamptz and standing.expected_at < ${to}::timestamptz`,
    );
  }
  if (query.query) ofBoth.push(found(shop, query.query));
  const ofKept = [...ofBoth];
  if (outcomes !== undefined) {
    ofKept.push(
      sql`standing.state in (${list(statesOf(outcomes))}) and ${outcomeSql} in (${list(outcomes)})`,
    );
  }
  if (failureClass !== undefined) {
    ofKept.push(sql`attempt.state = 'failed' and attempt.failure_class = ${failureClass}`);
  }
  // Nobody has tried to charge what nobody has looked at.
  const hasFresh = failureClass === undefined && outcomes?.includes('upcoming') !== false;
  const isByAttempt = outcomes !== undefined || failureClass !== undefined;
  const first = sql`order by ${page.orderBy} limit ${page.limit}`;
  const orders = await readOrders(context, {
    timeZone,
    orderBy: page.orderBy,
    page: sql`select standing.* from ${standings(shop, window, {
      joined: isByAttempt ? latestAttempt(shop) : sql``,
      kept: sql.join(ofKept, sql` and `),
      fresh: hasFresh ? sql.join(ofBoth, sql` and `) : sql`false`,
      first,
    })} standing ${first}`,
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

/** The orders of these names that are there, in any order. */
export async function findRecurringOrders(
  context: ShopContext,
  names: readonly Pick<RecurringOrder, 'contract' | 'cycle'>[],
): Promise<RecurringOrder[]> {
  if (names.length === 0) return [];
  const { timeZone, ...window } = await windowOf(context);
  const named = sql`(standing.contract_id, standing.cycle_index) in (${sql.join(
    names.map(({ contract, cycle }) => sql`(${contract}, ${cycle}::integer)`),
    sql`, `,
  )})`;
  const all = standings(context.shop, window, { kept: named, fresh: named });
  return await readOrders(context, {
    timeZone,
    orderBy: sql`standing.expected_at, standing.contract_id`,
    page: sql`select standing.* from ${all} standing`,
  });
}
