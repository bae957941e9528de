import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { originalIdOf } from '#contract/global-id.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Lease, leaseLeft, takeLease } from '../../store/lease.ts';
import {
  subscriptionContractTable as contracts,
  contractMirrorTable as mirrors,
  sessionTable as sessions,
} from '../../store/schema.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { leaveFallenDue, scheduleOf } from '../billing/due-cycles.ts';
import { keepRefusal, refusalOf, standstillOf } from '../billing/refused-shop.ts';
import { lookAtUnknown } from '../billing/unknown-attempt.ts';
import { listContracts } from './documents.ts';
import { refreshContract } from './refresh.ts';
import { causeOf, countRepair } from './repairs.ts';

/** Longer than a page may take; after it, the process that sweeps is taken for dead. */
const turnMilliseconds = 10 * 60_000;
/** As much as one job sweeps, some 500 contracts: the shop's next job goes on, so that other shops come in between. */
const pagesAtOnce = 10;
const refreshesAtOnce = 4;
/** Our clock and the platform's may differ, and its search learns of a change a little after it. */
const overlapMilliseconds = 60 * 60_000;
/** A week less than a night's differences. */
const wholeEveryMilliseconds = 6.5 * 86_400_000;

/** A sweep of all contracts that took longer is followed by one of what was updated meanwhile. */
const longMilliseconds = 60 * 60_000;

type Mirror = typeof mirrors.$inferSelect;
type Sweep = Pick<Mirror, 'goesOnFrom' | 'cursor'> & { mode: 'all' | 'changed'; startedAt: Date };
type Listed = { id: string; revision: bigint; updatedAt: Date };

/** The lease of who sweeps a shop's contracts. */
export function sweepLeaseName(shop: string) {
  return { shop, name: 'contract sweep' };
}

async function findMirror({ database, shop }: ShopContext): Promise<Mirror | undefined> {
  const [mirror] = await database.select().from(mirrors).where(eq(mirrors.shop, shop));
  return mirror;
}

/** Whether the shop's contracts are all known. Where not, what counts them has to go by the orders. */
export async function isMirrored(context: ShopContext): Promise<boolean> {
  return ((await findMirror(context))?.wholeAt ?? null) !== null;
}

/** Has a shop's contracts read where they never were, or the latest sweep was refused. With a key it is one job, however often it is asked for. */
export async function beginMirror(
  context: ShopContext,
  { key }: { key?: string } = {},
): Promise<void> {
  const mirror = await findMirror(context);
  if (mirror !== undefined && mirror.wholeAt !== null && mirror.refusal === null) return;
  const { database, jobs, shop } = context;
  // A shop that was erased is not begun anew by a webhook that comes late.
  if ((await database.$count(sessions, eq(sessions.shop, shop))) === 0) return;
  await jobs.send(database, 'sweep-contracts', { shop }, key === undefined ? {} : { key });
  jobs.wake();
}

function sweepOf(mirror: Mirror, now: Date): Sweep {
  const { mode, startedAt, goesOnFrom, cursor, updatedThrough, wholeAt } = mirror;
  if (mode !== null && startedAt !== null) return { mode, startedAt, goesOnFrom, cursor };
  const isWhole =
    updatedThrough === null ||
    wholeAt === null ||
    now.getTime() - wholeAt.getTime() >= wholeEveryMilliseconds;
  if (isWhole) return { mode: 'all', startedAt: now, goesOnFrom: null, cursor: null };
  const from = new Date(updatedThrough.getTime() - overlapMilliseconds);
  return { mode: 'changed', startedAt: now, goesOnFrom: from.toISOString(), cursor: null };
}

async function listPage(context: ShopContext, { mode, goesOnFrom, cursor }: Sweep) {
  const isAll = mode === 'all';
  const rest =
    goesOnFrom !== null && isAll
      ? `id:>=${BigInt(goesOnFrom) + 1n}`
      : `updated_at:>='${goesOnFrom}'`;
  const { subscriptionContracts } = await context.graphql(listContracts, {
    query: goesOnFrom === null ? null : rest,
    sortKey: isAll ? 'ID' : 'UPDATED_AT',
    after: cursor,
  });
  const { nodes, pageInfo } = subscriptionContracts;
  const listed = nodes.map(
    (node): Listed => ({
      id: originalIdOf(node.id),
      revision: node.revisionId,
      updatedAt: node.updatedAt,
    }),
  );
  const last = listed.at(-1);
  const goesOn = last === undefined || !pageInfo.hasNextPage ? null : last;
  return { listed, goesOn, endCursor: pageInfo.endCursor };
}

