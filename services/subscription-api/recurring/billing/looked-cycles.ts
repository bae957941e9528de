import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { cycleBillingTable as billing, billingCycleTable as cycles } from '../../store/schema.ts';

type ContractName = { shop: string; contract: string };

/** Where billing has looked at a cycle of the mirror: the subquery of its row. */
export const lookedAt = (database: Database) =>
  database
    .select({ state: billing.state })
    .from(billing)
    .where(
      and(
        eq(billing.shop, cycles.shop),
        eq(billing.contractId, cycles.contractId),
        eq(billing.cycleIndex, cycles.cycleIndex),
      ),
    );

const withoutForecast = (database: Database, ...which: SQL[]) =>
  database
    .update(cycles)
    .set({ amount: null, currencyCode: null, holds: null })
    .where(and(isNotNull(cycles.amount), ...which, exists(lookedAt(database))));

/**
 * Takes a contract's cycles that billing has looked at out of the mirror's forecast, because billing stores where they stand. Call it in the
 * transaction that writes either, after that: forecasts count a cycle with an amount without asking whether it was looked at.
 */
export const endForecast: (database: Database, name: ContractName) => Promise<unknown> = prepared(
  (database, place: Place<ContractName>) =>
    withoutForecast(
      database,
      sql`${cycles.shop} = ${place('shop')}`,
      sql`${cycles.contractId} = ${place('contract')}`,
    ).prepare(''),
);

/** The same for all contracts of a shop, among the cycles of `which`. */
export async function endForecasts(database: Database, shop: string, which: SQL): Promise<void> {
  await withoutForecast(database, eq(cycles.shop, shop), which);
}
