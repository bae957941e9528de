import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ShopContext } from '../../shop-context.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
} from '../../store/schema.ts';
import { comingOrders, nextDayOf } from './coming-orders.ts';
import { storeNowOf } from './contract.ts';

/** The store's days of the next orders of a page of contracts, by the contracts' ids, reckoned as on a contract's own page. */
export async function findNextDays(
  context: ShopContext,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { database, shop } = context;
  if (ids.length === 0) return new Map();
  const [store, found, cycleRows, billingRows, attemptRows] = await Promise.all([
    storeNowOf(context),
    database
      .select()
      .from(contracts)
      .where(and(eq(contracts.shop, shop), inArray(contracts.id, [...ids]))),
    database
      .select()
      .from(cycles)
      .where(and(eq(cycles.shop, shop), inArray(cycles.contractId, [...ids])))
      .orderBy(asc(cycles.cycleIndex)),
    database
      .select()
      .from(billing)
      .where(and(eq(billing.shop, shop), inArray(billing.contractId, [...ids]))),
    database
      .select()
      .from(attempts)
      .where(and(eq(attempts.shop, shop), inArray(attempts.contractId, [...ids])))
      .orderBy(asc(attempts.cycleIndex), asc(attempts.number)),
  ]);
  const of = <Row extends { contractId: string }>(rows: readonly Row[]) => {
    const byContract = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const row of rows) byContract.get(row.contractId)?.push(row);
    return byContract;
  };
  const [cyclesOf, billingOf, attemptsOf] = [of(cycleRows), of(billingRows), of(attemptRows)];
  return new Map(
    found.map((contract) => {
      const kept = {
        contract,
        cycles: cyclesOf.get(contract.id) ?? [],
        billing: billingOf.get(contract.id) ?? [],
        attempts: attemptsOf.get(contract.id) ?? [],
      };
      return [contract.id, nextDayOf(comingOrders(kept, store))];
    }),
  );
}
