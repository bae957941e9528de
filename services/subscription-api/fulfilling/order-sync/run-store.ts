import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { ordersPerSync } from '#contract/limits.ts';
import type { OrderSyncResult, SyncRun, SyncRunChange } from '#contract/order-sync.ts';
import { orderSyncTexts, problemsOfAccount, problemsThatStay } from '#contract/order-sync-texts.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { lockToEnd } from '../../store/lock-to-end.ts';
import { syncRunOrderTable, syncRunTable } from '../../store/schema.ts';
import type { ChosenIds } from './chosen-ids.ts';

type Scope = Pick<ShopContext, 'database' | 'shop'>;

/** How often one pass sends an order while ShipStation is limiting requests. */
const mostTries = 3;
const keptDays = 30;
/** For how many ms another tab that chooses the same orders gets the same run. */
const sameWhileUnderWay = 60 * 60_000;
const sameOnceDone = 15_000;
/** How many runs a shop keeps, since opening orders to sync them creates a run. */
const mostRuns = 100;

const order = syncRunOrderTable;

const resultColumns = {
  orderId: order.orderId,
  name: order.name,
  status: order.status,
  reason: order.reason,
  problem: order.problem,
};

const isRun = (shop: string, id: string) =>
  and(eq(syncRunTable.shop, shop), eq(syncRunTable.id, id));
const isOfRun = (shop: string, id: string) => and(eq(order.shop, shop), eq(order.runId, id));
const isWaiting = or(
  isNull(order.status),
  and(eq(order.problem, 'rate-limited'), lt(order.tries, mostTries)),
);

const isRetriable = and(
  eq(order.status, 'failed'),
  or(isNull(order.problem), notInArray(order.problem, [...problemsThatStay])),
);
const isOfAccount = and(eq(order.status, 'failed'), inArray(order.problem, [...problemsOfAccount]));

/**
 * The run that another tab has just created for the same orders, if it is under way or only just over. Later the merchant wants a new one, having
 * changed something.
 */
async function findSameRun(
  { database, shop }: Scope,
  { orderIds, duplicates, invalidCount }: ChosenIds,
): Promise<string | undefined> {
  // The database's clock dated the runs.
  const since = (milliseconds: number) =>
    sql`now() - make_interval(secs => ${milliseconds / 1000}::float8)`;
  const isOf = and(eq(order.shop, syncRunTable.shop), eq(order.runId, syncRunTable.id));
  const ordersOfRun = (which: SQL | undefined) =>
    database.select({ orderId: order.orderId }).from(order).where(and(isOf, which));
  const [same] = await database
    .select({ id: syncRunTable.id })
    .from(syncRunTable)
    .where(
      and(
        eq(syncRunTable.shop, shop),
        eq(syncRunTable.duplicates, duplicates),
        eq(syncRunTable.invalidCount, invalidCount),
        gt(syncRunTable.createdAt, since(sameWhileUnderWay)),
        or(gt(syncRunTable.createdAt, since(sameOnceDone)), exists(ordersOfRun(isWaiting))),
        sql`array(${ordersOfRun(undefined).orderBy(asc(order.position))}) = ${sql.param(orderIds)}::text[]`,
      ),
    )
    .orderBy(desc(syncRunTable.createdAt))
    .limit(1);
  return same?.id;
}

/** Stores a run of the chosen orders unless the same one is there. It doesn't send anything. */
export async function keepRun(
  { database, shop }: Scope,
  chosen: ChosenIds,
  id: string = randomUUID(),
): Promise<string> {
  const { orderIds, ...rest } = chosen;
  return await database.transaction(async (transaction) => {
    await lockToEnd(transaction, `sync-run ${shop}`);
    const same = await findSameRun({ database: transaction, shop }, chosen);
    if (same !== undefined) return same;
    await transaction.insert(syncRunTable).values({ shop, id, ...rest });
    await transaction.execute(sql`
      insert into ${order} (shop, run_id, position, order_id)
      select ${shop}, ${id}, position, order_id
      from unnest(${sql.param(orderIds)}::text[]) with ordinality as chosen (order_id, position)`);
    const newest = transaction
      .select({ id: syncRunTable.id })
      .from(syncRunTable)
      .where(eq(syncRunTable.shop, shop))
      .orderBy(desc(syncRunTable.createdAt))
      .limit(mostRuns);
    await forgetRuns(
      transaction,
      and(eq(syncRunTable.shop, shop), notInArray(syncRunTable.id, newest)),
    );
    return id;
  });
}

