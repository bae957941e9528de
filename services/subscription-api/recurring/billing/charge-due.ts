import { eq } from 'drizzle-orm';
import { addDays, dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';
import type { FailureKind } from '../../service-error.ts';
import { importedTimeZone, shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import {
  contractMirrorTable as mirrors,
  orderImportTable,
  billingSettingsTable as settingsTable,
} from '../../store/schema.ts';
import { type CycleToCharge, chargeCycle } from './charge-cycle.ts';
import type { ChargeSchedule } from './charge-time.ts';
import { findNextLook, type Look, listDueCycles, lookAgain } from './due-cycles.ts';
import { keepRefusal, refusalOf } from './refused-shop.ts';
import {
  type BillingSettings,
  findLiveSettings,
  liveSettingsOf,
  uninstalledReason,
} from './store.ts';

const minute = 60_000;
const hour = 60 * minute;
const atOnce = 4;
/** After so many failures in a row, the platform must be to blame. */
const mostInVain = 20;
/** As many cycles as one job looks at. The shop's next job continues, so that other shops get their turn. */
const mostOfJob = 200;
/**
 * The platform repeats a webhook for four hours. If the last sweep is older than this, the mirror may have missed changes in an outage, so it is
 * swept first.
 */
const oldestMirror = 3 * hour;
/** How early a mirror is swept that would be too old for a first look, so that the morning begins on time. */
const sweptAhead = 10 * minute;

const nameOf = ({ contract, cycle }: CycleToCharge) => `${contract} ${cycle}`;

/**
 * Sends one job for everything due within a minute (or `within` ms). It is at least 5 s ahead by both clocks, so it never merges with a job that
 * has begun and may have looked already.
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
 * Has a shop's due cycles charged soon. If billing is stopped, only the platform's open attempts are asked for. Safe to call without need, and in a
 * transaction by the context's database; call `jobs.wake` once that has ended.
 * @returns the shop's settings; null if it hasn't gone live
 */
export async function beginCharging(context: ShopContext): Promise<BillingSettings | null> {
  const settings = await findLiveSettings(context.database, context.shop);
  if (settings !== null) await sendJob(context, context.now(), 5_000);
  return settings;
}

/**
 * Has the merchant's decision charged in some seconds, together with others made meanwhile. Call it in the transaction that stores the decision.
 */
export async function chargeDecided(context: ShopContext): Promise<void> {
  await sendJob(context, context.now(), 5_000);
}

/**
 * Like {@link beginCharging} for a contract that was just read, and has its waiting cycles looked at again. Call it in the transaction that stores
 * the contract.
 */
export async function chargeChanged(context: ShopContext, contract: string): Promise<void> {
  const { database, shop } = context;
  const settings = await findLiveSettings(database, shop);
  if (settings === null) return;
  const now = context.now();
  const isStopped = settings.stoppedAt !== null;
  const isWaiting = await lookAgain(database, { shop, contract, now, isStopped });
  if (isWaiting || !isStopped) await sendJob(context, now);
}

/** When the merchant is mailed about a day of the store: an hour after the day's run, or a later `begun`, but before the day is over. */
export function morningMailAt(
  { timeZone, hour: runHour }: ChargeSchedule,
  day: string,
  begun = 0,
): Date {
  const run = Math.max(hourOfDay(timeZone, day, runHour).getTime(), begun);
  const lastMoment = startOfDay(timeZone, addDays(day, 1)).getTime() - 10 * minute;
  return new Date(Math.min(run + hour, lastMoment));
}

/** Sends the job of that mail. Safe to call often, because a day has one job. */
async function sendMorning(
  { database, shop, jobs, mail, now }: ShopContext,
  schedule: ChargeSchedule,
): Promise<void> {
  if (mail === undefined) return;
  const day = dayIn(schedule.timeZone, now());
  const startAfter = morningMailAt(schedule, day, now().getTime());
  await jobs.send(database, 'mail-morning', { shop, day }, { startAfter, key: day });
}

/** The hour of the store's day at which its customers are reminded of orders to come. */
const remindingHour = 9;

/** Sends the jobs that remind the store's customers today and tomorrow. Safe to call often, because a day has one job. */
async function sendReminding(
  { database, shop, jobs, mail, now }: ShopContext,
  timeZone: string,
): Promise<void> {
  if (mail === undefined) return;
  const today = dayIn(timeZone, now());
  // On days without orders this is only called after the nightly sweep, which may be in the store's evening.
  for (const day of [today, addDays(today, 1)]) {
    const startAfter = hourOfDay(timeZone, day, remindingHour);
    await jobs.send(database, 'remind-customers', { shop, day }, { startAfter, key: day });
  }
}

/** Whether more is due than to ask for the platform's open attempts, which needs no mirror. */
async function isMoreDue(
  { database, shop, now }: ShopContext,
  schedule: ChargeSchedule,
): Promise<boolean> {
  const wanted = { shop, now: now(), schedule, most: mostOfJob };
  const asked = await listDueCycles(database, { ...wanted, isStopped: true });
  const names = new Set(asked.map(nameOf));
  const due = await listDueCycles(database, wanted);
  return due.some((cycle) => !names.has(nameOf(cycle)));
}

async function sendJobsOfDay(context: ShopContext, schedule: ChargeSchedule): Promise<void> {
  await sendMorning(context, schedule);
  await sendReminding(context, schedule.timeZone);
}

/** Until when the mirror is fresh enough to charge by it; null if it never was whole. */
function freshUntil(mirror: typeof mirrors.$inferSelect | null): Date | null {
  if (!mirror?.wholeAt || !mirror.updatedThrough) return null;
  // A contract that can't be read holds `updatedThrough` back. That must not stop the others' charges.
  const sweptAt = Math.max(mirror.sweptAt?.getTime() ?? 0, mirror.updatedThrough.getTime());
  return new Date(sweptAt + oldestMirror);
}

/** Sends the sweep before charging. Calls in the same hour send one. */
async function sendSweep({ database, jobs, shop, now }: ShopContext): Promise<void> {
  const key = `before charging ${now().toISOString().slice(0, 13)}`;
  await jobs.send(database, 'sweep-contracts', { shop }, { key });
}

/** Sends the job for a look, and before a first one the sweep of a mirror that will be too old by then. */
async function sendLook(
  context: ShopContext,
  { at, isFirst }: Look,
  isFreshUntil: Date,
): Promise<void> {
  if (isFirst && isFreshUntil < at) {
    const { database, jobs, shop } = context;
    const startAfter = new Date(Math.max(at.getTime() - sweptAhead, context.now().getTime()));
    const key = `before the look of ${at.toISOString()}`;
    await jobs.send(database, 'sweep-contracts', { shop }, { startAfter, key });
  }
  await sendJob(context, at);
}

const findRow = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select({ settings: settingsTable, mirror: mirrors, timeZone: orderImportTable.timeZone })
    .from(settingsTable)
    .leftJoin(mirrors, eq(mirrors.shop, settingsTable.shop))
    .leftJoin(orderImportTable, eq(orderImportTable.shop, settingsTable.shop))
    .where(eq(settingsTable.shop, place('shop')))
    .prepare(''),
);

/** What charging needs to know of a shop; null if it hasn't gone live. `timeZone` is null where it has to be asked for. */
async function findLiveShop({ database, shop }: ShopContext) {
  const [row] = await findRow(database, { shop });
  const settings = row === undefined ? null : liveSettingsOf(row.settings);
  return row === undefined || settings === null ? null : { ...row, settings };
}

/**
 * Has a shop's due cycles charged after a sweep, each in its time, and sends the jobs of its day. If billing is stopped, only the platform's open
 * attempts are asked for. Call `jobs.wake` after it.
 * @returns the shop's settings; null if it hasn't gone live
 * @throws the platform's failure, if it has to be asked for the store's time zone
 */
export async function chargeSwept(context: ShopContext): Promise<BillingSettings | null> {
  const live = await findLiveShop(context);
  if (live === null) return null;
  const { settings, mirror } = live;
  const isFreshUntil = freshUntil(mirror);
  // A store that refuses isn't asked for its time zone: the job knows what is left to do for it.
  if (isFreshUntil === null || mirror?.refusal != null) {
    await sendJob(context, context.now(), 5_000);
    return settings;
  }
  const timeZone = await importedTimeZone(context, live.timeZone);
  const schedule = { timeZone, hour: settings.hour };
  const isStopped = settings.stoppedAt !== null;
  if (!isStopped) await sendJobsOfDay(context, schedule);
  const { database, shop } = context;
  const next = await findNextLook(database, { shop, schedule, isStopped });
  if (next !== null) await sendLook(context, next, isFreshUntil);
  return settings;
}

/**
 * Charges a shop's due cycles, and sends the job for what comes next. If billing is stopped, it only asks for the platform's open attempts. It
 * waits for a fresh mirror, unless only open attempts are to be asked for: the sweep that refreshes it calls for this again. If the platform refuses
 * access, only the nightly sweep asks again.
 * @throws the platform's first failure with a cycle, after looking at the others; call it again later
 */
export async function chargeDue(context: ShopContext, signal: AbortSignal): Promise<void> {
  const { database, shop, logger, jobs } = context;
  const live = await findLiveShop(context);
  if (live === null) return;
  const { settings, mirror } = live;
  if (settings.stoppedBecause === uninstalledReason) return;
  let isStopped = settings.stoppedAt !== null;
  const refused = mirror?.refusal ?? null;
  if (refused !== null) {
    // The nightly sweep asks again, and calls for this.
    if (isStopped || refused === ('shop gone' satisfies FailureKind)) return;
    // A merchant can do something about the others: pay, grant, open the app, or ask for help.
    const timeZone = await shownTimeZoneOf(context);
    return await sendMorning(context, { timeZone, hour: settings.hour });
  }
  const sweepFirst = async () => {
    await sendSweep(context);
    jobs.wake();
  };
  const isFreshUntil = freshUntil(mirror);
  if (isFreshUntil === null) return await sweepFirst();
  const timeZone = await importedTimeZone(context, live.timeZone);
  const schedule = { timeZone, hour: settings.hour };
  const isFresh = isFreshUntil >= context.now();
  if (!isFresh && !isStopped && (await isMoreDue(context, schedule))) return await sweepFirst();
  if (!isStopped) await sendJobsOfDay(context, schedule);
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
      // Other cycles may be due now, so list them again.
      if (state === 'off' || reason === 'the order before must end first') isAllListed = false;
      if (state === 'busy') isBusy = true;
    } catch (error) {
      refusal ??= refusalOf(error);
      logger.error({ error, shop, ...cycle }, 'a cycle could not be charged');
      failures.push(error);
      // One that failed before says nothing about the others.
      if (cycle.isUnread !== true) inVain += 1;
    }
  };
  const mayGoOn = () => !signal.aborted && inVain < mostInVain && refusal === null;
  let due: CycleToCharge[] = [];
  while (mayGoOn() && looked.size < mostOfJob) {
    if (due.length === 0) {
      if (isAllListed) break;
      listedAt = context.now();
      const asked = { shop, now: listedAt, schedule, most: mostOfJob };
      const wanted = { ...asked, isStopped: isStopped || !isFresh };
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
  // If most of it went well, the rest must not wait for this job's retry. The next job continues, and tries the failed ones again.
  const goesOn = failures.length === 0 || failures.length * 2 < looked.size;
  if (goesOn && (signal.aborted || looked.size >= mostOfJob)) {
    await jobs.send(database, 'charge-due', { shop });
    return jobs.wake();
  }
  // This job's own retry tries the failed ones again.
  const next = await findNextLook(database, { shop, schedule, now: listedAt, isStopped });
  if (next !== null) await sendLook(context, next, isFreshUntil);
  // Another process has the contract, or had it when it died.
  if (isBusy) await sendJob(context, new Date(context.now().getTime() + minute));
  jobs.wake();
  if (failures.length > 0) throw failures[0];
}
