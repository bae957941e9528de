import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFoundTexts } from '#contract/endpoint.ts';
import { originalIdOf } from '#contract/global-id.ts';
import type { ListQuery } from '#contract/pagination.ts';
import type { OrderCollection, Subscriber, SubscriberList } from '#contract/store-order.ts';
import { notFound } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { rowsOf } from '../store/rows-of.ts';
import { type CollectedOrders, refreshedOrders } from './collection.ts';
import { contains, type KeysetPage, keysetPage } from './keyset.ts';
import { clockIn, isoOf } from './sql-time.ts';
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
  plan_names: z.array(z.string()),
});

type Row = z.infer<typeof rowSchema>;

async function findSubscribers(
  context: ShopContext,
  collected: CollectedOrders,
  narrowed: { conditions: readonly SQL[]; page?: Pick<KeysetPage, 'where' | 'orderBy' | 'limit'> },
): Promise<Row[]> {
  const { shop, database, now } = context;
  const { timeZone } = collected.collection;
  const { conditions, page } = narrowed;
  return await rowsOf(
    database,
    rowSchema,
    sql`
      select * from (
        select customer.id, customer.display_name, customer.email,
          max(line.at) at time zone ${timeZone} as last_at,
          ${isoOf(sql`(max(line.at) at time zone ${timeZone})`)} as at,
          ${isoOf(sql`(min(line.at) at time zone ${timeZone})`)} as first_at,
          count(distinct line.plan_id) filter (
            where line.covered_until >= ${clockIn(timeZone, now())}
          ) as active,
          count(distinct line.order_id) as orders,
          coalesce(sum(line.revenue) filter (
            where line.currency_code = ${collected.currencyCode}
          ), 0) as revenue,
          json_agg(distinct line.plan_name) as plan_names
        from (${subscriptionLines(shop, timeZone)}) line
        join store_customer customer
          on customer.shop = ${shop} and customer.id = line.customer_id
        where ${sql.join([sql`true`, ...conditions], sql` and `)}
        group by customer.id, customer.display_name, customer.email
      ) found
      ${page?.where === undefined ? sql`` : sql`where ${page.where}`}
      ${page === undefined ? sql`` : sql`order by ${page.orderBy} limit ${page.limit}`}`,
  );
}

function subscriberOf(row: Row, { currencyCode }: CollectedOrders): Subscriber {
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    activeSubscriptions: row.active,
    subscriptionOrders: row.orders,
    firstOrderAt: row.first_at,
    lastOrderAt: row.at,
    revenue: row.revenue,
    currencyCode: currencyCode ?? '',
    planNames: row.plan_names,
  };
}

/** A page of the shop's customers who have or had a subscription, whose latest subscription order is the newest first. */
export async function listSubscribers(
  context: ShopContext,
  query: ListQuery,
): Promise<SubscriberList> {
  const collected = await refreshedOrders(context);
  const page = keysetPage(query, sql`found.last_at`, sql`found.id`);
  const conditions = query.query
    ? [contains(query.query, [sql`customer.display_name`, sql`customer.email`])]
    : [];
  const { rows, pageInfo } = page.finish(
    await findSubscribers(context, collected, { conditions, page }),
  );
  return {
    collection: collected.collection,
    customers: rows.map((row) => subscriberOf(row, collected)),
    pageInfo,
  };
}

/**
 * One customer with a subscription.
 * @throws ServiceError 404 for another customer
 */
export async function getSubscriber(
  context: ShopContext,
  id: string,
): Promise<{ collection: OrderCollection; customer: Subscriber }> {
  const collected = await refreshedOrders(context);
  const conditions = [sql`customer.id = ${originalIdOf(id)}`];
  const [row] = await findSubscribers(context, collected, { conditions });
  if (row === undefined) throw notFound(notFoundTexts.Customer);
  return { collection: collected.collection, customer: subscriberOf(row, collected) };
}
