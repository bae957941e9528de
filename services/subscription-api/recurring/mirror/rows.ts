import { isDeepStrictEqual } from 'node:util';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  lt,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOtherSecret } from '../../encryption.ts';
import type { customerRow } from '../../shop/customers.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { changerOf, keeperOf } from '../../store/prepared-rows.ts';
import {
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
  billingCycleTable as cycles,
  formerContractLineTable as formerLines,
  subscriptionContractLineTable as lines,
  paymentMethodTable as methods,
  billingSettingsTable as settings,
} from '../../store/schema.ts';
import { endForecast, lookedAt } from '../billing/looked-cycles.ts';
import { type CycleRow, cycleWindow, isKeptCycle, type MirroredContract } from './mapping.ts';

/** The columns that Shopify sets. */
const {
  refusedEmail: _,
  refusedPhone: __,
  unsubscribedAt: ___,
  ...customerColumns
} = getTableColumns(customers);
type CustomerRow = ReturnType<typeof customerRow>;

type Named = Place<{ shop: string; ids: readonly string[] }>;

const isOneOf = (column: PgColumn, place: Named) => sql`${column} = any(${place('ids')}::text[])`;

const findRows = prepared((database, place: Named) => {
  const looked = database
    .select({ index: billing.cycleIndex })
    .from(billing)
    .where(and(eq(billing.shop, contracts.shop), eq(billing.contractId, contracts.id)));
  return database
    .select({
      contract: contracts,
      method: methods,
      customer: customerColumns,
      looked: sql<number[]>`array(${looked})`,
    })
    .from(contracts)
    .leftJoin(
      customers,
      and(eq(customers.shop, contracts.shop), eq(customers.id, contracts.customerId)),
    )
    .leftJoin(
      methods,
      and(eq(methods.shop, contracts.shop), eq(methods.id, contracts.paymentMethodId)),
    )
    .where(and(eq(contracts.shop, place('shop')), isOneOf(contracts.id, place)))
    .prepare('');
});

const listLines = prepared((database, place: Named) =>
  database
    .select()
    .from(lines)
    .where(and(eq(lines.shop, place('shop')), isOneOf(lines.contractId, place)))
    .orderBy(asc(lines.position))
    .prepare(''),
);

const listCycles = prepared((database, place: Named) =>
  database
    .select()
    .from(cycles)
    .where(and(eq(cycles.shop, place('shop')), isOneOf(cycles.contractId, place)))
    .orderBy(asc(cycles.cycleIndex))
    .prepare(''),
);

/** What we have of a contract, with its customer and the indexes of the cycles that billing has looked at. */
export type KeptContract = MirroredContract & { customer: CustomerRow | null; looked: number[] };

/** The rows of contracts, by their original ids. Those that we never saw are missing. */
export async function listMirrored(
  database: Database,
  shop: string,
  ids: readonly string[],
): Promise<Map<string, KeptContract>> {
  const rows = await findRows(database, { shop, ids });
  if (rows.length === 0) return new Map();
  const lineRows = await listLines(database, { shop, ids });
  const cycleRows = await listCycles(database, { shop, ids });
  const kept = rows.map((row) => ({
    ...row,
    lines: lineRows.filter(({ contractId }) => contractId === row.contract.id),
    cycles: cycleRows.filter(({ contractId }) => contractId === row.contract.id),
  }));
  return new Map(kept.map((one) => [one.contract.id, one]));
}

/** The same of one contract; null if we never saw it. */
export async function findMirrored(
  database: Database,
  shop: string,
  id: string,
): Promise<KeptContract | null> {
  return (await listMirrored(database, shop, [id])).get(id) ?? null;
}

/**
 * Whether our rows differ from the truth. Cycles come and go with time, so only those in both are compared, and without what is forecast, which
 * follows from the rest.
 */
export function differs(kept: MirroredContract, truth: MirroredContract): boolean {
  const { askedAt, nextDueAt, addressHash, ...contract } = kept.contract;
  const { askedAt: _, nextDueAt: __, addressHash: trueHash, ...trueContract } = truth.contract;
  // A contract that was read before we stored roast days isn't wrong.
  const roast = kept.contract.anchors === null && { anchors: null, cutoff: null };
  const isAsKept = [
    [contract, { ...trueContract, ...roast }],
    [kept.lines, truth.lines],
    [kept.method, truth.method],
  ].every(([one, other]) => isDeepStrictEqual(one, other));
  const trueCycles = new Map(truth.cycles.map((cycle) => [cycle.cycleIndex, cycle]));
  const areCyclesAsKept = kept.cycles.every((cycle) => {
    const trueCycle = trueCycles.get(cycle.cycleIndex);
    if (trueCycle === undefined) return true;
    const { amount, currencyCode, holds } = cycle;
    return isDeepStrictEqual(cycle, { ...trueCycle, amount, currencyCode, holds });
  });
  return !isAsKept || !areCyclesAsKept || isOtherSecret(addressHash, trueHash);
}

