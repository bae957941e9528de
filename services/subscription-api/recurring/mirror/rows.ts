import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, notExists, type SQL } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import {
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
  subscriptionContractLineTable as lines,
  paymentMethodTable as methods,
} from '../../store/schema.ts';
import { isKeptCycle, type MirroredContract } from './mapping.ts';

/** A contract's rows, by its original id; null where it was never seen. */
export async function findMirrored(
  database: Database,
  shop: string,
  id: string,
): Promise<MirroredContract | null> {
  const [row] = await database
    .select({ contract: contracts, method: methods })
    .from(contracts)
    .leftJoin(
      methods,
      and(eq(methods.shop, contracts.shop), eq(methods.id, contracts.paymentMethodId)),
    )
    .where(and(eq(contracts.shop, shop), eq(contracts.id, id)));
  if (row === undefined) return null;
  return {
    ...row,
    lines: await database
      .select()
      .from(lines)
      .where(and(eq(lines.shop, shop), eq(lines.contractId, id)))
      .orderBy(asc(lines.position)),
    cycles: await database
      .select()
      .from(cycles)
      .where(and(eq(cycles.shop, shop), eq(cycles.contractId, id)))
      .orderBy(asc(cycles.cycleIndex)),
  };
}

/** Whether what is kept says something else than the truth. Cycles come and go with time: those that both have are compared. */
export function differs(kept: MirroredContract, truth: MirroredContract): boolean {
  const { askedAt, nextDueAt, ...contract } = kept.contract;
  const { askedAt: _, nextDueAt: __, ...trueContract } = truth.contract;
  const isAsKept = [
    [contract, trueContract],
    [kept.lines, truth.lines],
    [kept.method, truth.method],
  ].every(([one, other]) => isDeepStrictEqual(one, other));
  const trueCycles = new Map(truth.cycles.map((cycle) => [cycle.cycleIndex, cycle]));
  const areCyclesAsKept = kept.cycles.every((cycle) => {
    const trueCycle = trueCycles.get(cycle.cycleIndex);
    return trueCycle === undefined || isDeepStrictEqual(cycle, trueCycle);
  });
  return !isAsKept || !areCyclesAsKept;
}

/** Keeps a contract whole, in place of `before`; lines and cycles that are the same stay as they are. Call it in a transaction. */
export async function keepContract(
  database: Database,
  { contract, lines: lineRows, cycles: cycleRows, method }: MirroredContract,
  before: MirroredContract | null,
): Promise<void> {
  const { shop, id } = contract;
  await database
    .insert(contracts)
    .values(contract)
    .onConflictDoUpdate({ target: [contracts.shop, contracts.id], set: contract });
  if (!isDeepStrictEqual(before?.lines, lineRows)) {
    await database.delete(lines).where(and(eq(lines.shop, shop), eq(lines.contractId, id)));
    if (lineRows.length > 0) await database.insert(lines).values(lineRows);
  }
  const kept = cycleRows.filter((cycle) => isKeptCycle(cycle, contract.askedAt));
  if (!isDeepStrictEqual(before?.cycles, kept)) {
    await forgetCycles(database, shop, id);
    if (kept.length > 0) await database.insert(cycles).values(kept);
  }
  if (method !== null) {
    await database
      .insert(methods)
      .values(method)
      .onConflictDoUpdate({ target: [methods.shop, methods.id], set: method });
  }
  const former = before?.method ?? null;
  if (former !== null && former.id !== method?.id) {
    await forgetUnusedMethods(database, shop, eq(methods.id, former.id));
  }
}

async function forgetCycles(database: Database, shop: string, id: string): Promise<void> {
  await database.delete(cycles).where(and(eq(cycles.shop, shop), eq(cycles.contractId, id)));
}

/** Forgets those of the payment methods that no contract has any more. */
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

/** Marks a contract that the platform has no more; what it was stays readable. */
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
