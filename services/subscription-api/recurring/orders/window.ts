import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findSettings, stateOf } from '../billing-settings/settings.ts';
import type { Window } from './rows.ts';

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
  return {
    today,
    timeZone,
    state: stateOf(settings),
    since: settings.wentLiveAt ?? startOfDay(timeZone, today),
    until: startOfDay(timeZone, addDays(today, daysAhead)),
  };
}
