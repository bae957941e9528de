import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { findSettings, stateOf } from '../billing-settings/settings.ts';
import { isForeseenCycle, type Window } from './rows.ts';

/** How many of the store's days are shown ahead, including today. */
export const daysAhead = 30;

/** The range of a shop's orders that is shown now. It begins when the shop went live, because orders from before are not ours to charge. */
export async function windowOf(context: ShopContext): Promise<
  Window & {
    /** The store's day. */
    today: string;
    timeZone: string;
    state: ReturnType<typeof stateOf>;
  }
> {
  const timeZone = await shownTimeZoneOf(context);
  const settings = await findSettings(context.database, context.shop);
  const today = dayIn(timeZone, context.now());
  const range = {
    since: settings.wentLiveAt ?? startOfDay(timeZone, today),
    until: startOfDay(timeZone, addDays(today, daysAhead)),
  };
  const beyond = await findBeyond(context, range);
  return { today, timeZone, state: stateOf(settings), ...range, beyond };
}

/**
 * The untouched orders of contracts that have had all orders of their plan by then. A cycle has no more orders before it than its index says, so few contracts
 * are counted.
 */
async function findBeyond(
  { shop, database }: Pick<ShopContext, 'shop' | 'database'>,
  { since, until }: Pick<Window, 'since' | 'until'>,
): Promise<Window['beyond']> {
  const isAhead = sql`standing.expected_at < ${until.toISOString()}::timestamptz`;
  return await rowsOf(
    database,
    z.object({ contract: z.string(), cycle: z.number().int() }),
    sql`select contract_id as contract, cycle_index as cycle from (
        select standing.*, ending.orders_left,
          row_number() over (partition by standing.contract_id order by standing.cycle_index) as nth
        from (
          select contract.id, contract.max_cycles - (contract.origin_order_id is not null)::integer - (
            select count(*) from billing_attempt paid
            where paid.shop = ${shop} and paid.contract_id = contract.id and paid.state = 'paid'
          ) as orders_left
          from subscription_contract contract
          where contract.shop = ${shop} and contract.max_cycles is not null and contract.status = 'ACTIVE'
            and coalesce((
              select true from billing_cycle standing
              where standing.shop = ${shop} and standing.contract_id = contract.id
                and standing.cycle_index >= contract.max_cycles and ${isForeseenCycle} and ${isAhead} limit 1
            ), false)
          offset 0
        ) ending
        cross join lateral (
          select standing.contract_id, standing.cycle_index, false as is_open from billing_cycle standing
          where standing.shop = ${shop} and standing.contract_id = ending.id and ${isForeseenCycle} and ${isAhead}
            and standing.expected_at >= ${since.toISOString()}::timestamptz
          union all
          select standing.contract_id, standing.cycle_index, true from cycle_billing standing
          where standing.shop = ${shop} and standing.contract_id = ending.id
            and (standing.state = 'open' or standing.reason = 'open for 7 days')
          offset 0
        ) standing
      ) coming
      where nth > orders_left and not is_open`,
  );
}
