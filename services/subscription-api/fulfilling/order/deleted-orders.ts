import { and, eq, gte, notInArray, type SQL, sql } from 'drizzle-orm';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import { storeOrderTable as orders } from '../../store/schema.ts';
import { findOrders, listOrderIds } from './documents.ts';
import type { ImportLease } from './import-lease.ts';
import { forgetOrders } from './rows.ts';

/** How often we look for deleted orders. The webhook reports most deletions at once. */
const lookEveryMilliseconds = 86_400_000;
/** Limits one run to 50,000 orders. The next one continues where it ended. */
const pagesAtOnce = 200;
const idsAtOnce = 250;
/** Without read_all_orders Shopify hides orders older than 60 days. The five days between allow for clock differences. */
const visibleMilliseconds = 55 * 86_400_000;

async function deletedOf(context: ShopContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { nodes } = await context.graphql(findOrders, {
    ids: ids.map((id) => globalIdOf('Order', id)),
  });
  const there = new Set(nodes.flatMap((node) => (node === null ? [] : originalIdOf(node.id))));
  return ids.filter((id) => !there.has(id));
}

/**
 * Once a day, forgets the orders that were deleted on the platform without a webhook, which an incremental import never meets again. Compares our ids
 * with the platform's, page by page. A missing id is asked for by itself before its order is forgotten, so a page that came short costs nothing. An
 * interrupted run loses nothing, because each page is written by itself.
 */
export async function forgetDeletedOrders(
  context: ShopContext,
  turn: ImportLease,
  { hasAllOrders, signal }: { hasAllOrders: boolean; signal: AbortSignal },
): Promise<void> {
  const { database, shop } = context;
  const { lookedAt, lookedThrough } = turn.state;
  const began = context.now();
  const isDue = lookedAt === null || lookedAt.getTime() + lookEveryMilliseconds <= began.getTime();
  if (!isDue && lookedThrough === null) return;
  const number = sql`${orders.id}::numeric`;
  let through = lookedThrough ?? '0';
  for (let page = 0; page < pagesAtOnce && !signal.aborted; page += 1) {
    const answer = await context.graphql(listOrderIds, { query: `id:>=${BigInt(through) + 1n}` });
    const { nodes, pageInfo } = answer.orders;
    const listed = nodes.map(({ id }) => originalIdOf(id));
    const last = listed.at(-1);
    const isOver = !pageInfo.hasNextPage || last === undefined;
    const conditions: Array<SQL | undefined> = [
      eq(orders.shop, shop),
      sql`${number} > ${through}::numeric`,
      isOver ? undefined : sql`${number} <= ${last}::numeric`,
      notInArray(orders.id, listed),
      hasAllOrders
        ? undefined
        : gte(orders.processedAt, new Date(began.getTime() - visibleMilliseconds)),
    ];
    const missing = await database
      .select({ id: orders.id })
      .from(orders)
      .where(and(...conditions));
    for (let start = 0; start < missing.length; start += idsAtOnce) {
      const ids = missing.slice(start, start + idsAtOnce).map(({ id }) => id);
      const deleted = await deletedOf(context, ids);
      if (!(await turn.keep({}, (kept) => forgetOrders(kept, shop, deleted)))) return;
    }
    const kept = await turn.keep(
      isOver ? { lookedAt: began, lookedThrough: null } : { lookedThrough: last },
    );
    if (!kept || isOver) return;
    through = last;
  }
}
