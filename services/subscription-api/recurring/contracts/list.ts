import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { mostPlanNames } from '#contract/limits.ts';
import type {
  ContractList,
  ContractListQuery,
  ListedContract,
} from '#contract/subscription-contract.ts';
import { contractStatuses, paymentTroubles } from '#contract/subscription-contract-names.ts';
import { keysetPage } from '../../lists/keyset.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { ServiceError } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { cachedQuery } from '../../store/query-cache.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { nextOrderAt } from '../../store/schema.ts';
import { isoOf } from '../../store/sql-time.ts';
import { openAccess } from '../billing-settings/billing.ts';
import { contractsWith, ofCustomer, ofLine } from '../orders/list.ts';
import { contractAmount } from '../orders/rows.ts';
import { foreseeRotating, hasCoffeePrices, titlesOf } from '../rotation/foresee-orders.ts';
import { getOrderContracts } from './documents.ts';
import { findNextOrders } from './next-order.ts';
import { isInTroubleSql, paymentTroubleSql } from './payment-trouble.ts';
import { listViews } from './views.ts';

/** Of so many that are found all ids are read; of more, each is looked at by itself: it is soon met. */
const mostFound = 5_000;
const mostProducts = 100;

type Found = {
  /** Selects the `id` of those that match, or of one more than the most. */
  matching: SQL;
  most: number;
  /** Whether one `contract` matches. */
  isMatch: SQL;
};

/** Those that match, as a condition of `contract`. */
async function amongSql({ database }: ShopContext, { matching, most, isMatch }: Found) {
  const [found] = await rowsOf(
    database,
    z.object({ ids: z.array(z.string()).nullable() }),
    sql`with matching as materialized (${matching})
      select case when (select count(*) from matching) <= ${most}::integer then array(select distinct id from matching) end as ids`,
  );
  const ids = found?.ids ?? null;
  return ids === null ? isMatch : sql`contract.id = any(${sql.param(ids)}::text[])`;
}

/** Those that sell a product. */
const sellingSql = (context: ShopContext, product: string, most: number) =>
  amongSql(context, {
    matching: sql`select line.contract_id as id from subscription_contract_line line
      where line.shop = ${context.shop} and line.product_id = ${product} limit ${most + 1}`,
    most,
    isMatch: sql`exists (select from subscription_contract_line line
      where line.shop = ${context.shop} and line.product_id = ${product} and line.contract_id = contract.id)`,
  });

/** Those that have what was typed. */
function foundSql(context: ShopContext, typed: string, most: number): Promise<SQL> {
  const { shop } = context;
  const isMatch = sql`coalesce(
    (select true from store_customer customer
      where customer.shop = ${shop} and customer.id = contract.customer_id and ${ofCustomer(typed)} limit 1),
    (select true from subscription_contract_line line
      where line.shop = ${shop} and line.contract_id = contract.id and ${ofLine(typed)} limit 1),
    false)`;
  const matching = contractsWith(shop, typed, sql`limit ${most + 1}`);
  return amongSql(context, { matching, most, isMatch });
}

/** The names of the plans that are subscribed to, each found after the one before it: there are few among very many lines. */
const listPlans = cachedQuery('subscribed plans', async (database, shop: string) => {
  const first = (beyond: SQL) => sql`(
    select line.plan_name from subscription_contract_line line
    where line.shop = ${shop} and line.plan_name > ${beyond} order by line.plan_name limit 1)`;
  const rows = await rowsOf(
    database,
    z.object({ name: z.string() }),
    sql`with recursive plan (name) as (
      select ${first(sql`''`)}
      union all select ${first(sql`plan.name`)} from plan where plan.name is not null
    ) select name from plan where name is not null limit ${mostPlanNames}`,
  );
  return rows.map(({ name }) => name);
});

/**
 * The products that are subscribed to, found as plans are, with `asked` among them. Each subscription keeps the title of its time, so
 * the newest subscription's is shown.
 */
