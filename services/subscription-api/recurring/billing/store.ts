import { and, asc, eq, gt, isNotNull, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type DunningRules, dunningRulesSchema, usualRules } from '#contract/billing-rules.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { changerOf, keeperOf } from '../../store/prepared-rows.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as cycles,
  billingSettingsTable as settings,
} from '../../store/schema.ts';
import { keepPlaces } from '../rotation/places.ts';
import type { AttemptName } from './attempt-input.ts';
import type { MethodTry } from './dunning.ts';
import type { Basis } from './edited-cycle.ts';
import { endForecastOf } from './looked-cycles.ts';

export type AttemptRow = typeof attempts.$inferSelect;
export type CycleRow = typeof cycles.$inferSelect;

/** A contract of a shop, by the numeric tail of its id. */
export type ContractName = { shop: string; contract: string };

export type BillingSettings = Omit<typeof settings.$inferSelect, 'rules' | 'wentLiveAt'> & {
  wentLiveAt: Date;
  rules: DunningRules;
};

const findRow = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select()
    .from(settings)
    .where(eq(settings.shop, place('shop')))
    .prepare(''),
);

/** A shop's row of settings; null if it has none. */
export async function findSettingsRow(
  database: Database,
  shop: string,
): Promise<typeof settings.$inferSelect | null> {
  const [row] = await findRow(database, { shop });
  return row ?? null;
}

/** The settings of a shop that has gone live; null if it hasn't. */
export async function findLiveSettings(
  database: Database,
  shop: string,
): Promise<BillingSettings | null> {
  const row = await findSettingsRow(database, shop);
  return row && liveSettingsOf(row);
}

/** Reads a row of settings; null if the shop has not gone live. */
export function liveSettingsOf(row: typeof settings.$inferSelect): BillingSettings | null {
  const { wentLiveAt, rules } = row;
  if (wentLiveAt === null) return null;
  return {
    ...row,
    wentLiveAt,
    rules: rules === null ? usualRules : dunningRulesSchema.parse(rules),
  };
}

export type LiveCycle = {
  settings: BillingSettings;
  /** The cycle's row; null if billing has not looked at it. */
  kept: CycleRow | null;
  /** When the merchant last decided about one of the contract's cycles; null if never. */
  lastDecidedAt: Date | null;
};

const findRows = prepared((database, place: Place<ContractName & { cycle: number }>) => {
  const isCycle = and(
    eq(cycles.shop, settings.shop),
    eq(cycles.contractId, place('contract')),
    eq(cycles.cycleIndex, place('cycle')),
  );
  const decided = alias(cycles, 'decided');
  const lastDecided = database
    .select({ at: max(decided.decidedAt).as('last_decided_at') })
    .from(decided)
    .where(and(eq(decided.shop, place('shop')), eq(decided.contractId, place('contract'))))
    .as('last_decided');
  return database
    .select({ settings, kept: cycles, lastDecidedAt: lastDecided.at })
    .from(settings)
    .leftJoin(cycles, isCycle)
    .crossJoin(lastDecided)
    .where(eq(settings.shop, place('shop')))
    .prepare('');
});

/** Everything needed to charge one of a live shop's cycles; null as `findLiveSettings`. */
export async function findLiveCycle(
  database: Database,
  { shop, contract, cycle }: ContractName & { cycle: number },
): Promise<LiveCycle | null> {
  const [row] = await findRows(database, { shop, contract, cycle });
  const live = row === undefined ? null : liveSettingsOf(row.settings);
  if (row === undefined || live === null) return null;
  return { ...row, settings: live };
}

/** The settings of a shop that bills; null if it has not gone live, or was stopped. */
export async function findBilling(
  database: Database,
  shop: string,
): Promise<BillingSettings | null> {
  const settings = await findLiveSettings(database, shop);
  return settings === null || settings.stoppedAt !== null ? null : settings;
}

/** `stoppedBecause` of a shop that has uninstalled the app; the platform has no such code. */
export const uninstalledReason = 'APP_UNINSTALLED';
/** `stoppedBecause` of a shop whose vendor is suspended: its screens are closed, so nobody could stop a charge or see it. */
export const suspendedReason = 'VENDOR_SUSPENDED';