/** Those of the ids between two pages' ends that we have and the platform doesn't list. */
async function findUnlisted(
  { database, shop }: ShopContext,
  listed: readonly Listed[],
  from: string | null,
  through: string | null,
): Promise<string[]> {
  const number = sql`${contracts.id}::numeric`;
  const conditions: Array<SQL | undefined> = [
    eq(contracts.shop, shop),
    sql`${contracts.goneAt} is null`,
    from === null ? undefined : gt(number, sql`${from}::numeric`),
    through === null ? undefined : lte(number, sql`${through}::numeric`),
  ];
  const rows = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(...conditions));
  const there = new Set(listed.map(({ id }) => id));
  return rows.flatMap(({ id }) => (there.has(id) ? [] : id));
}

/** Those of a page that changed since they were read. */
async function findChanged(
  { database, shop }: ShopContext,
  listed: readonly Listed[],
): Promise<string[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const rows = await database
    .select({
      id: contracts.id,
      revision: contracts.revision,
      updatedAt: contracts.updatedAt,
      goneAt: contracts.goneAt,
    })
    .from(contracts)
    .where(and(eq(contracts.shop, shop), inArray(contracts.id, ids)));
  const kept = new Map(rows.map((row) => [row.id, row]));
  return listed.flatMap(({ id, revision, updatedAt }) => {
    const row = kept.get(id);
    const isAsListed =
      row?.goneAt === null &&
      row.revision === revision &&
      row.updatedAt.getTime() === updatedAt.getTime();
    return isAsListed ? [] : id;
  });
}

async function heal(context: ShopContext, id: string, isFirst: boolean): Promise<void> {
  const { truth, newestKey } = await refreshContract(context, id, async (at, refreshed) => {
    const { kept, truth, wasRight } = refreshed;
    if (wasRight || isFirst) return;
    await countRepair(at, id, await causeOf(at, id, { kept, truth }));
    await chargeChanged(at, id);
  });
  if (truth === null || newestKey === null || isFirst) return;
  const { isUsageBased, originOrderId } = truth.contract;
  const contract = { contract: id, isUsageBased, hasFirstOrder: originOrderId !== null };
  await lookAtUnknown(context, contract, newestKey);
}

/**
 * One that can't be read keeps nobody else from being read; where none can, the platform is to blame.
 * @returns those that could not be read
 */
async function healAll(
  context: ShopContext,
  ids: readonly string[],
  isFirst: boolean,
  signal: AbortSignal,
): Promise<Set<string>> {
  const failures: Array<{ id: string; error: unknown }> = [];
  for (let start = 0; start < ids.length && !signal.aborted; start += refreshesAtOnce) {
    const some = ids.slice(start, start + refreshesAtOnce);
    // All of them end before the sweep does, also where one says that the store lets nobody read.
    const ended = await Promise.allSettled(some.map((id) => heal(context, id, isFirst)));
    for (const [index, end] of ended.entries()) {
      if (end.status === 'fulfilled') continue;
      const { reason: error } = end;
      if (refusalOf(error) !== null) throw error;
      const id = some[index] ?? '';
      context.logger.error(
        { error, shop: context.shop, contract: id },
        'a contract could not be read',
      );
      failures.push({ id, error });
    }
    if (failures.length >= refreshesAtOnce && failures.length === start + some.length) {
      throw failures[0]?.error;
    }
  }
  return new Set(failures.map(({ id }) => id));
}

/** From when on the next sweep has to look again: before what could not be read was updated. */
function earliest(startedAt: Date, unread: readonly Date[]): Date {
  return new Date(Math.min(...[startedAt, ...unread].map((time) => time.getTime())));
}

