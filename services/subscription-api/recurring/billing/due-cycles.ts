import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
} from '../../store/schema.ts';
import type { CycleToCharge } from './charge-cycle.ts';
import { type ChargeSchedule, chargeTimeOf, dueBefore } from './charge-time.ts';
import { passedReasons, type Standstill, statuses } from './hindrance.ts';
import { endForecasts, lookedAt } from './looked-cycles.ts';
import { findLiveSettings } from './store.ts';

/** Includes cycles of paused contracts, so that we know that they fell due in the pause. */
const billedStatuses = ['ACTIVE', 'PAUSED', 'FAILED'];

const hasFirstOrder = sql<boolean>`${contracts.originOrderId} is not null`.as('has_first_order');

/** The mirror's cycles that billing has not looked at yet. */
function untouched(database: Database, shop: string | Placeholder, ...conditions: SQL[]) {
  return and(
    eq(cycles.shop, shop),
    // Exactly as in the partial index, so that the planner uses it.
    sql`not ${cycles.isBilled} and not ${cycles.isSkipped}`,
    // In place of `not exists`, which would read everything that was ever looked at.
    sql`(${lookedAt(database)}) is null`,
    ...conditions,
  );
}

/** A cycle's contract, if it is charged by date, or may be. The limit has it looked up per cycle, instead of reading all contracts. */
const chargedContract = (database: Database) =>
  database
    .select({ isUsageBased: contracts.isUsageBased, hasFirstOrder })
    .from(contracts)
    .where(
      and(
        eq(contracts.shop, cycles.shop),
        eq(contracts.id, cycles.contractId),
        isNull(contracts.goneAt),
        inArray(contracts.status, billedStatuses),
        sql`${contracts.isUsageBased} is distinct from true`,
      ),
    )
    .limit(1)
    .as('contract');

const ofBilling = and(eq(contracts.shop, billing.shop), eq(contracts.id, billing.contractId));

/** Cycles with an attempt that the platform has, or may have, to settle. If a shop's billing is stopped, nothing else is looked at. */
function awaited(database: Database) {
  return exists(
    database
      .select({ shop: attempts.shop })
      .from(attempts)
      .where(
        and(
          eq(attempts.shop, billing.shop),
          eq(attempts.contractId, billing.contractId),
          eq(attempts.cycleIndex, billing.cycleIndex),
          or(
            inArray(attempts.state, ['pending', 'challenged']),
            and(
              eq(attempts.state, 'begun'),
              eq(billing.state, 'open'),
              inArray(billing.reason, ['charging', 'answer lost']),
            ),
          ),
        ),
      ),
  );
}

/** A period in which a shop's cycles, or those of one of its contracts, were not charged, and the reason. */
type Standing = {
  shop: string;
  contract?: string;
  from: Date;
  to: Date;
  /** Whether cycles may have been left as paused after `to`, because the pause ended late. */
  isLate?: boolean;
  schedule: ChargeSchedule;
  reason: Standstill | 'contract paused';
};

type DueOf = { shop: string; now: Date; schedule: ChargeSchedule; isStopped?: boolean };

type PlaceOfTime = Place<{ shop: string; time: string; most: number }>;

const whichToLookAgain = (isStopped: boolean) =>
  prepared((database, place: PlaceOfTime) =>
    database
      .select({
        contract: billing.contractId,
        cycle: billing.cycleIndex,
        isUsageBased: contracts.isUsageBased,
        hasFirstOrder,
        isUnread: sql<boolean>`${billing.unreadSince} is not null`,
      })
      .from(billing)
      .innerJoin(contracts, ofBilling)
      .where(
        and(
          eq(billing.shop, place('shop')),
          lte(billing.nextAt, place('time')),
          isStopped ? awaited(database) : undefined,
        ),
      )
      .orderBy(asc(billing.nextAt), asc(billing.cycleIndex))
      .limit(place('most'))
      .prepare(''),
  );
const listToLookAgain = whichToLookAgain(false);
const listAwaited = whichToLookAgain(true);

const listFresh = prepared((database, place: PlaceOfTime) => {
  const contract = chargedContract(database);
  return database
    .select({
      contract: cycles.contractId,
      cycle: cycles.cycleIndex,
      isUsageBased: contract.isUsageBased,
      hasFirstOrder: contract.hasFirstOrder,
      expectedAt: cycles.expectedAt,
    })
    .from(cycles)
    .innerJoinLateral(contract, sql`true`)
    .where(untouched(database, place('shop'), lt(cycles.expectedAt, place('time'))))
    .orderBy(asc(cycles.expectedAt), asc(cycles.cycleIndex))
    .limit(place('most'))
    .prepare('');
});

