import { count, eq } from 'drizzle-orm';
import type { OrderImport } from '#contract/store-order.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';
import type { ShopContext } from '../../shop-context.ts';
import { leaseLeft } from '../../store/lease.ts';
import {
  contractMirrorTable,
  orderImportTable,
  storeOrderTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { type ImportState, importLeaseName } from './import-lease.ts';
import { importOrders } from './import-orders.ts';
import { isUsableTimeZone } from './time-zone.ts';

/** Orders older than this are imported again when somebody asks for them. */
const freshMilliseconds = 10 * 60_000;
/** How long we leave Shopify alone after a failure. */
const retryMilliseconds = 30_000;
/** How long a screen waits for new orders before it shows those that are there. */
const patienceMilliseconds = 1_500;

async function isBeingImported({ database, shop }: ShopContext): Promise<boolean> {
  return (await leaseLeft(database, importLeaseName(shop))) > 0;
}

async function findState({ database, shop }: ShopContext): Promise<ImportState | undefined> {
  const [state] = await database
    .select()
    .from(orderImportTable)
    .where(eq(orderImportTable.shop, shop));
  return state;
}

/** `known` or `none` once all of the shop's contracts have been read. Until then, subscriptions are counted by orders. */
async function subscriptionsOf({
  database,
  shop,
}: ShopContext): Promise<OrderImport['subscriptions']> {
  const [mirror] = await database
    .select({ wholeAt: contractMirrorTable.wholeAt, refusal: contractMirrorTable.refusal })
    .from(contractMirrorTable)
    .where(eq(contractMirrorTable.shop, shop));
  if (mirror !== undefined && mirror.wholeAt !== null) {
    const [one] = await database
      .select({ id: subscriptionContractTable.id })
      .from(subscriptionContractTable)
      .where(eq(subscriptionContractTable.shop, shop))
      .limit(1);
    return one === undefined ? 'none' : 'known';
  }
  return mirror !== undefined && mirror.refusal !== null ? 'refused' : 'reading';
}

/** Whether subscriptions are counted by the store's contracts; otherwise by the orders. */
export const isCountedByContracts = ({ subscriptions }: Pick<OrderImport, 'subscriptions'>) =>
  subscriptions === 'known' || subscriptions === 'none';

function isDue(state: ImportState | undefined, now: number): boolean {
  if (state === undefined) return true;
  if (state.failedAt !== null && state.failedAt.getTime() + retryMilliseconds > now) return false;
  if (state.startedAt !== null || state.completedAt === null) return true;
  // A local clock that was set back leaves the date ahead of now.
  return Math.abs(now - state.completedAt.getTime()) >= freshMilliseconds;
}

/** The state of the order import, and the store's currency. */
export type ImportedOrders = {
  orderImport: OrderImport;
  /** Null before the first import. */
  currencyCode: string | null;
};

/**
 * How far the shop's orders are imported. If they are older than ten minutes or incomplete, an import starts in the background, and this waits for it
 * briefly.
 */
export async function refreshOrders(context: ShopContext): Promise<ImportedOrders> {
  const before = await findState(context);
  if (isDue(before, context.now().getTime()) && !(await isBeingImported(context))) {
    const patience = Math.min(patienceMilliseconds, (context.deadline?.left() ?? 0) / 4);
    await withTimeLimit(Math.ceil(patience), undefined, (late) =>
      unlessAborted(late, context.runInBackground(importOrders)),
    ).catch(() => {});
  }
  const state = await findState(context);
  const [counted] = await context.database
    .select({ orders: count() })
    .from(storeOrderTable)
    .where(eq(storeOrderTable.shop, context.shop));
  const own = state?.timeZone ?? 'UTC';
  const isUsable = await isUsableTimeZone(context.database, own);
  return {
    orderImport: {
      asOf: state?.completedAt?.toISOString() ?? null,
      isImporting: await isBeingImported(context),
      hasFailed: state?.failedAt != null,
      hasAllOrders: state?.hasAllOrders ?? false,
      orders: counted?.orders ?? 0,
      timeZone: isUsable ? own : 'UTC',
      unknownTimeZone: isUsable ? null : own,
      grantUrl: context.grantUrlFor(['read_all_orders']),
      subscriptions: await subscriptionsOf(context),
    },
    currencyCode: state?.currencyCode ?? null,
  };
}
