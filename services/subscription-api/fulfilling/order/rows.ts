import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { originalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf } from '#contract/money.ts';
import { keepCustomers } from '../../shop/customers.ts';
import type { Database } from '../../store/database.ts';
import { storeOrderLineTable, storeOrderTable, storePlanTable } from '../../store/schema.ts';
import type { PlatformLine, PlatformOrder } from './documents.ts';
import type { PlanRow } from './plan-periods.ts';

const linesAtOnce = 1_000;

type Bag = PlatformOrder['currentTotalPriceSet'];

/** @throws Error if the amount or its currency is unreadable */
function minorUnits({ shopMoney: { amount, currencyCode } }: Bag): number {
  const isNegative = amount.startsWith('-');
  const units = minorUnitsOf({ price: isNegative ? amount.slice(1) : amount, currencyCode });
  if (units === null) throw new Error(`The platform's amount can't be read in ${currencyCode}.`);
  return isNegative ? -units : units;
}

function orderRow(shop: string, order: PlatformOrder): typeof storeOrderTable.$inferInsert {
  return {
    shop,
    id: originalIdOf(order.id),
    name: order.name,
    customerId: order.customer === null ? null : originalIdOf(order.customer.id),
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    financialStatus: order.displayFinancialStatus,
    fulfillmentStatus: order.displayFulfillmentStatus,
    total: minorUnits(order.currentTotalPriceSet),
    currencyCode: order.currentTotalPriceSet.shopMoney.currencyCode,
  };
}

function lineRow(
  shop: string,
  orderId: string,
  line: PlatformLine,
): typeof storeOrderLineTable.$inferInsert {
  const { sellingPlan } = line;
  return {
    shop,
    orderId,
    id: originalIdOf(line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.currentQuantity,
    // The whole item's revenue without returns, because a unit's price is rounded.
    revenue: minorUnits(line.priceAfterAllDiscountsBeforeTaxesSet),
    // A plan without an id is identified by its name.
    planId: sellingPlan && originalIdOf(sellingPlan.sellingPlanId ?? sellingPlan.name),
    planName: sellingPlan?.name ?? null,
  };
}

/** Updates every column from the row that conflicted, except a plan's group name, which is read elsewhere. */
function asGiven(table: PgTable): Record<string, SQL> {
  const { groupName, ...columns }: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  );
}

/** The last row of each id, since one insert can't change a row twice. */
function distinct<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Deletes orders by their original ids, so that they count nowhere any more. */
export async function forgetOrders(
  database: Database,
  shop: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .delete(storeOrderLineTable)
    .where(and(eq(storeOrderLineTable.shop, shop), inArray(storeOrderLineTable.orderId, [...ids])));
  await database
    .delete(storeOrderTable)
    .where(and(eq(storeOrderTable.shop, shop), inArray(storeOrderTable.id, [...ids])));
}

/** Stores a page of orders with their customers, items and plans, replacing their earlier versions. Removes test orders, which nobody pays. */
export async function keepOrders(
  database: Database,
  shop: string,
  page: { orders: readonly PlatformOrder[]; plans: readonly PlanRow[] },
): Promise<void> {
  const seen = distinct(page.orders);
  const tests = seen.filter(({ test }) => test);
  await forgetOrders(
    database,
    shop,
    tests.map(({ id }) => originalIdOf(id)),
  );
  const orders = seen.filter(({ test }) => !test);
  if (orders.length === 0) return;
  const rows = orders.map((order) => orderRow(shop, order));
  const lines = orders.flatMap((order) =>
    order.lineItems.nodes.map((line) => lineRow(shop, originalIdOf(order.id), line)),
  );
  for (const [table, given] of [
    [storeOrderTable, rows],
    [storePlanTable, distinct(page.plans)],
  ] as const) {
    if (given.length === 0) continue;
    await database
      .insert<PgTable>(table)
      .values([...given])
      .onConflictDoUpdate({ target: [table.shop, table.id], set: asGiven(table) });
  }
  await keepCustomers(
    database,
    shop,
    orders.flatMap(({ customer }) => customer ?? []),
  );
  const orderIds = rows.map(({ id }) => id);
  await database
    .delete(storeOrderLineTable)
    .where(and(eq(storeOrderLineTable.shop, shop), inArray(storeOrderLineTable.orderId, orderIds)));
  // A statement takes 65,535 parameters at most.
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    await database.insert(storeOrderLineTable).values(lines.slice(start, start + linesAtOnce));
  }
}
