import { eq } from 'drizzle-orm';
import { addDays, dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';
import type { FailureKind } from '../../service-error.ts';
import { shownTimeZoneOf, storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  contractMirrorTable as mirrors,
  billingSettingsTable as settingsTable,
} from '../../store/schema.ts';
import { type CycleToCharge, chargeCycle } from './charge-cycle.ts';
import { findNextLook, listDueCycles, lookAgain } from './due-cycles.ts';
import { keepRefusal, refusalOf } from './refused-shop.ts';
import { findLiveSettings, liveSettingsOf, uninstalledReason } from './store.ts';

const minute = 60_000;
const hour = 60 * minute;
const atOnce = 4;
/** After so many failures in a row it is the platform that is to blame. */
const mostInVain = 20;
/** As much as one job charges: the shop's next job goes on, so that other shops come in between. */
const mostOfJob = 200;
/**
 * The platform repeats a webhook for four hours. A mirror that was swept longer ago may miss what was changed while the app, or the way to it,
 * was away, so it is swept first.
 */
const oldestMirror = 3 * hour;

const nameOf = ({ contract, cycle }: CycleToCharge) => `${contract} ${cycle}`;

/**
 * One job for all that falls due within a minute, or so many milliseconds; never for one that has begun, which may have looked already, even where this machine's clock
 * is behind the one by which it began.
 */
async function sendJob(
  { database, jobs, shop, now }: ShopContext,
  wanted: Date,
  within = minute,
): Promise<void> {
  const latest = Math.max(now().getTime(), (await jobs.now(database)).getTime());
  const soonest = latest + 5_000;
  const at = new Date(Math.ceil(Math.max(wanted.getTime(), soonest) / within) * within);
  await jobs.send(database, 'charge-due', { shop }, { startAfter: at, key: at.toISOString() });
}

/**
 * Has what is due of a shop charged soon; where its billing is stopped, what the platform has to settle yet is asked for. Safe to call for
 * nothing, and in a transaction by the context's database; call `jobs.wake` when that has ended.
 */
export async function beginCharging(context: ShopContext): Promise<void> {
  if ((await findLiveSettings(context.database, context.shop)) === null) return;
  await sendJob(context, context.now());
}

/** Has charged in some seconds what the merchant decided, with what they decide beside it. Called in the transaction that keeps the decision. */
export async function chargeDecided(context: ShopContext): Promise<void> {
  await sendJob(context, context.now(), 5_000);
}

/** As {@link beginCharging} for a contract that was read anew, with what waits of it. Called in the transaction that keeps what was read. */
export async function chargeChanged(context: ShopContext, contract: string): Promise<void> {
  const { database, shop } = context;
  const settings = await findLiveSettings(database, shop);
  if (settings === null) return;
  const now = context.now();
  const isStopped = settings.stoppedAt !== null;
  const isWaiting = await lookAgain(database, { shop, contract, now, isStopped });
  if (isWaiting || !isStopped) await sendJob(context, now);
}

/**
 * Has the merchant told of the store's day once its run is over: an hour after it begins, or after now, but before the day is over. Safe to call often; a day has one
 * job.
 */
async function sendMorning(
  { database, shop, jobs, mail, now }: ShopContext,
  { timeZone, hour: runHour }: { timeZone: string; hour: number },
): Promise<void> {
  if (mail === undefined) return;
  const day = dayIn(timeZone, now());
  const begun = Math.max(hourOfDay(timeZone, day, runHour).getTime(), now().getTime());
  const lastMoment = startOfDay(timeZone, addDays(day, 1)).getTime() - 10 * minute;
  const startAfter = new Date(Math.min(begun + hour, lastMoment));
  await jobs.send(database, 'mail-morning', { shop, day }, { startAfter, key: day });
}

/** What a merchant can mend: opening the app gets a new token, and says which scopes are lacking. */
const mendable: readonly string[] = ['not authorized', 'not granted'] satisfies FailureKind[];

/** Whether the shop's contracts are known well enough to charge them, and why the platform lets nobody read them. */
function mirrorStateOf(mirror: typeof mirrors.$inferSelect | null, now: Date) {
  if (!mirror?.wholeAt || !mirror.updatedThrough) {
    return { isOld: true, refusal: mirror?.refusal ?? null };
  }
  // One contract that nobody can read keeps no other from being charged.
  const sweptAt = Math.max(mirror.sweptAt?.getTime() ?? 0, mirror.updatedThrough.getTime());
  return { isOld: now.getTime() - sweptAt > oldestMirror, refusal: mirror.refusal };
}

/**
 * Charges what is due of a shop, and sends the job for what comes next. Where billing is stopped, it only asks for what the platform has to
 * settle yet. Nothing is done before the mirror is fresh: the sweep that makes it so calls for this again, as does the one of each night where
 * the platform lets nobody in, which is not asked again before.
 * @throws what the platform failed with for one of the cycles, after all others were looked at; call it again later
 */
export async function chargeDue(context: ShopContext, signal: AbortSignal): Promise<void> {
  const { database, shop, logger, jobs } = context;
  const [row] = await database
    .select({ settings: settingsTable, mirror: mirrors })
    .from(settingsTable)
    .leftJoin(mirrors, eq(mirrors.shop, settingsTable.shop))
    .where(eq(settingsTable.shop, shop));
  const settings = row === undefined ? null : liveSettingsOf(row.settings);
  if (settings === null || settings.stoppedBecause === uninstalledReason) return;
  let isStopped = settings.stoppedAt !== null;
  const mirror = mirrorStateOf(row?.mirror ?? null, context.now());
  if (mirror.refusal !== null) {
    // The sweep of the night asks whether it lets us in again, and calls for this.
    if (isStopped || !mendable.includes(mirror.refusal)) return;
    const timeZone = await shownTimeZoneOf(context);
    return await sendMorning(context, { timeZone, hour: settings.hour });
  }
  if (mirror.isOld) {
    const key = `before charging ${context.now().toISOString().slice(0, 13)}`;
    await jobs.send(database, 'sweep-contracts', { shop }, { key });
    return jobs.wake();
  }
  const schedule = { timeZone: await storeTimeZoneOf(context), hour: settings.hour };
  if (!isStopped) await sendMorning(context, schedule);
  const looked = new Set<string>();
  const failures: unknown[] = [];
  let inVain = 0;
  let refusal: FailureKind | null = null;
  let isBusy = false;
  let isAllListed = false;
  let listedAt = context.now();
  const look = async (cycle: CycleToCharge): Promise<void> => {
    looked.add(nameOf(cycle));
    try {
      const { state, reason } = await chargeCycle(context, cycle);
      inVain = 0;
      if (state === 'off') isStopped = true;
      // Others are to be looked at now.
      if (state === 'off' || reason === 'the order before must end first') isAllListed = false;
      if (state === 'busy') isBusy = true;
    } catch (error) {
      refusal ??= refusalOf(error);
      logger.error({ error, shop, ...cycle }, 'a cycle could not be charged');
      failures.push(error);
      inVain += 1;
    }
  };
  const mayGoOn = () => !signal.aborted && inVain < mostInVain && refusal === null;
  let due: CycleToCharge[] = [];
  while (mayGoOn() && looked.size < mostOfJob) {
    if (due.length === 0) {
      if (isAllListed) break;
      listedAt = context.now();
      const wanted = { shop, now: listedAt, schedule, isStopped, most: mostOfJob };
      const listed = await listDueCycles(database, wanted);
      isAllListed = listed.length < mostOfJob;
      due = listed.filter((cycle) => !looked.has(nameOf(cycle)));
      if (due.length === 0) break;
    }
    // One contract's orders are charged one after the other.
    const some = due
      .filter(({ contract }, index) => due.findIndex((one) => one.contract === contract) === index)
      .slice(0, atOnce);
    await Promise.all(some.map(look));
    due = isStopped ? [] : due.filter((cycle) => !some.includes(cycle));
  }
  if (refusal !== null) {
    logger.info({ shop, refusal }, 'a shop lets nobody charge');
    return await keepRefusal(context, refusal);
  }
  // Where most of it went well there is more to do, which must not wait as the few do that failed: the next job looks at them again.
  const goesOn = failures.length === 0 || failures.length * 2 < looked.size;
  if (goesOn && (signal.aborted || looked.size >= mostOfJob)) {
    await jobs.send(database, 'charge-due', { shop });
    return jobs.wake();
  }
  // What failed is tried again with this job.
  const next = await findNextLook(database, { shop, schedule, now: listedAt, isStopped });
  if (next !== null) await sendJob(context, next);
  // Another process has the contract, or had it when it died.
  if (isBusy) await sendJob(context, new Date(context.now().getTime() + minute));
  jobs.wake();
  if (failures.length > 0) throw failures[0];
}