/** The shop's cycles to look at now: first those to look at again, then the newly due ones, each the earliest first. */
export async function listDueCycles(
  database: Database,
  { shop, now, schedule, isStopped = false, most }: DueOf & { most: number },
): Promise<CycleToCharge[]> {
  const asked = { shop, time: now.toISOString(), most };
  if (isStopped) return await listAwaited(database, asked);
  const again = await listToLookAgain(database, asked);
  const time = dueBefore(now, schedule).toISOString();
  const fresh = await listFresh(database, { ...asked, time });
  return [...again, ...fresh].slice(0, most);
}

/** When a live shop charges; null if it isn't live. Asks the platform if the store's time zone is unknown. */
export async function scheduleOf(context: ShopContext): Promise<ChargeSchedule | null> {
  const settings = await findLiveSettings(context.database, context.shop);
  return settings && { timeZone: await storeTimeZoneOf(context), hour: settings.hour };
}

/** Keeps each statement below the database's limit of parameters. */
const rowsAtOnce = 1000;

/**
 * Stores why cycles that fell due in a standstill were not charged, once it is or may be over. They are looked at again at once, and listed then.
 * Cycles that were looked at since they fell due stay as they are.
 */
export async function leaveFallenDue(
  database: Database,
  { shop, contract, from, to, isLate = false, schedule, reason }: Standing,
): Promise<void> {
  const isOfContract = (id: typeof cycles.contractId | typeof billing.contractId) =>
    contract === undefined ? sql`true` : eq(id, contract);
  const isDue = lt(cycles.expectedAt, dueBefore(to, schedule));
  const due = await database
    .select({
      contractId: cycles.contractId,
      cycleIndex: cycles.cycleIndex,
      expectedAt: cycles.expectedAt,
    })
    .from(cycles)
    .innerJoinLateral(chargedContract(database), sql`true`)
    .where(untouched(database, shop, isDue, isOfContract(cycles.contractId)));
  const fallen = due.filter(({ expectedAt }) => chargeTimeOf(expectedAt, schedule) >= from);
  const left = { state: 'left', reason, nextAt: to, changedAt: to } as const;
  for (let start = 0; start < fallen.length; start += rowsAtOnce) {
    const rows = fallen.slice(start, start + rowsAtOnce).map((row) => ({ ...row, shop, ...left }));
    await database.insert(billing).values(rows).onConflictDoNothing();
  }
  await endForecasts(database, shop, sql`${isDue} and ${isOfContract(cycles.contractId)}`);
  const waited = and(
    eq(billing.shop, shop),
    isOfContract(billing.contractId),
    eq(billing.state, 'open'),
    or(
      and(eq(billing.reason, 'not due'), gte(billing.nextAt, from), lte(billing.nextAt, to)),
      // The platform failed at each look since it fell due.
      and(
        isNotNull(billing.unreadSince),
        eq(billing.reason, 'platform failed'),
        gte(billing.expectedAt, dueBefore(from, schedule)),
        lt(billing.expectedAt, dueBefore(to, schedule)),
      ),
    ),
  );
  await database.update(billing).set(left).where(waited);
  if (contract !== undefined) {
    await touchFallenDue(database, { shop, contract, to, isLate, schedule });
  }
}

/**
 * Has cycles looked at now that were left in a pause before they were due, fell due in that pause, and are still left after it; and those that were left
 * when they were due, but only because it ended late.
 */
async function touchFallenDue(
  database: Database,
  {
    shop,
    contract,
    to,
    isLate,
    schedule,
  }: Pick<Standing, 'shop' | 'to' | 'schedule'> & { contract: string; isLate: boolean },
): Promise<void> {
  const isLeft = and(
    eq(billing.shop, shop),
    eq(billing.contractId, contract),
    eq(billing.state, 'left'),
    inArray(billing.reason, [statuses.PAUSED, statuses.FAILED]),
  );
  const rows = await database
    .select({
      cycle: billing.cycleIndex,
      expectedAt: billing.expectedAt,
      changedAt: billing.changedAt,
      isUsageBased: contracts.isUsageBased,
    })
    .from(billing)
    .innerJoin(contracts, ofBilling)
    .where(isLeft);
  const fallen = rows.filter(({ expectedAt, changedAt, isUsageBased }) => {
    const chargeAt = isUsageBased === true ? expectedAt : chargeTimeOf(expectedAt, schedule);
    return chargeAt <= to ? changedAt < chargeAt : isLate && changedAt >= chargeAt;
  });
  if (fallen.length === 0) return;
  const indexes = fallen.map(({ cycle }) => cycle);
  await database
    .update(billing)
    .set({ nextAt: to, changedAt: to })
    .where(and(isLeft, inArray(billing.cycleIndex, indexes)));
}

