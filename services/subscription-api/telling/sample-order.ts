import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { formatMoney, formatProduct } from '#contract/format.ts';
import type { NotificationPreview } from '#contract/notification-preview.ts';
import { refreshOrders } from '../fulfilling/order/refresh-orders.ts';
import type { ShopContext } from '../shop-context.ts';
import {
  storeCustomerTable,
  storeOrderLineTable,
  storeOrderTable,
  storePlanTable,
} from '../store/schema.ts';

/** The order that fills a notification. */
export type SampleOrder = {
  /** Such as `#1001`. */
  name: string;
  /** Null for a guest, an erased customer, or one whose name the platform doesn't know. */
  firstName: string | null;
  items: ReadonlyArray<{ title: string; quantity: number }>;
  /** Such as `$15.00`; empty where nobody can tell it yet. */
  total: string;
  /** Another product of the store, for notifications about a replaced item. */
  otherProduct: string;
};

type Sample = {
  order: SampleOrder;
  /** False if the store has no order to show. */
  isReal: boolean;
  /** Whether the store's orders were read. */
  reading: NotificationPreview['reading'];
};

const shownItems = 5;
/** In how many of the latest orders another product is looked for. */
const ordersWithOther = 50;

/**
 * The store's latest subscription order that was not cancelled or emptied, else its latest order, else an example. Its total is what was
 * paid, or `beforeTax` what its items cost without tax; the price of delivery isn't kept.
 */
export async function findSample(context: ShopContext, beforeTax: boolean): Promise<Sample> {
  const { orderImport, currencyCode } = await refreshOrders(context);
  const latest = (ofSubscription: boolean) => latestOrder(context, { ofSubscription, beforeTax });
  const order = (await latest(true)) ?? (await latest(false));
  const unread = orderImport.hasFailed ? 'failed' : 'underWay';
  return {
    order: order ?? exampleOrder(currencyCode ?? 'USD'),
    isReal: order !== undefined,
    reading: orderImport.asOf === null ? unread : 'done',
  };
}

function exampleOrder(currencyCode: string): SampleOrder {
  return {
    name: '#1001',
    firstName: 'Alex',
    items: [{ title: 'House blend, 250 g', quantity: 1 }],
    total: formatMoney(1500, currencyCode),
    otherProduct: 'Single origin, 250 g',
  };
}

async function latestOrder(
  { database, shop }: ShopContext,
  { ofSubscription, beforeTax }: { ofSubscription: boolean; beforeTax: boolean },
): Promise<SampleOrder | undefined> {
  const orders = storeOrderTable;
  const lines = storeOrderLineTable;
  const plans = storePlanTable;
  const ofItems = sql`(
    select sum(${lines.revenue}) from ${lines}
    where ${lines.shop} = ${orders.shop} and ${lines.orderId} = ${orders.id})`.mapWith(Number);
  const hasItem = sql`exists (
    select 1 from ${lines}
    where ${lines.shop} = ${orders.shop} and ${lines.orderId} = ${orders.id} and ${lines.quantity} > 0`;
  const hasPlan = sql`${hasItem} and ${lines.planId} is not null
      and not exists (
        select 1 from ${plans}
        where ${plans.shop} = ${lines.shop} and ${plans.id} = ${lines.planId}
          and ${plans.periodDays} is null))`;
  const [found] = await database
    .select({
      id: orders.id,
      name: orders.name,
      total: beforeTax ? ofItems : orders.total,
      currencyCode: orders.currencyCode,
      displayName: storeCustomerTable.displayName,
    })
    .from(orders)
    .leftJoin(
      storeCustomerTable,
      and(eq(storeCustomerTable.shop, orders.shop), eq(storeCustomerTable.id, orders.customerId)),
    )
    .where(
      and(
        eq(orders.shop, shop),
        isNull(orders.cancelledAt),
        ofSubscription ? hasPlan : sql`${hasItem})`,
      ),
    )
    .orderBy(desc(orders.processedAt), desc(orders.id))
    .limit(1);
  if (found === undefined) return undefined;
  const items = await database
    .select({ title: lines.title, variantTitle: lines.variantTitle, quantity: lines.quantity })
    .from(lines)
    .where(and(eq(lines.shop, shop), eq(lines.orderId, found.id), gt(lines.quantity, 0)))
    .orderBy(lines.id)
    .limit(shownItems);
  const [first] = items;
  if (first === undefined) return undefined;
  const latest = database
    .select({ id: orders.id, processedAt: orders.processedAt })
    .from(orders)
    .where(eq(orders.shop, shop))
    .orderBy(desc(orders.processedAt), desc(orders.id))
    .limit(ordersWithOther)
    .as('latest');
  const [other] = await database
    .select({ title: lines.title })
    .from(latest)
    .innerJoin(lines, and(eq(lines.shop, shop), eq(lines.orderId, latest.id)))
    .where(ne(lines.title, first.title))
    .orderBy(desc(latest.processedAt), lines.id)
    .limit(1);
  return {
    name: found.name,
    firstName: firstNameOf(found.displayName),
    items: items.map((item) => ({ title: formatProduct(item), quantity: item.quantity })),
    total: formatMoney(found.total, found.currencyCode),
    otherProduct: other?.title ?? exampleOrder(found.currencyCode).otherProduct,
  };
}

/** For a customer without a name, the platform shows the email or phone number, which makes no greeting. */
export function firstNameOf(displayName: string | null): string | null {
  const [first] = displayName?.trim().split(/\s+/) ?? [];
  return !first || first.includes('@') || first.startsWith('+') ? null : first;
}
