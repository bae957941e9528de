import { and, eq, exists, isNotNull, notExists, or, type SQL, sql } from 'drizzle-orm';
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

const noForecast = { amount: null, currencyCode: null, holds: null };

const withoutForecast = (database: Database, ...which: SQL[]) =>
  database
    .update(cycles)
    .set(noForecast)
    .where(and(isNotNull(cycles.amount), ...which, exists(lookedAt(database))));

/**
 * Takes a cycle out of the mirror's forecast, because billing stores where it stands. Call it in the transaction that stores that, before it. At the first look it
 * also waits for a reading of the contract that is being stored: that doesn't see yet that billing has looked at the cycle, and may give it an amount.
 */
export const endForecastOf: (
  database: Database,
  name: ContractName & { cycle: number },
) => Promise<unknown> = prepared((database, place: Place<ContractName & { cycle: number }>) =>
  database
    .update(cycles)
    .set(noForecast)
    .where(
      and(
        eq(cycles.shop, place('shop')),
        eq(cycles.contractId, place('contract')),
        eq(cycles.cycleIndex, place('cycle')),
        or(isNotNull(cycles.amount), notExists(lookedAt(database))),
      ),
    )
    .prepare(''),
);

/**
 * Takes a contract's cycles that billing has looked at out of the mirror's forecast, because billing stores where they stand. Call it in the
 * transaction that writes them, after that: forecasts count a cycle with an amount without asking whether it was looked at.
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
