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

/** Older than this, orders are read again when somebody asks for them. */
const freshMilliseconds = 10 * 60_000;
/** After a failure the platform is left alone for so long. */
const retryMilliseconds = 30_000;
/** How long a screen waits for what is new before it shows what there is. */
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

/** Whether the shop's contracts were all read; what counts subscriptions goes by the orders where they never were. */
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

/** Whether subscriptions are counted by the store's contracts; else by the orders. */
export const isCountedByContracts = ({ subscriptions }: Pick<OrderImport, 'subscriptions'>) =>
  subscriptions === 'known' || subscriptions === 'none';

function isDue(state: ImportState | undefined, now: number): boolean {
  if (state === undefined) return true;
  if (state.failedAt !== null && state.failedAt.getTime() + retryMilliseconds > now) return false;
  if (state.startedAt !== null || state.completedAt === null) return true;
  // Also ahead of now: a local clock was set back.
  return Math.abs(now - state.completedAt.getTime()) >= freshMilliseconds;
}

/** What the shop's analytics and lists are made from: the import's state and the store's own terms. */
export type ImportedOrders = {
  orderImport: OrderImport;
  /** Null before anything was read. */
  currencyCode: string | null;
};

/**
 * How far the shop's orders are imported. Where they are older than ten minutes, or not all there, a reading begins behind; it is
 * waited for a moment only.
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