const listProducts = cachedQuery(
  'subscribed products',
  async (database, shop: string, asked: string) => {
    const first = (beyond: SQL) => sql`(
    select line.product_id from subscription_contract_line line
    where line.shop = ${shop} and line.product_id > ${beyond} order by line.product_id limit 1)`;
    const found = await rowsOf(
      database,
      z.object({ id: z.string(), title: z.string(), count: z.number() }),
      sql`with recursive product (id, nth) as (
        select ${first(sql`''`)}, 1
        union all select ${first(sql`product.id`)}, nth + 1 from product
          where product.id is not null and nth <= ${mostProducts}::integer
      ) select wanted.id, sold.title, (select count(id)::integer from product) as count
      from (select id from product where nth <= ${mostProducts}::integer union select ${asked}) wanted
      cross join lateral (
        select line.title from subscription_contract_line line
        where line.shop = ${shop} and line.product_id = wanted.id order by line.contract_id desc limit 1
      ) sold
      order by sold.title, wanted.id`,
    );
    return {
      products: found.map(({ id, title }) => ({ id, title })),
      hasMoreProducts: found.some(({ count }) => count > mostProducts),
    };
  },
);

const windowDays = { today: 1, '7 days': 7, '30 days': 30 } as const;

const rowSchema = z.object({
  id: z.string(),
  status: z.enum(contractStatuses),
  is_usage_based: z.boolean().nullable(),
  billing_interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  billing_interval_count: z.number().int(),
  amount: z.coerce.number().int(),
  currency_code: z.string(),
  payment_trouble: z.enum(paymentTroubles).nullable(),
  sorted_by: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  items: z.array(z.string()),
});

function listedOf(row: z.infer<typeof rowSchema>): Omit<ListedContract, `next${string}`> {
  const { display_name: displayName, email } = row;
  return {
    id: row.id,
    customer: displayName === null ? null : { displayName, email },
    status: row.status,
    isUsageBased: row.is_usage_based,
    every: { interval: row.billing_interval, intervalCount: row.billing_interval_count },
    amount: row.amount,
    currencyCode: row.currency_code,
    paymentTrouble: row.payment_trouble,
    items: row.items,
  };
}

/**
 * The contracts that an order began, or that it was charged for. Another app's charge from before we read its contract isn't kept here, so
 * Shopify is asked for an order that nobody here knows; where it doesn't answer, there is none.
 */
async function contractsOfOrder(context: ShopContext, order: string): Promise<string[]> {
  const { shop, database, graphql, logger } = context;
  const known = await rowsOf(
    database,
    z.object({ id: z.string() }),
    sql`select began.id from subscription_contract began
      where began.shop = ${shop} and began.origin_order_id = ${order}
      union select attempt.contract_id from billing_attempt attempt
      where attempt.shop = ${shop} and attempt.order_id = ${order}`,
  );
  if (known.length > 0) return known.map(({ id }) => id);
  try {
    const { node } = await graphql(getOrderContracts, { id: globalIdOf('Order', order) });
    const lines = node?.lineItems.nodes ?? [];
    return lines.flatMap(({ contract }) => (contract === null ? [] : originalIdOf(contract.id)));
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof ServiceError)) throw error;
    logger.warn({ error, shop }, 'the subscriptions of an order could not be asked for');
    return [];
  }
}

/** The filters of a list of contracts. */
type ContractFilter = Omit<ContractListQuery, 'first' | 'after' | 'before' | 'reverse' | 'sortKey'>;

