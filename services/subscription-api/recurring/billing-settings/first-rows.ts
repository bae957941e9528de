import { and, eq, sql } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import type { FirstCharges } from '#contract/recurring-orders.ts';
import type { Database } from '../../store/database.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
} from '../../store/schema.ts';
import type { Moment } from './first-charges.ts';
import type { FirstCharge } from './forecast.ts';

/** The charges as the merchant reads them, with their customers. */
export async function rowsOfCharges(
  database: Database,
  { shop, timeZone }: Pick<Moment, 'shop' | 'timeZone'>,
  charges: readonly FirstCharge[],
): Promise<FirstCharges['first']> {
  const ids = [...new Set(charges.map(({ contract }) => contract))];
  const owners = await database
    .select({ contract: contracts.id, displayName: customers.displayName })
    .from(contracts)
    .innerJoin(
      customers,
      and(eq(customers.shop, contracts.shop), eq(customers.id, contracts.customerId)),
    )
    .where(and(eq(contracts.shop, shop), sql`${contracts.id} = any(${sql.param(ids)}::text[])`));
  return charges.map(({ contract, cycle, expectedAt, amount, currencyCode }) => {
    const owner = owners.find((one) => one.contract === contract);
    return {
      contract,
      cycle,
      day: dayIn(timeZone, expectedAt),
      customer: owner ? { displayName: owner.displayName } : null,
      amount,
      currencyCode,
    };
  });
}
