import { sql } from 'drizzle-orm';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { fetchAffordable } from '../../platform/collected-page.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { forgetDeletedOrders } from './deleted-orders.ts';
import {
  getOrderTerms,
  listChangedOrders,
  listOrderLines,
  type PlatformOrder,
} from './documents.ts';
import { type ImportLease, type ImportState, takeImportLease } from './import-lease.ts';
import { nameGroups } from './plan-groups.ts';
import { readPlans } from './plan-periods.ts';
import { keepOrders } from './rows.ts';

const ordersAtOnce = 50;
/** Limits one run to 10,000 orders. The next one continues where it ended. */
const pagesAtOnce = 200;
/** Shopify's search notices a change with a delay. */
const overlapMilliseconds = 5 * 60_000;

type Reading = Pick<
  ImportState,
  'startedAt' | 'windowFrom' | 'cursor' | 'updatedThrough' | 'hasAllOrders'
>;

function windowAfter(updatedThrough: Date | null): Date | null {
  return updatedThrough === null ? null : new Date(updatedThrough.getTime() - overlapMilliseconds);
}

/** Begins where the last run stopped, or with the changes since the last import ended. Null if the turn is over. */
async function beginReading(context: ShopContext, turn: ImportLease): Promise<Reading | null> {
  const { state } = turn;
  const { shop, currentAppInstallation } = await context.graphql(getOrderTerms, {});
  const hasAllOrders = currentAppInstallation.accessScopes.some(
    ({ handle }) => handle === 'read_all_orders',
  );
  // Shopify now shows older orders too. Their last change is long past, so everything is read again.
  const isWider = hasAllOrders && !state.hasAllOrders;
  const updatedThrough = isWider ? null : state.updatedThrough;
  const goesOn = state.startedAt !== null && !isWider;
  const reading: Reading = goesOn
    ? {
        startedAt: state.startedAt,
        windowFrom: state.windowFrom,
        cursor: state.cursor,
        updatedThrough,
        hasAllOrders,
      }
    : {
        startedAt: context.now(),
        windowFrom: windowAfter(updatedThrough),
        cursor: null,
        updatedThrough,
        hasAllOrders,
      };
  const kept = await turn.keep({
    timeZone: shop.ianaTimezone,
    currencyCode: shop.currencyCode,
    ...reading,
    ...(isWider && { completedAt: null }),
  });
  return kept ? reading : null;
}

/** Adds the items that didn't come with their order. */
async function withAllLines(context: ShopContext, order: PlatformOrder): Promise<PlatformOrder> {
  const nodes = await allNodes(order.lineItems, async (after) => {
    const answer = await context.graphql(listOrderLines, { id: order.id, after });
    return answer.order?.lineItems ?? noNodes;
  });
  return { ...order, lineItems: { ...order.lineItems, nodes } };
}

async function readPage(context: ShopContext, turn: ImportLease, reading: Reading) {
  const query =
    reading.windowFrom === null ? null : `updated_at:>='${reading.windowFrom.toISOString()}'`;
  const page = await fetchAffordable(
    context,
    'changed orders',
    ordersAtOnce,
    reading.cursor ?? undefined,
    false,
    async (cursors) => (await context.graphql(listChangedOrders, { ...cursors, query })).orders,
  );
  const orders: PlatformOrder[] = [];
  for (const { node } of page.edges) {
    // Extends the turn, since a long order takes further calls.
    if (node.lineItems.pageInfo.hasNextPage) await turn.keep({});
    orders.push(await withAllLines(context, node));
  }
  return { orders, pageInfo: page.pageInfo };
}

function isCursorRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'invalid request';
}

/** Reads until the end, the run's limit, or the signal. */
async function read(context: ShopContext, turn: ImportLease, signal: AbortSignal): Promise<void> {
  let reading = await beginReading(context, turn);
  const knownPlans = new Set<string>();
  for (let page = 0; reading !== null && page < pagesAtOnce && !signal.aborted; page += 1) {
    const current: Reading = reading;
    const read = await readPage(context, turn, current).catch((error: unknown) => {
      if (current.cursor === null || !isCursorRefused(error)) throw error;
      return null;
    });
    if (read === null) {
      // The orders come by date of change, so the date finds the place again without the cursor.
      reading = {
        ...current,
        cursor: null,
        windowFrom: windowAfter(current.updatedThrough),
      };
      continue;
    }
    const { orders, pageInfo } = read;
    const plans = await readPlans(context, orders, knownPlans);
    const updatedThrough = orders.at(-1)?.updatedAt ?? current.updatedThrough;
    const isOver = !pageInfo.hasNextPage;
    const next: Reading = {
      ...current,
      updatedThrough,
      cursor: isOver ? null : pageInfo.endCursor,
      startedAt: isOver ? null : current.startedAt,
    };
    const kept = await turn.keep(
      { ...next, failedAt: null, ...(isOver && { completedAt: current.startedAt }) },
      (database) => keepOrders(database, context.shop, { orders, plans }),
    );
    if (kept && isOver) {
      if (knownPlans.size > 0) await tellPlansApart(context);
      if (turn.state.completedAt === null) await gatherStatistics(context);
      await lookForDeletedOrders(context, turn, { hasAllOrders: current.hasAllOrders, signal });
    }
    reading = kept && !isOver ? next : null;
  }
}

/** Failing here loses no orders. */
async function tellPlansApart(context: ShopContext): Promise<void> {
  try {
    await nameGroups(context);
  } catch (error) {
    context.logger.warn({ error, shop: context.shop }, 'the groups of plans could not be read');
  }
}

/** Failing here leaves the import valid, and the next one tries again. */
async function lookForDeletedOrders(...args: Parameters<typeof forgetDeletedOrders>) {
  const [{ logger, shop }] = args;
  try {
    await forgetDeletedOrders(...args);
  } catch (error) {
    logger.warn({ error, shop }, 'it could not be seen which orders were deleted');
  }
}

/** Lets the database plan the charts' queries well after a first import, because PGlite doesn't analyze its tables by itself. */
async function gatherStatistics({ database, logger }: ShopContext): Promise<void> {
  try {
    await database.execute(sql`analyze store_order, store_order_line, store_plan`);
  } catch (error) {
    logger.warn({ error }, 'the statistics of the orders were not gathered');
  }
}

/**
 * Imports the shop's new and changed orders into our tables, unless another process is doing so. Each run is bounded and keeps what it read even if
 * it fails; the next one continues from there.
 */
export async function importOrders(context: ShopContext, signal: AbortSignal): Promise<void> {
  const turn = await takeImportLease(context);
  if (turn === null) return;
  try {
    await read(context, turn, signal);
  } catch (error) {
    context.logger.warn({ error, shop: context.shop }, 'orders could not be read');
    await turn.keep({ failedAt: context.now() });
  } finally {
    await turn.free();
  }
}
