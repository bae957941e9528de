import type { customerNoticeTable } from '../../store/schema.ts';
import { emailOf } from './notices.ts';
import type { Happenings, Period, World } from './world.ts';

/** How long the mail server refused a customer's address for good, until the customer had another one, and when it was asked to take a mail to it. */
type Refused = Period & { asked: Date[] };

export type RefusedDeeds = { periods: readonly Refused[] };

const tolerance = 5 * 60_000;
/** A worker that dies may not have noted the refusal. */
const mostTimes = 2;

/** Addresses that the mail server refuses for good, until their customer gives another one weeks later. */
export function refusedAddressesOf(world: World) {
  const { chance, platform, now, fault } = world;
  const periods: Refused[] = [];
  const openOf = (shop: string) => periods.find(({ of, to }) => of === shop && to === null);
  const happen: Happenings = {
    'address refused': [
      0.012,
      () => {
        const shop = chance.oneOf(world.shops);
        if (openOf(shop) !== undefined) return;
        const period: Refused = { of: shop, from: now(), to: null, asked: [] };
        periods.push(period);
        fault('address refused', shop);
        world.afterDays(chance.whole(8, 25), () => {
          const index = world.shops.indexOf(shop);
          const nth = periods.filter(({ of }) => of === shop).length;
          const store = platform.storeOf(shop);
          const [customer] = store.tables.customers.all();
          if (customer === undefined) return;
          const email = emailOf(index, nth);
          store.transact((transaction) => transaction.put('customers', { ...customer, email }));
          period.to = now();
        });
      },
    ],
  };
  return {
    deeds: { periods } satisfies RefusedDeeds,
    happen,
    /** Whether the mail server refuses the customer of a store. */
    refuses(shop: string): boolean {
      const period = openOf(shop);
      period?.asked.push(now());
      return period !== undefined;
    },
  };
}

/**
 * Finds addresses that were written to again after they had been refused, and notices that were left out as refused at another time.
 * @param isLost tells what our database forgot
 * @returns a sentence for each
 */
export function judgeRefused(
  { periods }: RefusedDeeds,
  rows: readonly (typeof customerNoticeTable.$inferSelect)[],
  isLost: (at: Date) => boolean,
): string[] {
  const again = periods.flatMap(({ of, from, asked }) => {
    const times = asked.filter((at) => !isLost(at)).length;
    return times > mostTimes
      ? `${of}: an address that was refused since ${from.toISOString()} was written to ${times} times`
      : [];
  });
  const wrongly = rows.flatMap(({ shop, contractId, notice, about, reason, at }) => {
    if (reason !== 'address refused' || at === null) return [];
    const isRefused = periods.some(
      ({ of, from, to }) =>
        of === shop &&
        at.getTime() > from.getTime() - tolerance &&
        (to === null || at.getTime() < to.getTime() + tolerance),
    );
    return isRefused
      ? []
      : `${shop} ${contractId}: ${notice} (${about}) was left out at ${at.toISOString()}, as refused`;
  });
  return [...again, ...wrongly];
}
