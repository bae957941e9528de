import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { StoreOrderList, storeOrderListQuerySchema } from '#contract/store-order.ts';
import { contains, keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { isoOf } from '../../store/sql-time.ts';
import { refreshOrders } from './refresh-orders.ts';

const nullableText = z.string().nullable();

const rowSchema = z.object({
  id: z.string(),
  at: z.string(),
  name: z.string(),
  cancelled_at: nullableText,
  financial_status: nullableText,
  fulfillment_status: z.string(),
  total: z.coerce.number().int(),
  currency_code: z.string(),
  customer_id: nullableText,
  display_name: nullableText,
  email: nullableText,
  plan_names: z.array(z.string()),
});

function orderOf(row: z.infer<typeof rowSchema>): StoreOrderList['orders'][number] {
  return {
    id: row.id,
    name: row.name,
    processedAt: row.at,
    cancelledAt: row.cancelled_at,
    financialStatus: row.financial_status,
    fulfillmentStatus: row.fulfillment_status,
    total: row.total,
    currencyCode: row.currency_code,
    customer:
      row.customer_id === null || row.display_name === null
        ? null
        : { id: row.customer_id, displayName: row.display_name, email: row.email },
    planNames: row.plan_names,
  };
}

/** A page of the shop's imported orders. New and changed ones are imported in the background. */
export async function listOrders(
  context: ShopContext,
  query: z.output<typeof storeOrderListQuerySchema>,
): Promise<StoreOrderList> {
  const { shop, database } = context;
  const { orderImport } = await refreshOrders(context);
  const page = keysetPage(query, sql`orders.processed_at`, sql`orders.id`);
  const conditions = [sql`orders.shop = ${shop}`];
  if (page.where !== undefined) conditions.push(page.where);
  if (query.customerId !== undefined) {
    conditions.push(sql`orders.customer_id = ${query.customerId}`);
  }
  if (query.query) {
    const places = [sql`orders.name`, sql`customer.display_name`, sql`customer.email`];
    conditions.push(contains(query.query, places));
  }
  if (query.kind === 'subscription') conditions.push(sql`plans.names is not null`);
  const rows = await rowsOf(
    database,
    rowSchema,
    sql`
      select orders.id, ${isoOf(sql`orders.processed_at`)} as at, orders.name,
        ${isoOf(sql`orders.cancelled_at`)} as cancelled_at, orders.financial_status,
        orders.fulfillment_status, orders.total, orders.currency_code, orders.customer_id,
        customer.display_name, customer.email, coalesce(plans.names, '[]') as plan_names
      from store_order orders
      left join store_customer customer
        on customer.shop = orders.shop and customer.id = orders.customer_id
      left join lateral (
        select json_agg(distinct coalesce(plan.name, line.plan_name)) as names
        from store_order_line line
        left join store_plan plan on plan.shop = line.shop and plan.id = line.plan_id
        where line.shop = orders.shop and line.order_id = orders.id and line.plan_id is not null
          and (plan.id is null or plan.period_days is not null)
      ) plans on true
      where ${sql.join(conditions, sql` and `)}
      order by ${page.orderBy}
      limit ${page.limit}`,
  );
  const { rows: shown, pageInfo } = page.finish(rows);
  return { orderImport, orders: shown.map(orderOf), pageInfo };
}