async function sweepPages(
  context: ShopContext,
  lease: Lease,
  mirror: Mirror,
  signal: AbortSignal,
): Promise<boolean> {
  const ofShop = eq(mirrors.shop, context.shop);
  const isFirst = mirror.wholeAt === null;
  let sweep = sweepOf(mirror, context.now());
  let refusedAt: string | null = null;
  let { refusal } = mirror;
  for (let page = 0; page < pagesAtOnce && !signal.aborted; page += 1) {
    const current: Sweep = sweep;
    const found = await listPage(context, current).catch((error: unknown) => {
      const isCursorRefused = error instanceof ServiceError && error.kind === 'invalid request';
      if (current.cursor === null || !isCursorRefused) throw error;
      return null;
    });
    if (found === null) {
      // Contracts come in an order, so what was seen is not lost without the cursor. Where a whole page bears one time, ids alone get on.
      const isStuck = current.goesOnFrom === refusedAt;
      refusedAt = current.goesOnFrom;
      sweep = { ...current, cursor: null, ...(isStuck && { mode: 'all', goesOnFrom: null }) };
      continue;
    }
    const { listed, goesOn, endCursor } = found;
    const ids =
      current.mode === 'all'
        ? [
            ...listed.map(({ id }) => id),
            ...(await findUnlisted(context, listed, current.goesOnFrom, goesOn?.id ?? null)),
          ]
        : await findChanged(context, listed);
    const letIn = context.now();
    const unread = await healAll(context, ids, isFirst, signal);
    // The page may be healed in part: the next job begins it anew.
    if (signal.aborted) return true;
    const { mode } = current;
    const startedAt = earliest(
      current.startedAt,
      listed.flatMap(({ id, updatedAt }) => (unread.has(id) ? updatedAt : [])),
    );
    sweep = {
      ...current,
      startedAt,
      goesOnFrom: (mode === 'all' ? goesOn?.id : goesOn?.updatedAt.toISOString()) ?? null,
      // Ids need none; of updates many may bear one time.
      cursor: mode === 'all' ? null : endCursor,
    };
    const now = context.now();
    // What it read first may have changed since, as where an outage came between.
    const isLong = mode === 'all' && now.getTime() - startedAt.getTime() > longMilliseconds;
    const next =
      goesOn !== null
        ? sweep
        : {
            mode: null,
            startedAt: null,
            goesOnFrom: null,
            cursor: null,
            updatedThrough: startedAt,
            ...(!isLong && { sweptAt: now }),
            ...(mode === 'all' && { wholeAt: now }),
          };
    const schedule = refusal === null ? null : await scheduleOf(context);
    const keep = async (transaction: Database): Promise<void> => {
      if (refusal !== null && schedule !== null) {
        // Since when the store let nobody charge is not known better.
        const from = mirror.sweptAt ?? mirror.updatedThrough ?? new Date(0);
        const standing = { shop: context.shop, from, to: letIn, schedule };
        await leaveFallenDue(transaction, { ...standing, reason: standstillOf(refusal) });
      }
      await transaction
        .update(mirrors)
        .set({ ...next, refusal: null })
        .where(ofShop);
    };
    if (!(await (goesOn === null ? lease.end(keep) : lease.keep(keep)))) return false;
    // What falls due from now on is charged.
    refusal = null;
    if (goesOn === null) {
      if (isFirst) await gatherStatistics(context);
      return isLong;
    }
  }
  return true;
}

/** Lets the database plan by what the tables hold: PGlite does not look by itself. */
async function gatherStatistics({ database, logger }: ShopContext): Promise<void> {
  try {
    await database.execute(
      sql`analyze subscription_contract, subscription_contract_line, billing_cycle, payment_method`,
    );
  } catch (error) {
    logger.warn({ error }, 'the statistics of the contracts were not gathered');
  }
}

/**
 * Holds the mirror of a shop's contracts against the platform: what was updated since the last sweep, and once a week all of it, also what is
 * gone. What is wrong is healed, and counted by its cause unless it is the first sweep. It goes on where the last one stopped, and stops where the
 * store lets nobody read its contracts: then the mirror says so.
 * @returns in how many milliseconds it must be called again, because there is more to do, or because another process has the turn, which may
 *   be dead; null where the sweep has ended
 */
export async function sweepContracts(
  context: ShopContext,
  signal: AbortSignal,
): Promise<number | null> {
  const { database, shop, logger } = context;
  const name = sweepLeaseName(shop);
  const lease = await takeLease(database, name, () => turnMilliseconds);
  if (lease === null) return await leaseLeft(database, name);
  try {
    let mirror = await findMirror(context);
    if (mirror === undefined) {
      await lease.keep(async (transaction) => {
        await transaction.insert(mirrors).values({ shop }).onConflictDoNothing();
      });
      mirror = await findMirror(context);
    }
    if (mirror === undefined) return null;
    return (await sweepPages(context, lease, mirror, signal)) ? 0 : null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    await lease.keep((transaction) => keepRefusal({ ...context, database: transaction }, refusal));
    logger.info({ shop, refusal }, 'the contracts of a shop can not be read');
    return null;
  } finally {
    await lease.end();
  }
}
