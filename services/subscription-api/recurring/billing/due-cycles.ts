import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
} from '../../store/schema.ts';
import type { CycleToCharge } from './charge-cycle.ts';
import { type ChargeSchedule, chargeTimeOf, dueBefore } from './charge-time.ts';
import type { Standstill } from './hindrance.ts';
import { findLiveSettings } from './store.ts';

/** A cycle of a paused contract is looked at too, so that it is known to have fallen due in the pause. */
const billedStatuses = ['ACTIVE', 'PAUSED', 'FAILED'];

const hasFirstOrder = sql<boolean>`${contracts.originOrderId} is not null`.as('has_first_order');

/** Cycles of the mirror that nobody has looked at yet. */
function untouched(database: Database, shop: string, ...conditions: SQL[]) {
  const looked = database
    .select({ state: billing.state })
    .from(billing)
    .where(
      and(
        eq(billing.shop, cycles.shop),
        eq(billing.contractId, cycles.contractId),
        eq(billing.cycleIndex, cycles.cycleIndex),
      ),
    );
  return and(
    eq(cycles.shop, shop),
    // As the index says it.
    sql`not ${cycles.isBilled} and not ${cycles.isSkipped}`,
    // In place of `not exists`, for which all that was ever looked at would be read.
    sql`(${looked}) is null`,
    ...conditions,
  );
}

/** The contract of a cycle, where it is charged by date, or may be. With a limit it is looked up for each cycle, in place of reading all contracts. */
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

/** What the platform has to settle yet, or may have: of a shop whose billing is stopped, nothing else is looked at. */
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

/** While a shop's cycles, or those of one of its contracts, were not charged, and why they are left. */
type Standing = {
  shop: string;
  contract?: string;
  from: Date;
  to: Date;
  schedule: ChargeSchedule;
  reason: Standstill | 'contract paused';
};

/** A shop whose cycles are looked at, and whether its billing is stopped. */
type DueOf = { shop: string; now: Date; schedule: ChargeSchedule; isStopped?: boolean };

/** The cycles of a shop that are to be looked at now, the earliest first: what is looked at again, then what has fallen due. */
export async function listDueCycles(
  database: Database,
  { shop, now, schedule, isStopped = false, most }: DueOf & { most: number },
): Promise<CycleToCharge[]> {
  const again = await database
    .select({
      contract: billing.contractId,
      cycle: billing.cycleIndex,
      isUsageBased: contracts.isUsageBased,
      hasFirstOrder,
    })
    .from(billing)
    .innerJoin(contracts, ofBilling)
    .where(
      and(
        eq(billing.shop, shop),
        lte(billing.nextAt, now),
        isStopped ? awaited(database) : undefined,
      ),
    )
    .orderBy(asc(billing.nextAt), asc(billing.cycleIndex))
    .limit(most);
  if (isStopped) return again;
  const contract = chargedContract(database);
  const fresh = await database
    .select({
      contract: cycles.contractId,
      cycle: cycles.cycleIndex,
      isUsageBased: contract.isUsageBased,
      hasFirstOrder: contract.hasFirstOrder,
    })
    .from(cycles)
    .innerJoinLateral(contract, sql`true`)
    .where(untouched(database, shop, lt(cycles.expectedAt, dueBefore(now, schedule))))
    .orderBy(asc(cycles.expectedAt), asc(cycles.cycleIndex))
    .limit(most);
  return [...again, ...fresh].slice(0, most);
}

/** When a shop that is live charges; asks the platform where the store's time zone is not known. Null for every other. */
export async function scheduleOf(context: ShopContext): Promise<ChargeSchedule | null> {
  const settings = await findLiveSettings(context.database, context.shop);
  return settings && { timeZone: await storeTimeZoneOf(context), hour: settings.hour };
}

/** More parameters than that no statement takes. */
const rowsAtOnce = 1000;

/**
 * Keeps why nobody charged what fell due in a standstill that is over, or may be: it is looked at again, and listed then. What was looked at
 * since it fell due stays as it is.
 */
export async function leaveFallenDue(
  database: Database,
  { shop, contract, from, to, schedule, reason }: Standing,
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
  const waited = and(
    eq(billing.shop, shop),
    isOfContract(billing.contractId),
    eq(billing.state, 'open'),
    eq(billing.reason, 'not due'),
    gte(billing.nextAt, from),
    lte(billing.nextAt, to),
  );
  await database.update(billing).set(left).where(waited);
}

/** When the first of a shop's cycles is to be looked at that need not be now; null where none is known. */
export async function findNextLook(
  database: Database,
  { shop, now, schedule, isStopped = false }: DueOf,
): Promise<Date | null> {
  const [again] = await database
    .select({ at: min(billing.nextAt) })
    .from(billing)
    .where(
      and(
        eq(billing.shop, shop),
        gt(billing.nextAt, now),
        isStopped ? awaited(database) : undefined,
      ),
    );
  if (isStopped) return again?.at ?? null;
  const [fresh] = await database
    .select({ at: cycles.expectedAt })
    .from(cycles)
    .innerJoinLateral(chargedContract(database), sql`true`)
    .where(untouched(database, shop, gte(cycles.expectedAt, dueBefore(now, schedule))))
    .orderBy(asc(cycles.expectedAt))
    .limit(1);
  const times = [again?.at ?? null, fresh?.at ? chargeTimeOf(fresh.at, schedule) : null];
  const known = times.flatMap((at) => at?.getTime() ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/**
 * Has the cycles looked at again that may be charged yet, since something has changed about their contract, or without one about the shop's billing.
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
  const ahead = database
    .select({ index: cycles.cycleIndex })
    .from(cycles)
    .where(
      and(
        eq(cycles.shop, shop),
        eq(cycles.contractId, billing.contractId),
        eq(cycles.isSkipped, false),
      ),
    );
  // Where an answer was lost, the call is repeated in its own time.
  const mayGoOn = sql`(${billing.state} = 'open' and ${billing.reason} <> 'answer lost' or ${billing.state} = 'left' and ${inArray(billing.cycleIndex, ahead)})`;
  const rows = await database
    .update(billing)
    // What should have been tried before keeps its time: whether it was missed goes by that.
    .set({ nextAt: sql`least(${billing.nextAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(billing.shop, shop),
        contract === undefined ? undefined : eq(billing.contractId, contract),
        isStopped ? awaited(database) : mayGoOn,
      ),
    )
    .returning({ contract: billing.contractId });
  return rows.length > 0;
}
