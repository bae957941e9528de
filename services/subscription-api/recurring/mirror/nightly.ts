import { eq } from 'drizzle-orm';
import { addDays, dayIn, hourOfDay, knownZone } from '#contract/calendar.ts';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import { contractMirrorTable, orderImportTable, sessionTable } from '../../store/schema.ts';

const sweepHour = 3;

/** The last three o'clock in a time zone, and the next. */
export function nightsAround(now: Date, timeZone: string): { last: Date; next: Date } {
  const today = dayIn(timeZone, now);
  const at = (days: number) => hourOfDay(timeZone, addDays(today, days), sweepHour);
  return at(0) > now ? { last: at(-1), next: at(0) } : { last: at(0), next: at(1) };
}

/** Sends each installed store's nightly sweep, for three o'clock in the store's time. If the last night had none, also sends one at once. */
export async function beginSweeps({
  database,
  jobs,
  now,
}: Pick<SubscriptionApiDependencies, 'database' | 'jobs' | 'now'>): Promise<void> {
  const stores = await database
    .selectDistinct({
      shop: sessionTable.shop,
      timeZone: orderImportTable.timeZone,
      sweptAt: contractMirrorTable.sweptAt,
      refusal: contractMirrorTable.refusal,
    })
    .from(sessionTable)
    .leftJoin(orderImportTable, eq(orderImportTable.shop, sessionTable.shop))
    .leftJoin(contractMirrorTable, eq(contractMirrorTable.shop, sessionTable.shop));
  const at = now();
  for (const { shop, timeZone, sweptAt, refusal } of stores) {
    const { last, next } = nightsAround(at, knownZone(timeZone ?? ''));
    const sweep = (key: string, when: { startAfter?: Date }) =>
      jobs.send(
        database,
        'sweep-contracts',
        { shop },
        { key: `${key} ${at.toISOString().slice(0, 10)}`, ...when },
      );
    await sweep('night', { startAfter: next });
    // The app was down then. A store that refuses access is only asked once a day.
    if (refusal === null && (sweptAt === null || sweptAt < last)) await sweep('missed', {});
  }
  jobs.wake();
}