/** Whether the shop has the run. */
export async function hasRun({ database, shop }: Scope, id: string): Promise<boolean> {
  return (await database.$count(syncRunTable, isRun(shop, id))) > 0;
}

/**
 * A run's current state.
 * @throws ServiceError `not found` if the shop has no such run
 */
export async function findRun({ database, shop }: Scope, id: string): Promise<SyncRun> {
  const [run] = await database.select().from(syncRunTable).where(isRun(shop, id));
  if (run === undefined) throw notFound(orderSyncTexts.notFound);
  const counts = await database
    .select({
      status: order.status,
      isTold: sql<boolean>`${order.problem} is not null`,
      isRetriable: sql<boolean>`${isRetriable}`,
      count: count(),
    })
    .from(order)
    .where(isOfRun(shop, id))
    .groupBy(sql`1, 2, 3`);
  const next = await database
    .select({ orderId: order.orderId })
    .from(order)
    .where(and(isOfRun(shop, id), isWaiting))
    .orderBy(asc(order.position))
    .limit(ordersPerSync);
  const countOf = (is: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(is).reduce((sum, row) => sum + row.count, 0);
  return {
    id,
    total: countOf(() => true),
    sent: countOf(({ status, isTold }) => status === 'success' && !isTold),
    already: countOf(({ status, isTold }) => status === 'success' && isTold),
    failed: countOf(({ status }) => status === 'failed'),
    retriable: countOf((row) => row.isRetriable),
    next: next.map(({ orderId }) => orderId),
    isStopped: run.isStopped,
    duplicates: run.duplicates,
    invalid: { count: run.invalidCount, first: run.invalidIds },
  };
}

/**
 * Stops a run, resumes it, or clears the results of failed orders so that they are sent again. Resuming sends those again that failed because of the
 * account, which is why the run stood still.
 */
export async function changeRun(
  { database, shop }: Scope,
  id: string,
  change: SyncRunChange,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .update(syncRunTable)
      .set({ isStopped: change === 'stop' })
      .where(isRun(shop, id));
    if (change === 'stop') return;
    await transaction
      .update(order)
      .set({ status: null, reason: '', problem: null, tries: 0 })
      .where(and(isOfRun(shop, id), change === 'go-on' ? isOfAccount : isRetriable));
  });
}

/** A page of a run's orders with their results. */
export async function listOrdersOfRun(
  { database, shop }: Scope,
  id: string,
  { show, page, size }: { show: 'all' | 'failed'; page: number; size: number },
): Promise<{ orders: unknown[]; total: number }> {
  const shown = and(isOfRun(shop, id), show === 'failed' ? eq(order.status, 'failed') : undefined);
  const orders = await database
    .select(resultColumns)
    .from(order)
    .where(shown)
    .orderBy(asc(order.position))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await database.select({ total: count() }).from(order).where(shown);
  return { orders, total: counted?.total ?? 0 };
}

/** Those of the orders that are in the run, with their results. `isWaiting` marks those still to send. */
export async function findInRun({ database, shop }: Scope, id: string, ids: readonly string[]) {
  return await database
    .select({
      ...resultColumns,
      isWaiting: sql<boolean>`${isWaiting}`,
    })
    .from(order)
    .where(and(isOfRun(shop, id), inArray(order.orderId, [...ids])));
}

/** Stores the results of a run's orders. */
export async function keepResults(
  { database, shop }: Scope,
  id: string,
  results: readonly OrderSyncResult[],
): Promise<void> {
  const column = (of: (result: OrderSyncResult) => string | null) => sql.param(results.map(of));
  await database.execute(sql`
    update ${order} set
      name = result.name, status = result.status, reason = result.reason, problem = result.problem,
      tries = ${order.tries} + (case when result.problem = 'rate-limited' then 1 else 0 end)
    from unnest(
      ${column(({ orderId }) => orderId)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ status }) => status)}::text[], ${column(({ reason }) => reason)}::text[],
      ${column(({ problem }) => problem)}::text[]
    ) as result (order_id, name, status, reason, problem)
    where ${order.shop} = ${shop} and ${order.runId} = ${id} and ${order.orderId} = result.order_id`);
}

/** Deletes runs that are older than 30 days. */
export async function forgetOldRuns(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await database.transaction((transaction) =>
    forgetRuns(transaction, lt(syncRunTable.createdAt, before)),
  );
}

async function forgetRuns(transaction: Database, which: SQL | undefined): Promise<void> {
  const gone = await transaction
    .delete(syncRunTable)
    .where(which)
    .returning({ shop: syncRunTable.shop, id: syncRunTable.id });
  for (const { shop, id } of gone) await transaction.delete(order).where(isOfRun(shop, id));
}
