import { isNoDuty } from '#contract/notices.ts';
import { unsubscribePath } from '#contract/unsubscribe.ts';
import type { customerNoticeTable } from '../../store/schema.ts';
import type { Happenings, Period, World } from './world.ts';

/** When the customer of a store wanted no emails but those that are a duty. */
export type UnsubscribingDeeds = { periods: readonly Period[] };

const tolerance = 5 * 60_000;
const link = new RegExp(`${unsubscribePath}(\\?token=[\\w.~%-]+)`);

/** Customers unsubscribe by the link of an email, and subscribe again weeks later. */
export function unsubscribingOf(world: World) {
  const { chance, now, fault } = world;
  const periods: Period[] = [];
  const post = async (search: string, isUnsubscribed: boolean): Promise<boolean> => {
    const token = new URLSearchParams(search).get('token');
    const answer = await world.ask(unsubscribePath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, isUnsubscribed }),
    });
    return answer?.status === 204;
  };
  const happen: Happenings = {
    unsubscribed: [
      0.02,
      async () => {
        const index = chance.whole(0, world.shops.length - 1);
        const shop = world.shops[index] ?? '';
        if (periods.some(({ of, to }) => of === shop && to === null)) return;
        const mail = world.lastMailWith(`${unsubscribePath}?token=`, index);
        const search = mail === null ? undefined : link.exec(mail)?.[1];
        if (search === undefined || !(await post(search, true))) return;
        const period: Period = { of: shop, from: now(), to: null };
        periods.push(period);
        fault('unsubscribed', shop);
        world.afterDays(chance.whole(10, 30), async () => {
          if (await post(search, false)) period.to = now();
        });
      },
    ],
  };
  return { deeds: { periods } satisfies UnsubscribingDeeds, happen };
}

/**
 * Finds notices that came to who had unsubscribed from them, and those that were left out for a customer who hadn't, or that are a duty.
 * @param isLost tells what our database forgot: a restored one doesn't know who has unsubscribed in those hours
 * @returns a sentence for each
 */
export function judgeUnsubscribing(
  { periods }: UnsubscribingDeeds,
  rows: readonly (typeof customerNoticeTable.$inferSelect)[],
  isLost: (at: Date) => boolean,
): string[] {
  return rows.flatMap(({ shop, contractId, notice, about, channel, state, reason, at }) => {
    const own = periods.filter(({ of, from, to }) => {
      return of === shop && !isLost(from) && (to === null || !isLost(to));
    });
    if (
      at === null ||
      channel !== 'email' ||
      own.length < periods.filter(({ of }) => of === shop).length
    )
      return [];
    const during = (by: number) =>
      own.some(
        ({ from, to }) =>
          at.getTime() > from.getTime() + by && (to === null || at.getTime() < to.getTime() - by),
      );
    const name = `${shop} ${contractId}: ${notice} (${about})`;
    if (isNoDuty(notice) && state === 'sent' && during(tolerance))
      return `${name} was sent at ${at.toISOString()} to who had unsubscribed`;
    const isRight = isNoDuty(notice) && during(-tolerance);
    return reason === 'unsubscribed' && !isRight
      ? `${name} was left out at ${at.toISOString()}, as unsubscribed`
      : [];
  });
}
