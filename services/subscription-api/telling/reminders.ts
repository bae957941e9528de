import { and, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import { addDays, startOfDay } from '#contract/calendar.ts';
import { findBilling } from '../recurring/billing/store.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import { findVendor } from '../shop/vendor.ts';
import type { ShopContext } from '../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
} from '../store/schema.ts';

/**
 * Has the customers reminded whose order is expected as many days after a day of the store as the merchant has set (specification §2, Settings). Does
 * nothing if the store doesn't bill. Safe to repeat.
 */
export async function remindCustomers(context: ShopContext, day: string): Promise<void> {
  const { database, shop, jobs } = context;
  const vendor = await findVendor(database, shop);
  if (vendor === null || (await findBilling(database, shop)) === null) return;
  const orderDay = addDays(day, vendor.daysBeforeReminder);
  const timeZone = await storeTimeZoneOf(context);
  const expected = await database
    .select({ contract: cycles.contractId, cycle: cycles.cycleIndex })
    .from(cycles)
    .innerJoin(contracts, and(eq(contracts.shop, cycles.shop), eq(contracts.id, cycles.contractId)))
    .where(
      and(
        eq(cycles.shop, shop),
        // As in the index of what is foreseen; a cycle that isn't foreseen has no amount.
        isNotNull(cycles.amount),
        eq(cycles.isBilled, false),
        eq(cycles.isSkipped, false),
        gte(cycles.expectedAt, startOfDay(timeZone, orderDay)),
        lt(cycles.expectedAt, startOfDay(timeZone, addDays(orderDay, 1))),
        eq(contracts.status, 'ACTIVE'),
        eq(contracts.isUsageBased, false),
        isNull(contracts.goneAt),
      ),
    );
  await database.transaction(async (transaction) => {
    await tellCustomers(
      { ...context, database: transaction },
      expected.map(({ contract, cycle }) => ({
        ...{ contract, cycle },
        notice: 'reminder' as const,
        // An order that is moved to another day is told of again.
        about: `${cycle} ${orderDay}`,
      })),
    );
  });
  jobs.wake();
}
