import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { originalIdOf } from '#contract/global-id.ts';
import { ServiceError } from '../../service-error.ts';
import { keepTimeZone } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Lease, leaseLeft, takeLease } from '../../store/lease.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { changerOf } from '../../store/prepared-rows.ts';
import {
  subscriptionContractTable as contracts,
  contractMirrorTable as mirrors,
  sessionTable as sessions,
} from '../../store/schema.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { leaveFallenDue, scheduleOf } from '../billing/due-cycles.ts';
import { keepRefusal, refusalOf, standstillOf } from '../billing/refused-shop.ts';
import { lookAtUnknown } from '../billing/unknown-attempt.ts';
import { listContracts, readAtOnce } from './documents.ts';
import { type Reading, readContracts, refreshContract } from './refresh.ts';
import { causeOf, countRepair } from './repairs.ts';

/** Longer than a page may take. After it, the process that sweeps counts as dead. */
const turnMilliseconds = 10 * 60_000;
/** As many pages as one job sweeps, some 500 contracts. The shop's next job continues, so that other shops get their turn. */
const pagesAtOnce = 10;
/** Divides how many are read by one query. */
const refreshesAtOnce = 5;
/** Our clock and the platform's may differ, and its search learns of changes a little later. */
const overlapMilliseconds = 60 * 60_000;
/** A week, less some hours, because sweeps don't start at the same time every night. */
const wholeEveryMilliseconds = 6.5 * 86_400_000;

/** A full sweep that took longer is followed by one of what was updated meanwhile. */
const longMilliseconds = 60 * 60_000;

type Mirror = typeof mirrors.$inferSelect;
type Sweep = Pick<Mirror, 'goesOnFrom' | 'cursor'> & { mode: 'all' | 'changed'; startedAt: Date };
type Listed = { id: string; revision: bigint; updatedAt: Date };

/** The lease for sweeping a shop's contracts. */
export function sweepLeaseName(shop: string) {
  return { shop, name: 'contract sweep' };
}

const findRow = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select()
    .from(mirrors)
    .where(eq(mirrors.shop, place('shop')))
    .prepare(''),
);

const changeMirror = changerOf(mirrors, ['shop']);

async function findMirror({ database, shop }: ShopContext): Promise<Mirror | undefined> {
  const [mirror] = await findRow(database, { shop });
  return mirror;
}

