import { eq } from 'drizzle-orm';
import { addDays, dayIn, hourOfDay, knownZone } from '#contract/calendar.ts';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import { contractMirrorTable, orderImportTable, sessionTable } from '../../store/schema.ts';

const hour = 60 * 60_000;
const sweepHour = 3;
/** A mirror that is older was missed by a night, such as while the app was down: it is swept at once. */
const lateMilliseconds = 36 * hour;

/** When it is next three o'clock in the time zone. */
export function nextSweepAt(now: Date, timeZone: string): Date {
  const today = dayIn(timeZone, now);
  const at = hourOfDay(timeZone, today, sweepHour);
  return at > now ? at : hourOfDay(timeZone, addDays(today, 1), sweepHour);
}

/** Sends each installed store's sweep of the night: at three o'clock where the store is, or at once where the last one is long ago. */
export async function beginSweeps({
  database,
  jobs,
  now,
}: Pick<SubscriptionApiDependencies, 'database' | 'jobs' | 'now'>): Promise<void> {
  const stores = await database
    .selectDistinct({
      shop: sessionTable.shop,
      timeZone: orderImportTable.timeZone,
      updatedThrough: contractMirrorTable.updatedThrough,
    })
    .from(sessionTable)
    .leftJoin(orderImportTable, eq(orderImportTable.shop, sessionTable.shop))
    .leftJoin(contractMirrorTable, eq(contractMirrorTable.shop, sessionTable.shop));
  const at = now();
  const key = `night ${at.toISOString().slice(0, 10)}`;
  for (const { shop, timeZone, updatedThrough } of stores) {
    const isLate =
      updatedThrough === null || at.getTime() - updatedThrough.getTime() > lateMilliseconds;
    const when = isLate ? {} : { startAfter: nextSweepAt(at, knownZone(timeZone ?? '')) };
    await jobs.send(database, 'sweep-contracts', { shop }, { key, ...when });
  }
  jobs.wake();
}