/**
 * Stops all billing of a live shop, and has its merchant mailed. Does nothing if it is stopped already: the first reason stays. Call it in a
 * transaction, and `wake` the jobs after it.
 */
export async function stopBilling(
  { database, jobs, shop }: { database: Database; jobs: Pick<Jobs, 'send'>; shop: string },
  { at, because }: { at: Date; because: string | null },
): Promise<void> {
  const stopped = await database
    .update(settings)
    .set({ stoppedAt: at, stoppedBecause: because })
    .where(and(eq(settings.shop, shop), isNotNull(settings.wentLiveAt), isNull(settings.stoppedAt)))
    .returning({ shop: settings.shop });
  if (stopped.length === 0) return;
  const stop = at.toISOString();
  await jobs.send(database, 'mail-stop', { shop, at: stop }, { key: stop });
}

/** Our attempts at a contract, by cycle and number. */
export const listContractAttempts: (
  database: Database,
  name: ContractName,
) => Promise<AttemptRow[]> = prepared((database, place: Place<ContractName>) =>
  database
    .select()
    .from(attempts)
    .where(and(eq(attempts.shop, place('shop')), eq(attempts.contractId, place('contract'))))
    .orderBy(asc(attempts.cycleIndex), asc(attempts.number))
    .prepare(''),
);

const isAttempt = ({
  shop,
  contractId,
  cycleIndex,
  number,
}: Pick<AttemptRow, 'shop' | 'contractId' | 'cycleIndex' | 'number'>) =>
  and(
    eq(attempts.shop, shop),
    eq(attempts.contractId, contractId),
    eq(attempts.cycleIndex, cycleIndex),
    eq(attempts.number, number),
  );

const findNumber = prepared((database, place: Place<AttemptName>) =>
  database
    .select({ number: attempts.number })
    .from(attempts)
    .where(
      and(
        ...[eq(attempts.shop, place('shop')), eq(attempts.contractId, place('contract'))],
        ...[eq(attempts.cycleIndex, place('cycle')), eq(attempts.number, place('number'))],
      ),
    )
    .prepare(''),
);

/** Whether an attempt has a row. */
export async function hasAttempt(
  database: Database,
  { shop, contract, cycle, number }: AttemptName,
): Promise<boolean> {
  return (await findNumber(database, { shop, contract, cycle, number })).length > 0;
}

/** Stores a new attempt; an existing row stays as it is. */
export async function insertAttempt(database: Database, row: AttemptRow): Promise<void> {
  await database.insert(attempts).values(row).onConflictDoNothing();
  if (row.state === 'paid') await keepPlaces(database, row);
}

const changeAttempt = changerOf(attempts, ['shop', 'contractId', 'cycleIndex', 'number']);

/** Updates an attempt's row, and where its subscriber stands if it is paid. Call it in a transaction. */
export async function updateAttempt(
  database: Database,
  row: AttemptRow,
  change: Partial<AttemptRow>,
): Promise<void> {
  const { shop, contractId, cycleIndex, number } = row;
  await changeAttempt(database, { ...change, shop, contractId, cycleIndex, number });
  const now = { ...row, ...change };
  if (now.state === 'paid') await keepPlaces(database, now);
}

/** Forgets an attempt that was never asked for. */
export async function removeAttempt(database: Database, row: AttemptRow): Promise<void> {
  await database.delete(attempts).where(isAttempt(row));
}

const findTries = prepared(
  (database, place: Place<ContractName & { cycle: number; method: string; since: string }>) =>
    database
      .select({ at: attempts.begunAt, failureClass: attempts.failureClass })
      .from(attempts)
      .where(
        and(
          eq(attempts.shop, place('shop')),
          eq(attempts.method, place('method')),
          ne(attempts.state, 'paid'),
          or(
            ne(attempts.state, 'begun'),
            and(
              isNull(attempts.errorCode),
              or(
                ne(attempts.contractId, place('contract')),
                ne(attempts.cycleIndex, place('cycle')),
              ),
            ),
          ),
          or(gt(attempts.begunAt, place('since')), eq(attempts.failureClass, 'method')),
        ),
      )
      .prepare(''),
);

