import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFoundTexts } from '#contract/endpoint.ts';
import { originalIdOf } from '#contract/global-id.ts';
import type { ListQuery } from '#contract/pagination.ts';
import type { OrderImport, Subscriber, SubscriberList } from '#contract/store-order.ts';
import { contains, type KeysetPage, keysetPage } from '../../lists/keyset.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { isoOf, localTimeIn } from '../../store/sql-time.ts';
import { type ImportedOrders, isCountedByContracts, refreshOrders } from './refresh-orders.ts';
import { subscriptionLines } from './subscription-lines.ts';

const rowSchema = z.object({
  id: z.string(),
  at: z.string(),
  first_at: z.string(),
  display_name: z.string(),
  email: z.string().nullable(),
  active: z.coerce.number().int(),
  orders: z.coerce.number().int(),
  revenue: z.coerce.number().int(),
  has_other_currencies: z.boolean(),
  plan_names: z.array(z.string()),
});

type Row = z.infer<typeof rowSchema>;

type Narrowed = {
  /** Conditions on `orders`. */
  which?: SQL;
  /** Conditions on `customer`. */
  conditions?: readonly SQL[];
  page?: Pick<KeysetPage, 'where' | 'orderBy' | 'limit'>;
};

/** Finds the page's customers first, so that the aggregates are computed for these alone. */
async function findSubscribers(
  { shop, database, now }: ShopContext,
  imported: ImportedOrders,
  { which = sql`true`, conditions = [], page }: Narrowed,
): Promise<Row[]> {
  const { timeZone } = imported.orderImport;
  const active = isCountedByContracts(imported.orderImport)
    ? sql`(
          select count(*) from subscription_contract contract
          where contract.shop = ${shop} and contract.customer_id = found.id
            and contract.status = 'ACTIVE' and contract.gone_at is null
        )`
    : sql`count(distinct line.plan_id) filter (
          where line.covered_until >= ${localTimeIn(timeZone, now())}
        )`;
  const own = sql`${which} and orders.customer_id in (select id from found)`;
  const isOther = sql`line.currency_code <> ${imported.currencyCode}`;
  return await rowsOf(
    database,
    rowSchema,
    sql`
      with found as materialized (
        select * from (
          select customer.id, customer.display_name, customer.email, newest.last_at
          from (
            select customer_id, max(processed_at) as last_at
            from (${subscriptionLines(shop, timeZone, which)}) line
            group by customer_id
          ) newest
          join store_customer customer
            on customer.shop = ${shop} and customer.id = newest.customer_id
          where ${sql.join([sql`true`, ...conditions], sql` and `)}
        ) found
        ${page?.where === undefined ? sql`` : sql`where ${page.where}`}
        ${page === undefined ? sql`` : sql`order by ${page.orderBy} limit ${page.limit}`}
      )
      select found.id, found.display_name, found.email, ${isoOf(sql`found.last_at`)} as at,
        ${isoOf(sql`min(line.processed_at)`)} as first_at,
        ${active} as active,
        count(distinct line.order_id) as orders,
        coalesce(sum(line.revenue) filter (where not ${isOther}), 0) as revenue,
        coalesce(bool_or(${isOther}), false) as has_other_currencies,
        json_agg(distinct line.plan_name) as plan_names
      from found
      join (${subscriptionLines(shop, timeZone, own)}) line on line.customer_id = found.id
      group by found.id, found.display_name, found.email, found.last_at
      ${page === undefined ? sql`` : sql`order by ${page.orderBy}`}`,
  );
}

function subscriberOf(row: Row, { currencyCode }: ImportedOrders): Subscriber {
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    activeSubscriptions: row.active,
    subscriptionOrders: row.orders,
    firstOrderAt: row.first_at,
    lastOrderAt: row.at,
    revenue: row.revenue,
    hasOtherCurrencies: row.has_other_currencies,
    currencyCode: currencyCode ?? '',
    planNames: row.plan_names,
  };
}

/** A page of the customers who have or had a subscription, the latest subscription order first. */
export async function listSubscribers(
  context: ShopContext,
  query: ListQuery,
): Promise<SubscriberList> {
  const imported = await refreshOrders(context);
  const page = keysetPage(query, sql`found.last_at`, sql`found.id`);
  const conditions = query.query
    ? [contains(query.query, [sql`customer.display_name`, sql`customer.email`])]
    : [];
  const { rows, pageInfo } = page.finish(
    await findSubscribers(context, imported, { conditions, page }),
  );
  return {
    orderImport: imported.orderImport,
    customers: rows.map((row) => subscriberOf(row, imported)),
    pageInfo,
  };
}

/**
 * One customer with a subscription.
 * @throws ServiceError `not found` for any other customer
 */
export async function getSubscriber(
  context: ShopContext,
  id: string,
): Promise<{ orderImport: OrderImport; customer: Subscriber }> {
  const imported = await refreshOrders(context);
  const which = sql`orders.customer_id = ${originalIdOf(id)}`;
  const [row] = await findSubscribers(context, imported, { which });
  if (row === undefined) throw notFound(notFoundTexts.Customer);
  return { orderImport: imported.orderImport, customer: subscriberOf(row, imported) };
}