/** Whether {@link keepContract} would store nothing of the truth but when it was read. */
export function isAsKept(kept: KeptContract, truth: MirroredContract): boolean {
  const { askedAt } = truth.contract;
  return [
    [{ ...kept.contract, askedAt }, truth.contract],
    [kept.lines, truth.lines],
    [kept.cycles, truth.cycles.filter((cycle) => isKeptCycle(cycle, askedAt))],
    [kept.method, truth.method],
  ].every(([one, other]) => isDeepStrictEqual(one, other));
}

/** Stores that contracts were read, and found as they are kept. */
export async function keepAsked(
  database: Database,
  { shop, ids, askedAt }: { shop: string; ids: readonly string[]; askedAt: Date },
): Promise<void> {
  await markAsked(database, { shop, ids, askedAt: askedAt.toISOString() });
}

const markAsked = prepared(
  (database, place: Place<{ shop: string; ids: readonly string[]; askedAt: string }>) => {
    const askedAt = sql`${place('askedAt')}::timestamptz`;
    return (
      database
        .update(contracts)
        .set({ askedAt })
        // Another process may have read one since.
        .where(
          and(
            ...[eq(contracts.shop, place('shop')), lt(contracts.askedAt, askedAt)],
            isOneOf(contracts.id, place),
          ),
        )
        .prepare('')
    );
  },
);

const keepRow = keeperOf(contracts, ['shop', 'id']);
const changeRow = changerOf(contracts, ['shop', 'id']);
const keepMethod = keeperOf(methods, ['shop', 'id']);

/** Stores a contract in place of `before`, and writes only what has changed. Call it in a transaction. */
export async function keepContract(
  database: Database,
  truth: MirroredContract,
  before: MirroredContract | null,
): Promise<void> {
  const { contract, lines: lineRows, cycles: cycleRows, method } = truth;
  const { shop, id, askedAt, nextDueAt } = contract;
  if (isDeepStrictEqual({ ...before?.contract, askedAt, nextDueAt }, contract)) {
    await changeRow(database, { shop, id, askedAt, nextDueAt });
  } else await keepRow(database, contract);
  if (before !== null) await keepFormerLines(database, before, truth);
  if (!isDeepStrictEqual(before?.lines, lineRows)) {
    await database.delete(lines).where(and(eq(lines.shop, shop), eq(lines.contractId, id)));
    if (lineRows.length > 0) await database.insert(lines).values(lineRows);
  }
  await keepCycles(database, contract, cycleRows, before?.cycles ?? []);
  if (method !== null && !isDeepStrictEqual(before?.method, method)) {
    await keepMethod(database, method);
  }
  const former = before?.method ?? null;
  if (former !== null && former.id !== method?.id) {
    await forgetUnusedMethods(database, shop, eq(methods.id, former.id));
  }
}

/** Orders that were paid before hold these lines, and prepaid ones go on to be delivered with them, as often as before. Prices don't matter for that. */
async function keepFormerLines(
  database: Database,
  before: MirroredContract,
  after: MirroredContract,
): Promise<void> {
  const { updatedAt: until, revision } = after.contract;
  // Nobody has changed the contract since: a variant was deleted. What was held before its latest change is kept already.
  if (until <= before.contract.updatedAt && revision === before.contract.revision) return;
  const contentsOf = ({ lines: rows }: MirroredContract) =>
    rows.map(({ price: _, planId: __, planName: ___, ...row }) => ({ ...row, until }));
  const intervalsOf = ({ contract }: MirroredContract) => ({
    billedEvery: `${contract.billingIntervalCount} ${contract.billingInterval}`,
    deliveredEvery: `${contract.deliveryIntervalCount} ${contract.deliveryInterval}`,
  });
  const intervals = intervalsOf(before);
  const hasOtherIntervals = !isDeepStrictEqual(intervals, intervalsOf(after));
  const former = contentsOf(before).map((row) => ({ ...row, ...(hasOtherIntervals && intervals) }));
  if (former.length === 0 || isDeepStrictEqual(former, contentsOf(after))) return;
  await database.insert(formerLines).values(former).onConflictDoNothing();
}

/** The lines that a contract had before each change, the latest first. */
export async function listFormerLines(
  { database, shop }: { database: Database; shop: string },
  contract: string,
) {
  return await database
    .select()
    .from(formerLines)
    .where(and(eq(formerLines.shop, shop), eq(formerLines.contractId, contract)))
    .orderBy(desc(formerLines.until));
}