/** Has a shop's contracts read if they never were, or if the latest sweep was refused. Calls with the same key send one job. */
export async function beginMirror(
  context: ShopContext,
  { key }: { key?: string } = {},
): Promise<void> {
  const mirror = await findMirror(context);
  if (mirror !== undefined && mirror.wholeAt !== null && mirror.refusal === null) return;
  const { database, jobs, shop } = context;
  // A late webhook must not begin an erased shop anew.
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
  const { subscriptionContracts, shop } = await context.graphql(listContracts, {
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
  return { listed, goesOn, endCursor: pageInfo.endCursor, timeZone: shop.ianaTimezone };
}

/** The ids between two pages' ends that we have and the platform doesn't list. */
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

/** The ids on a page whose contracts have changed since we read them. */
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

async function heal(
  context: ShopContext,
  id: string,
  isFirst: boolean,
  reading: Reading | undefined,
): Promise<void> {
  const refresh = () =>
    refreshContract(
      context,
      id,
      async (at, { kept, truth, wasRight }) => {
        if (wasRight || isFirst) return;
        await countRepair(at, id, await causeOf(at, id, { kept, truth }));
        await chargeChanged(at, id);
      },
      reading,
    );
  const { truth, newestKey } = reading?.found ?? (await refresh());
  if (truth === null || newestKey === null || isFirst) return;
  const { isUsageBased, originOrderId } = truth.contract;
  const contract = { contract: id, isUsageBased, hasFirstOrder: originOrderId !== null };
  await lookAtUnknown(context, contract, newestKey);
}

/** Reads contracts together. If they can't be, they are read one by one, since it may be one's fault. */
async function readTogether(
  context: ShopContext,
  ids: readonly string[],
): Promise<Map<string, Reading>> {
  if (ids.length < 2) return new Map();
  return await readContracts(context, ids).catch((error: unknown) => {
    if (refusalOf(error) !== null) throw error;
    const { shop, logger } = context;
    logger.info({ error, shop }, 'contracts could not be read together');
    return new Map<string, Reading>();
  });
}

/**
 * Reads contracts anew. One that can't be read doesn't stop the others. If none can, the platform is to blame.
 * @returns the ids that could not be read
 * @throws the platform's failure if none of them, or nothing of the store, can be read
 */
async function healAll(
  context: ShopContext,
  ids: readonly string[],
  isFirst: boolean,
  signal: AbortSignal,
): Promise<Set<string>> {
  const failures: Array<{ id: string; error: unknown }> = [];
  let readings = new Map<string, Reading>();
  for (let start = 0; start < ids.length && !signal.aborted; start += refreshesAtOnce) {
    if (start % readAtOnce === 0) {
      readings = await readTogether(context, ids.slice(start, start + readAtOnce));
    }
    const some = ids.slice(start, start + refreshesAtOnce);
    // Wait for all of them, even if one says that the store refuses access.
    const ended = await Promise.allSettled(
      some.map((id) => heal(context, id, isFirst, readings.get(id))),
    );
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

/** The time from which the next sweep must look: no later than the update of any contract that could not be read. */
function earliest(startedAt: Date, unread: readonly Date[]): Date {
  return new Date(Math.min(...[startedAt, ...unread].map((time) => time.getTime())));
}

async function sweepPages(
  context: ShopContext,
  lease: Lease,
  mirror: Mirror,
  signal: AbortSignal,
): Promise<boolean> {
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
      // Contracts come sorted, so we can go on without the cursor. If a whole page has one time of update, only sorting by id gets on.
      const isStuck = current.goesOnFrom === refusedAt;
      refusedAt = current.goesOnFrom;
      sweep = { ...current, cursor: null, ...(isStuck && { mode: 'all', goesOnFrom: null }) };
      continue;
    }
    const { listed, goesOn, endCursor, timeZone } = found;
    const ids =
      current.mode === 'all'
        ? [
            ...listed.map(({ id }) => id),
            ...(await findUnlisted(context, listed, current.goesOnFrom, goesOn?.id ?? null)),
          ]
        : await findChanged(context, listed);
    const letIn = context.now();
    const unread = await healAll(context, ids, isFirst, signal);
    // The page may be read only in part, so the next job begins it anew.
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
      // Ids are unique, so they need no cursor. Many updates may have the same time.
      cursor: mode === 'all' ? null : endCursor,
    };
    const now = context.now();
    // The contracts that it read first may have changed since, as in an outage in between.
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
        // We don't know better since when the store has refused charges.
        const from = mirror.sweptAt ?? mirror.updatedThrough ?? new Date(0);
        const standing = { shop: context.shop, from, to: letIn, schedule };
        await leaveFallenDue(transaction, { ...standing, reason: standstillOf(refusal) });
      }
      const { shop } = context;
      await changeMirror(transaction, { ...next, shop });
      // One that was stored meanwhile stays, such as an uninstalled app's.
      if (refusal !== null) {
        const isSame = and(eq(mirrors.shop, shop), eq(mirrors.refusal, refusal));
        await transaction.update(mirrors).set({ refusal: null }).where(isSame);
      }
      if (goesOn === null) await keepTimeZone(transaction, { shop, timeZone });
    };
    if (!(await (goesOn === null ? lease.end(keep) : lease.keep(keep)))) return false;
    // From now on, what falls due is charged.
    refusal = null;
    if (goesOn === null) {
      if (isFirst) await gatherStatistics(context);
      return isLong;
    }
  }
  return true;
}

/** Gathers the statistics that queries are planned by. PGlite doesn't do that by itself. */
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
 * Compares the mirror of a shop's contracts with the platform: what was updated since the last sweep, and once a week everything, with the
 * contracts that are gone. Repairs what is wrong, and counts it by cause unless this is the first sweep. Continues where the last one stopped. If
 * the store refuses access, the mirror says so.
 * @returns in how many milliseconds to call it again, because there is more to do, or another process (perhaps a dead one) has the lease; null if
 *   the sweep has ended
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