/**
 * A payment method's unpaid tries since a time, and any at which it was declined for good. Failures for stock come before the charge, so they don't
 * count. Nor does one of this cycle that is only begun: it would be begun again.
 */
export async function listMethodTries(
  database: Database,
  { since, ...name }: ContractName & { cycle: number; method: string; since: Date },
): Promise<MethodTry[]> {
  const rows = await findTries(database, { ...name, since: since.toISOString() });
  return rows.filter(({ failureClass }) => failureClass !== 'stock');
}

const findCycleRow = prepared((database, place: Place<ContractName & { cycle: number }>) =>
  database
    .select()
    .from(cycles)
    .where(
      and(
        ...[eq(cycles.shop, place('shop')), eq(cycles.contractId, place('contract'))],
        eq(cycles.cycleIndex, place('cycle')),
      ),
    )
    .prepare(''),
);

export async function findCycle(
  database: Database,
  { shop, contract, cycle }: ContractName & { cycle: number },
): Promise<CycleRow | null> {
  const [row] = await findCycleRow(database, { shop, contract, cycle });
  return row ?? null;
}

/** A contract's cycles before this one, as far as billing has looked at them. */
export const listCyclesBefore: (
  database: Database,
  name: ContractName & { cycle: number },
) => Promise<CycleRow[]> = prepared((database, place: Place<ContractName & { cycle: number }>) =>
  database
    .select()
    .from(cycles)
    .where(
      and(
        ...[eq(cycles.shop, place('shop')), eq(cycles.contractId, place('contract'))],
        lt(cycles.cycleIndex, place('cycle')),
      ),
    )
    .prepare(''),
);

type NewCycleRow = Omit<
  CycleRow,
  | 'unreadSince'
  | 'decision'
  | 'decidedAt'
  | 'decidedBy'
  | 'orderedAt'
  | 'amount'
  | 'currencyCode'
  | 'basis'
> &
  Partial<CycleRow>;

const keepRow = keeperOf(cycles, ['shop', 'contractId', 'cycleIndex']);

/** Stores the state of a cycle's billing. Columns that `row` leaves out stay, such as the merchant's decision. Call it in a transaction. */
export async function keepCycle(database: Database, row: NewCycleRow): Promise<void> {
  await endForecastOf(database, {
    shop: row.shop,
    contract: row.contractId,
    cycle: row.cycleIndex,
  });
  await keepRow(database, row);
}

/** Stores what a cycle's contract holds. Its row otherwise stays as it is; `row` is stored if there is none. */
export async function keepBasis(
  database: Database,
  row: NewCycleRow,
  basis: Basis,
): Promise<CycleRow | null> {
  await endForecastOf(database, {
    shop: row.shop,
    contract: row.contractId,
    cycle: row.cycleIndex,
  });
  const [kept] = await database
    .insert(cycles)
    .values({ ...row, basis })
    .onConflictDoUpdate({
      target: [cycles.shop, cycles.contractId, cycles.cycleIndex],
      set: { basis },
    })
    .returning();
  return kept ?? null;
}

/** Forgets the state of a cycle that nothing was done about, which is foreseen again. Call it in a transaction. */
export async function removeCycle(
  database: Database,
  { shop, contract, cycle }: ContractName & { cycle: number },
): Promise<void> {
  await database
    .delete(cycles)
    .where(
      and(eq(cycles.shop, shop), eq(cycles.contractId, contract), eq(cycles.cycleIndex, cycle)),
    );
  // All of a contract's orders cost the same. One that has no other in the mirror is foreseen again once its contract is read.
  await database.execute(sql`update billing_cycle again
    set amount = other.amount, currency_code = other.currency_code, holds = other.holds
    from billing_cycle other
    where again.shop = ${shop} and again.contract_id = ${contract} and again.cycle_index = ${cycle}::integer
      and other.shop = again.shop and other.contract_id = again.contract_id and other.amount is not null`);
}