/** The shop's contracts that match a filter, as a condition of `contract`. Contracts that are gone from the platform don't match. */
export async function filteredSql(
  context: ShopContext,
  query: ContractFilter,
  most = mostFound,
): Promise<SQL> {
  const { shop } = context;
  const now = context.now();
  const timeZone = await shownTimeZoneOf(context);
  const which = [sql`contract.shop = ${shop} and contract.gone_at is null`];
  if (query.status !== undefined) which.push(sql`contract.status = ${query.status}`);
  if (query.plan !== undefined) {
    which.push(sql`contract.id in (select line.contract_id from subscription_contract_line line
      where line.shop = ${shop} and line.plan_name = ${query.plan})`);
  }
  if (query.product !== undefined) which.push(await sellingSql(context, query.product, most));
  if (query.customer !== undefined) which.push(sql`contract.customer_id = ${query.customer}`);
  if (query.order !== undefined) {
    const ids = await contractsOfOrder(context, query.order);
    which.push(sql`contract.id = any(${sql.param(ids)}::text[])`);
  }
  if (query.canceled !== undefined) {
    which.push(sql`contract.id in (select entry.contract_id from timeline_entry entry
      where entry.shop = ${shop} and entry.kind = 'canceled' and entry.details ->> 'reason' = ${query.canceled})`);
  }
  if (query.payment !== undefined) which.push(isInTroubleSql({ shop, timeZone, now }));
  if (query.next !== undefined) {
    const end = startOfDay(timeZone, addDays(dayIn(timeZone, now), windowDays[query.next]));
    which.push(sql`${nextOrderAt} < ${end.toISOString()}::timestamptz`);
  }
  if (query.query) which.push(await foundSql(context, query.query, most));
  return sql.join(which, sql` and `);
}

/** A page of the shop's subscription contracts (contract/subscription-contract.ts). */
export async function listSubscriptionContracts(
  context: ShopContext,
  query: ContractListQuery,
  most = mostFound,
): Promise<ContractList> {
  const { shop, database } = context;
  const now = context.now();
  const timeZone = await shownTimeZoneOf(context);
  const isByNextOrder = query.sortKey !== 'CREATED_AT';
  const sortedBy = isByNextOrder ? nextOrderAt : sql`contract.created_at`;
  // The next order comes first; other columns begin with the earliest.
  const reverse = query.reverse !== true;
  const page = keysetPage({ ...query, reverse }, sortedBy, sql`contract.id`);
  const which = [await filteredSql(context, query, most)];
  if (page.where !== undefined) which.push(page.where);
  const contracts = rowsOf(
    database,
    rowSchema,
    sql`select contract.id, contract.status, contract.is_usage_based,
        contract.billing_interval, contract.billing_interval_count, ${contractAmount} as amount,
        contract.currency_code, ${paymentTroubleSql({ shop, timeZone, now })} as payment_trouble,
        ${isoOf(sortedBy)} as sorted_by, customer.display_name, customer.email,
        coalesce(lines.items, '[]') as items
      from (
        select contract.* from subscription_contract contract
        where ${sql.join(which, sql` and `)} order by ${page.orderBy} limit ${page.limit}
      ) contract
      left join store_customer customer
        on customer.shop = ${shop} and customer.id = contract.customer_id
      left join payment_method method
        on method.shop = ${shop} and method.id = contract.payment_method_id
      left join lateral (
        select json_agg(line.quantity || ' × ' || line.title
            || coalesce(', ' || line.variant_title, '') order by line.position) as items
        from subscription_contract_line line
        where line.shop = ${shop} and line.contract_id = contract.id
      ) lines on true
      order by ${page.orderBy}`,
  );
  const [rows, plans, products, views, { subscriptions }] = await Promise.all([
    contracts,
    listPlans(database, shop),
    listProducts(database, shop, query.product ?? ''),
    listViews(context),
    openAccess(context),
  ]);
  const { rows: shown, pageInfo } = page.finish(
    rows.map((row) => ({ at: row.sorted_by, id: row.id, contract: row })),
  );
  const next = await findNextOrders(
    context,
    shown.map(({ id }) => id),
  );
  const nextOf = (id: string) => {
    const order = next.get(id);
    return order ? { contract: id, cycle: order.cycle, day: order.day } : undefined;
  };
  const foreseenOf = await foreseeRotating(
    context,
    shown.flatMap(({ id }) => nextOf(id) ?? []),
  );
  return {
    contracts: shown.map(({ id, contract }) => {
      const order = nextOf(id);
      const foreseen = order && foreseenOf(order);
      return {
        ...listedOf(contract),
        nextDay: order?.day ?? null,
        nextHolds: [...titlesOf(foreseen).values()],
        nextHasOwnPrice: foreseen !== undefined && hasCoffeePrices(foreseen),
      };
    }),
    ...{ plans, ...products, views, subscriptions, pageInfo },
  };
}
