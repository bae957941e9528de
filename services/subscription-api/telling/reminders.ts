import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { isRefused } from '../recurring/billing/refused-shop.ts';
import { findBilling } from '../recurring/billing/store.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { isForeseenCycle } from '../recurring/orders/rows.ts';
import { ordersBefore } from '../recurring/rotation/foresee-orders.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import { findVendor } from '../shop/vendor.ts';
import type { ShopContext } from '../shop-context.ts';
import { rowsOf } from '../store/rows-of.ts';

const rowSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  expected_at: z.coerce.date(),
});

/**
 * Has the customers reminded whose order is expected as many days after a day of the store as the merchant has set (specification §2, Settings), and those whose
 * next order is nearer and of which they weren't told: the merchant has set more days, it was moved or unskipped, or nobody was reminded on its day. Does
 * nothing if the store doesn't bill. Safe to repeat.
 */
export async function remindCustomers(context: ShopContext, day: string): Promise<void> {
  const { database, shop, jobs, now } = context;
  const vendor = await findVendor(database, shop);
  if (vendor === null || (await findBilling(database, shop)) === null) return;
  // The next day's job reminds them, if the store lets us in by then.
  if (await isRefused(context)) return;
  const lastDay = addDays(day, vendor.daysBeforeReminder);
  const timeZone = await storeTimeZoneOf(context);
  const startOf = (one: string) => sql`${startOfDay(timeZone, one).toISOString()}::timestamptz`;
  const expected = await rowsOf(
    database,
    rowSchema,
    sql`select named.contract, named.cycle, own.expected_at
      from (
        select standing.contract_id as contract, standing.cycle_index as cycle, standing.expected_at
        from billing_cycle standing
        where standing.shop = ${shop} and ${isForeseenCycle}
          and standing.expected_at >= ${startOf(addDays(day, 1))} and standing.expected_at < ${startOf(addDays(lastDay, 1))}
      ) named
      join subscription_contract contract on contract.shop = ${shop} and contract.id = named.contract
      cross join lateral (select named.expected_at) own
      where contract.status = 'ACTIVE' and contract.gone_at is null and contract.is_usage_based = false
        -- Shopify goes on listing cycles beyond the plan's last order.
        and (contract.max_cycles is null or contract.max_cycles > ${ordersBefore({ shop, now })}
          + case when contract.origin_order_id is null then 0 else 1 end + (
            select count(*) from billing_attempt paid
            where paid.shop = ${shop} and paid.contract_id = named.contract and paid.state = 'paid'
          ))
      order by own.expected_at, named.cycle`,
  );
  const known = new Set<string>();
  const toTell = expected.flatMap(({ contract, cycle, expected_at }) => {
    const orderDay = dayIn(timeZone, expected_at);
    // Later ones before the last day come in their turn, or who orders daily would be told of many at once.
    const isInTurn = orderDay === lastDay || !known.has(contract);
    known.add(contract);
    // An order that is moved to another day is told of again.
    const about = `${cycle} ${orderDay}`;
    return isInTurn ? [{ contract, cycle, notice: 'reminder' as const, about }] : [];
  });
  await database.transaction(async (transaction) => {
    await tellCustomers({ ...context, database: transaction }, toTell);
  });
  jobs.wake();
}