type PlaceOfNext = Place<{ shop: string; now: string; from: string }>;

const nextToLookAgain = (database: Database, place: PlaceOfNext, isStopped: boolean) =>
  database
    .select({ at: min(billing.nextAt), isFresh: sql<boolean>`false` })
    .from(billing)
    .where(
      and(
        eq(billing.shop, place('shop')),
        gt(billing.nextAt, place('now')),
        isStopped ? awaited(database) : undefined,
      ),
    );
const findNextAwaited = prepared((database, place: PlaceOfNext) =>
  nextToLookAgain(database, place, true).prepare(''),
);
const findNext = prepared((database, place: PlaceOfNext) => {
  const fresh = database
    .select({ at: sql<Date | null>`${cycles.expectedAt}`, isFresh: sql<boolean>`true` })
    .from(cycles)
    .innerJoinLateral(chargedContract(database), sql`true`)
    .where(untouched(database, place('shop'), gte(cycles.expectedAt, place('from'))))
    .orderBy(asc(cycles.expectedAt))
    .limit(1);
  return unionAll(nextToLookAgain(database, place, false), fresh).prepare('');
});

/** When to look at cycles, and whether billing has not looked at one of them before. */
export type Look = { at: Date; isFirst: boolean };

/** The next look at a shop's cycles, which may be overdue, or with `now` the next that need not be made now; null if none is known. */
export async function findNextLook(
  database: Database,
  { shop, now, schedule, isStopped = false }: Omit<DueOf, 'now'> & { now?: Date },
): Promise<Look | null> {
  const since =
    now === undefined
      ? { now: '-infinity', from: '-infinity' }
      : { now: now.toISOString(), from: dueBefore(now, schedule).toISOString() };
  const find = isStopped ? findNextAwaited : findNext;
  let next: Look | null = null;
  for (const { at: known, isFresh: isFirst } of await find(database, { shop, ...since })) {
    if (known === null) continue;
    const at = isFirst ? chargeTimeOf(known, schedule) : known;
    if (next === null || at < next.at || (isFirst && at <= next.at)) next = { at, isFirst };
  }
  return next;
}

const whichGoOn = (of: 'contract' | 'shop', isStopped: boolean) =>
  prepared((database, place: Place<{ shop: string; contract: string; now: string }>) => {
    const ahead = (condition?: SQL) =>
      inArray(
        billing.cycleIndex,
        database
          .select({ index: cycles.cycleIndex })
          .from(cycles)
          .where(
            and(
              eq(cycles.shop, place('shop')),
              eq(cycles.contractId, billing.contractId),
              eq(cycles.isSkipped, false),
              condition,
            ),
          ),
      );
    const isMoved = ahead(gt(cycles.expectedAt, place('now')));
    const mayGoOn = or(
      // After a lost answer, the call is repeated in its own time.
      and(eq(billing.state, 'open'), ne(billing.reason, 'answer lost')),
      and(eq(billing.state, 'left'), ahead()),
      and(eq(billing.state, 'listed'), inArray(billing.reason, [...passedReasons]), isMoved),
    );
    return (
      database
        .update(billing)
        // An earlier time stays, because it decides whether the cycle was missed.
        .set({ nextAt: sql`least(${billing.nextAt}, ${place('now')}::timestamptz)` })
        .where(
          and(
            eq(billing.shop, place('shop')),
            of === 'shop' ? undefined : eq(billing.contractId, place('contract')),
            isStopped ? awaited(database) : mayGoOn,
          ),
        )
        .returning({ contract: billing.contractId })
        .prepare('')
    );
  });
const letGoOn = { contract: whichGoOn('contract', false), shop: whichGoOn('shop', false) };
const letAwaitedGoOn = { contract: whichGoOn('contract', true), shop: whichGoOn('shop', true) };

/**
 * Has unfinished cycles looked at again, because their contract has changed, or without `contract` the shop's billing.
 * @returns whether there are any
 */
export async function lookAgain(
  database: Database,
  {
    shop,
    contract,
    now,
    isStopped = false,
  }: { shop: string; contract?: string; now: Date; isStopped?: boolean },
): Promise<boolean> {
  const statements = isStopped ? letAwaitedGoOn : letGoOn;
  const letThem = contract === undefined ? statements.shop : statements.contract;
  const rows = await letThem(database, { shop, contract: contract ?? '', now: now.toISOString() });
  return rows.length > 0;
}
