import { dayIn, hourOfDay, isoIn } from '#contract/calendar.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { globalIdOf } from '#contract/global-id.ts';
import type { ChangeContract, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { TimelineDetails } from '#contract/timeline.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import type { UserError } from '../../platform/user-errors.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import { chargeLeaseName } from '../billing/charge-cycle.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { cancelContract, pauseContract, skipCycle } from '../billing/documents.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { type Refreshed, refreshContract } from '../mirror/refresh.ts';
import { recordInTimeline, type TimelineEntry } from '../timeline/timeline.ts';
import { comingOrders, isBeingCharged, isOver, type StoreNow } from './coming-orders.ts';
import {
  changesOf,
  contractTag,
  findKeptContract,
  getSubscriptionContract,
  storeNowOf,
} from './contract.ts';
import { activateContract, moveCycle, unskipCycle } from './documents.ts';

/** Why a subscription isn’t changed as was asked, for the merchant. */
export const changeTexts = {
  busy: 'An order of this subscription is being charged right now. Please try again in a minute.',
  changed:
    'This subscription has changed in the meantime, so nothing was done. Please look at it again.',
  gone: 'This subscription is gone from Shopify, so it can’t be changed anymore.',
  over: 'This subscription has ended, so it can’t be changed anymore.',
  notNow: 'This isn’t possible anymore as the subscription stands now.',
  orderNotNow:
    'This order can’t be changed anymore. If it’s due, decide about it in Recurring Orders.',
  paidThen: 'Another order of this subscription was charged on this day. Please pick a later day.',
  past: 'This day is over. Please pick today or a later day.',
  outOfBounds:
    'Shopify moves an order only within its own period: after the order before it, and not past its usual day.',
  refused: (message: string) => `Shopify refused this: ${message}`,
} as const;

/** Longer than the platform's answers may take. */
const leaseMilliseconds = 180_000;

const statuses = { pause: 'PAUSED', resume: 'ACTIVE', cancel: 'CANCELLED' } as const;

const conflict = (message: string) => new ServiceError('conflict', { message });

/** Whether a contract is as it is asked for already. */
function isAsAsked(
  { contract, cycles }: Pick<MirroredContract, 'contract' | 'cycles'>,
  asked: ChangeContract,
  { schedule }: StoreNow,
): boolean {
  if (asked.change === 'pause' || asked.change === 'resume' || asked.change === 'cancel') {
    return contract.status === statuses[asked.change];
  }
  const cycle = cycles.find(({ cycleIndex }) => cycleIndex === asked.cycle);
  if (cycle === undefined || cycle.isBilled) return false;
  if (asked.change === 'move') {
    return !cycle.isSkipped && dayIn(schedule.timeZone, cycle.expectedAt) === asked.day;
  }
  return cycle.isSkipped === (asked.change === 'skip');
}

/** On another day at the same time by the store's clocks; today not before now. */
function movedTo(expectedAt: Date, day: string, { schedule: { timeZone }, now }: StoreNow): Date {
  const [hour = 0, minutes = 0, seconds = 0] = isoIn(timeZone, expectedAt)
    .slice(11, 19)
    .split(':')
    .map(Number);
  const moved = hourOfDay(timeZone, day, hour).getTime() + (minutes * 60 + seconds) * 1000;
  // The platform knows whole seconds.
  return new Date(Math.max(moved, Math.ceil(now.getTime() / 1000) * 1000));
}

/** Asks the platform for a change, and answers why it refuses it; null where it doesn't. */
async function ask(
  { graphql }: ShopContext,
  id: string,
  asked: ChangeContract,
  date: Date | undefined,
): Promise<UserError | null> {
  const contract = { id: globalIdOf('SubscriptionContract', id) };
  const change = async () => {
    switch (asked.change) {
      case 'pause':
        return await graphql(pauseContract, contract);
      case 'resume':
        return await graphql(activateContract, contract);
      case 'cancel':
        return await graphql(cancelContract, contract);
      case 'skip':
        return await graphql(skipCycle, { ...contract, index: asked.cycle });
      case 'unskip':
        return await graphql(unskipCycle, { ...contract, index: asked.cycle });
      case 'move':
        return await graphql(moveCycle, {
          ...contract,
          index: asked.cycle,
          date: date?.toISOString() ?? '',
        });
    }
  };
  return (await change()).change.userErrors[0] ?? null;
}

/** What a merchant is told whom the platform refuses a change. */
function refusalInWords({ code, message }: UserError): string {
  switch (code) {
    case 'OUT_OF_BOUNDS':
      return changeTexts.outOfBounds;
    case 'CONTRACT_TERMINATED':
      return changeTexts.over;
    case 'INCOMPLETE_BILLING_ATTEMPTS':
      return changeTexts.busy;
    default:
      return changeTexts.refused(message);
  }
}

/**
 * Changes a subscription on the platform while nobody charges it, and reads it anew, so that it is shown as it is then. One that is as it is asked for
 * already stays so.
 * @param ifMatch the tag of the subscription as the merchant has seen it
 * @throws ServiceError `conflict` in words for the merchant where it is charged right now, has changed meanwhile, or can't be changed so
 */
export async function changeSubscriptionContract(
  context: ShopContext,
  id: string,
  asked: ChangeContract,
  ifMatch: string | undefined,
): Promise<SubscriptionContract> {
  const { database, shop } = context;
  if ((await findKeptContract(context, id)) === null) {
    throw notFound(notFoundTexts.SubscriptionContract);
  }
  const lease = await takeLease(
    database,
    { shop, name: chargeLeaseName(id) },
    () => leaseMilliseconds,
  );
  if (lease === null) throw conflict(changeTexts.busy);
  try {
    // What is kept may be a week old, or its webhook still be on its way.
    const {
      kept: seen,
      truth,
      wasRight,
    } = await refreshContract(context, id, async (at, refreshed) => {
      // The webhook about it finds nothing new anymore.
      if (!refreshed.wasRight) await chargeChanged(at, id);
    });
    const store = await storeNowOf(context, storeTimeZoneOf);
    if (truth === null || truth.contract.goneAt !== null) throw conflict(changeTexts.gone);
    if (!isAsAsked(truth, asked, store)) {
      if (seen === null || !wasRight || ifMatch !== contractTag(seen)) {
        throw conflict(changeTexts.changed);
      }
      const date = await requirePossible(context, id, asked, store);
      if (!(await lease.keep())) throw conflict(changeTexts.busy);
      await carryOut(context, id, asked, { date, store });
    }
  } finally {
    await lease.end();
  }
  context.jobs.wake();
  return await getSubscriptionContract(context, id);
}

/** @returns when an order is moved to */
async function requirePossible(
  context: ShopContext,
  id: string,
  asked: ChangeContract,
  store: StoreNow,
): Promise<Date | undefined> {
  const kept = await findKeptContract(context, id);
  if (kept === null || isOver(kept)) throw conflict(changeTexts.over);
  if (asked.change === 'pause' || asked.change === 'resume' || asked.change === 'cancel') {
    if (!changesOf(kept).includes(asked.change)) throw conflict(changeTexts.notNow);
    return undefined;
  }
  if (isBeingCharged(kept, asked.cycle)) throw conflict(changeTexts.busy);
  const order = comingOrders(kept, store).find(({ cycle }) => cycle === asked.cycle);
  const cycle = kept.cycles.find(({ cycleIndex }) => cycleIndex === asked.cycle);
  if (!order?.changes.includes(asked.change) || cycle === undefined) {
    throw conflict(changeTexts.orderNotNow);
  }
  if (asked.change !== 'move') return undefined;
  const { timeZone } = store.schedule;
  if (asked.day < dayIn(timeZone, store.now)) throw conflict(changeTexts.past);
  // Billing would list it as the day's second order.
  const isPaidThen = kept.attempts.some(
    ({ state, settledAt }) =>
      state === 'paid' && settledAt !== null && dayIn(timeZone, settledAt) === asked.day,
  );
  if (isPaidThen) throw conflict(changeTexts.paidThen);
  return movedTo(cycle.expectedAt, asked.day, store);
}

async function carryOut(
  context: ShopContext,
  id: string,
  asked: ChangeContract,
  { date, store }: { date: Date | undefined; store: StoreNow },
): Promise<void> {
  const entry = entryOf(asked, await findKeptContract(context, id), store);
  const readAnew = (isDone: (refreshed: Refreshed) => boolean) =>
    refreshContract(context, id, async (at, refreshed) => {
      await chargeChanged(at, id);
      if (isDone(refreshed)) await recordInTimeline(at, { contract: id, ...entry });
    });
  try {
    const refusal = await ask(context, id, asked, date);
    if (refusal !== null) throw conflict(refusalInWords(refusal));
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const isDone = ({ truth }: Refreshed) => truth !== null && isAsAsked(truth, asked, store);
    if (isDone(await readAnew(isDone))) return;
    throw error;
  }
  try {
    await readAnew(() => true);
  } catch (error) {
    // It is done. The webhook, or the next sweep, has it read again.
    context.logger.warn({ error, contract: id }, 'a changed contract could not be read anew');
    await context.database.transaction(async (transaction) => {
      const at = { ...context, database: transaction };
      await chargeChanged(at, id);
      await recordInTimeline(at, { contract: id, ...entry });
    });
  }
}

const kinds = {
  pause: 'paused',
  resume: 'resumed',
  cancel: 'canceled',
  skip: 'skipped',
  unskip: 'unskipped',
  move: 'moved',
} as const;

/** What the timeline tells of a change. */
function entryOf(
  asked: ChangeContract,
  before: MirroredContract | null,
  { schedule: { timeZone } }: StoreNow,
): Omit<TimelineEntry, 'contract'> {
  const entry = { kind: kinds[asked.change], by: { who: 'merchant' } } as const;
  if (!('cycle' in asked)) return entry;
  const cycle = before?.cycles.find(({ cycleIndex }) => cycleIndex === asked.cycle);
  const details: TimelineDetails = {
    ...(cycle !== undefined && { day: dayIn(timeZone, cycle.expectedAt) }),
    ...(asked.change === 'move' && { newDay: asked.day }),
  };
  return { ...entry, details };
}