const indicesOf = (rows: readonly CycleRow[]) => rows.map(({ cycleIndex }) => cycleIndex);

/**
 * An overdue cycle that billing has looked at, or never will. Any other, such as one that fell due in a stop of two months, stays until it is listed,
 * though it is too old to be read again.
 */
function needsNoLook(database: Database): SQL | undefined {
  const live = database
    .select({ shop: settings.shop })
    .from(settings)
    .where(and(eq(settings.shop, cycles.shop), gte(cycles.expectedAt, settings.wentLiveAt)));
  return or(notExists(live), exists(lookedAt(database)));
}

/** Writes only the difference, because most cycles stay from day to day. */
async function keepCycles(
  database: Database,
  { shop, id, status, askedAt }: MirroredContract['contract'],
  read: readonly CycleRow[],
  before: readonly CycleRow[],
): Promise<void> {
  const rows = read.filter((cycle) => isKeptCycle(cycle, askedAt));
  const there = new Set(rows.map(({ cycleIndex }) => cycleIndex));
  const gone = before.filter(({ cycleIndex }) => !there.has(cycleIndex));
  if (gone.length > 0) {
    const { from } = cycleWindow(askedAt);
    const known = new Set(indicesOf(read));
    const isOverdue = (cycle: CycleRow) =>
      cycle.expectedAt < from && isKeptCycle(cycle, askedAt) && !known.has(cycle.cycleIndex);
    const overdue = status === 'ACTIVE' ? gone.filter(isOverdue) : [];
    const ofContract = and(eq(cycles.shop, shop), eq(cycles.contractId, id));
    const isNeedless =
      overdue.length === 0
        ? undefined
        : or(notInArray(cycles.cycleIndex, indicesOf(overdue)), needsNoLook(database));
    await database
      .delete(cycles)
      .where(and(ofContract, inArray(cycles.cycleIndex, indicesOf(gone)), isNeedless));
    const foreseen = rows.find(({ amount }) => amount !== null);
    if (
      foreseen !== undefined &&
      overdue.some((one) => one.holds !== foreseen.holds || one.amount !== foreseen.amount)
    ) {
      const { amount, currencyCode, holds } = foreseen;
      await database
        .update(cycles)
        .set({ amount, currencyCode, holds })
        .where(and(ofContract, inArray(cycles.cycleIndex, indicesOf(overdue))));
      await endForecast(database, { shop, contract: id });
    }
  }
  const changed = rows.filter((row) => !before.some((one) => isDeepStrictEqual(one, row)));
  if (changed.length === 0) return;
  await database
    .insert(cycles)
    .values(changed)
    .onConflictDoUpdate({
      target: [cycles.shop, cycles.contractId, cycles.cycleIndex],
      set: {
        expectedAt: sql`excluded.expected_at`,
        isBilled: sql`excluded.is_billed`,
        isSkipped: sql`excluded.is_skipped`,
        isEdited: sql`excluded.is_edited`,
        amount: sql`excluded.amount`,
        currencyCode: sql`excluded.currency_code`,
        holds: sql`excluded.holds`,
      },
    });
  // Billing may have looked at one since these were read.
  if (changed.some(({ amount }) => amount !== null)) {
    await endForecast(database, { shop, contract: id });
  }
}

async function forgetCycles(database: Database, shop: string, id: string): Promise<void> {
  await database.delete(cycles).where(and(eq(cycles.shop, shop), eq(cycles.contractId, id)));
}

/** The contracts that a payment method pays, by the numeric tails of their ids. */
export async function listPaidBy(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  method: string,
): Promise<string[]> {
  const paid = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shop, shop), eq(contracts.paymentMethodId, method)));
  return paid.map(({ id }) => id);
}

/** Deletes those of the payment methods that no contract has any more. */
export async function forgetUnusedMethods(
  database: Database,
  shop: string,
  which: SQL,
): Promise<void> {
  const users = database
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shop, methods.shop), eq(contracts.paymentMethodId, methods.id)));
  await database.delete(methods).where(and(eq(methods.shop, shop), which, notExists(users)));
}

/** Marks a contract that the platform no longer has, and deletes its cycles. The rest stays readable. */
export async function markGone(
  database: Database,
  { shop, id }: { shop: string; id: string },
  askedAt: Date,
): Promise<void> {
  await database
    .update(contracts)
    .set({ goneAt: askedAt, askedAt, nextDueAt: null })
    .where(and(eq(contracts.shop, shop), eq(contracts.id, id)));
  await forgetCycles(database, shop, id);
}
