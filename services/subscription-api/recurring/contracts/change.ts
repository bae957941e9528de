import { and, eq, lte } from 'drizzle-orm';
import type { DeliveryAddress } from '#contract/address-rules.ts';
import { dayIn, hourOfDay, isoIn, startOfDay } from '#contract/calendar.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { formatProduct } from '#contract/format.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { majorUnitsOf } from '#contract/money.ts';
import { noticeChannels } from '#contract/notices.ts';
import type { ChangeContract, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { TimelineDetails } from '#contract/timeline.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { subscriptionContractTable as contracts } from '../../store/schema.ts';
import { chargeChanged, chargeDecided } from '../billing/charge-due.ts';
import { chargeTimeOf } from '../billing/charge-time.ts';
import { decidedReason } from '../billing/decisions.ts';
import {
  cancelContract,
  pauseContract,
  sendMethodUpdate,
  skipCycle,
} from '../billing/documents.ts';
import { setDraftLines } from '../billing/draft-lines.ts';
import { isRefused } from '../billing/refused-shop.ts';
import { mayBeCharged, mayBeMade } from '../billing/situation.ts';
import { keepCycle } from '../billing/store.ts';
import { whileUncharged } from '../billing/while-uncharged.ts';
import { listWaitingExtras } from '../extras/extras.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { type Refreshed, refreshContract } from '../mirror/refresh.ts';
import { listFormerLines } from '../mirror/rows.ts';
import { listWaiting, tellCustomers } from '../notices/outbox.ts';
import { listKeptPlaces } from '../rotation/places.ts';
import {
  addressDetails,
  plansInWords,
  productOfLine,
  quantityInWords,
} from '../timeline/line-words.ts';
import {
  recordInTimeline,
  type TimelineActor,
  type TimelineEntry,
  takeOverFound,
  wasRecorded,
} from '../timeline/timeline.ts';
import { isSentAsAsked } from './address.ts';
import { byDraft } from './by-draft.ts';
import { comingOrders, isBeingCharged, isOver, type StoreNow } from './coming-orders.ts';
import {
  changesOf,
  contractTag,
  findKeptContract,
  getSubscriptionContract,
  storeNowOf,
} from './contract.ts';
import {
  type AddressInput,
  activateContract,
  moveCycle,
  unskipCycle,
  updateDraft,
} from './documents.ts';
import { doFollow, farthestDay, moveFollowing, type Refusal } from './move-following.ts';
import { type PlanTerm, readPlans } from './plans.ts';
import { refreshBeforeChange } from './refresh-kept.ts';
import { refusalInWords, refusalTexts } from './refusal-words.ts';

/** Why a subscription isn’t changed as was asked, for the merchant. */
export const changeTexts = {
  ...refusalTexts,
  gone: 'This subscription is gone from Shopify, so it can’t be changed anymore.',
  charging:
    'An order of this subscription is being charged, and would get another day by this. Please try again once that’s over.',
  tried:
    'An order of this subscription was charged or has failed already, and would get another day by this. Please try again once its day is over.',
  notNow: 'This isn’t possible anymore as the subscription stands now.',
  orderNotNow:
    'This order can’t be changed anymore. If it’s due, decide about it in Recurring Orders.',
  paidThen: 'Another order of this subscription was charged on this day. Please pick a later day.',
  past: 'This day is over. Please pick today or a later day.',
  followingDay: 'Please pick a day after today and within 40 days.',
  untilPast: 'Please pick a day after today, or none to resume it yourself.',
  plan: 'This plan isn’t sold like this anymore, or not with these products. Please look at the plans again.',
  line: 'One of these products isn’t part of the subscription anymore.',
  hasNoMethod: 'This subscription has no payment method that your customer could replace.',
  halfMoved: (message: string) =>
    `The orders that follow were moved. Shopify refused to move, skip or bring back one before them, so please look at them again: ${message}`,
} as const;

/** Nobody means to mail a customer again so soon. */
const askAgainAfter = 10 * 60_000;

const statuses = { pause: 'PAUSED', resume: 'ACTIVE', cancel: 'CANCELLED' } as const;

const conflict = (message: string) => new ServiceError('conflict', { message });

/** The day that an order is moved to; of what moves none, undefined. */
function dayOf(asked: ChangeContract, { schedule: { timeZone }, now }: StoreNow) {
  if (asked.change === 'move' || asked.change === 'move following') return asked.day;
  return asked.change === 'bill' ? dayIn(timeZone, now) : undefined;
}

/** Whether a contract is as it is asked for already. */
export function isAsAsked(
  { contract, cycles, lines }: Pick<MirroredContract, 'contract' | 'cycles' | 'lines'>,
  asked: ChangeContract,
  store: StoreNow,
): boolean {
  const { timeZone } = store.schedule;
  switch (asked.change) {
    case 'ask for method':
    // An address isn't kept.
    case 'set address':
      return false;
    case 'resume':
    case 'cancel':
      return contract.status === statuses[asked.change];
    case 'pause':
      return (
        contract.status === 'PAUSED' &&
        (contract.resumesAt === null
          ? asked.until === undefined
          : asked.until === dayIn(timeZone, contract.resumesAt))
      );
    case 'set plan':
      return lines.every((kept) =>
        asked.lines.some(
          ({ line, price }) =>
            kept.id === line && kept.planId === asked.plan && kept.price === price,
        ),
      );
    case 'set lines':
      return asked.lines.every(({ line, quantity, price, variant }) =>
        lines.some(
          (kept) =>
            kept.id === line &&
            kept.quantity === quantity &&
            kept.price === price &&
            (variant === undefined || kept.variantId === variant),
        ),
      );
  }
  const cycle = cycles.find(({ cycleIndex }) => cycleIndex === asked.cycle);
  if (asked.change === 'move following') {
    return doFollow({ contract, cycles }, asked.day, { timeZone, now: store.now });
  }
  if (cycle === undefined || cycle.isBilled) return false;
  const day = dayOf(asked, store);
  if (day !== undefined) return !cycle.isSkipped && dayIn(timeZone, cycle.expectedAt) === day;
  return cycle.isSkipped === (asked.change === 'skip');
}

/** On another day at the same time by the store's clocks; today not before now. */
export function movedTo(
  expectedAt: Date,
  day: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Date {
  const [hour = 0, minutes = 0, seconds = 0] = isoIn(timeZone, expectedAt)
    .slice(11, 19)
    .split(':')
    .map(Number);
  const moved = hourOfDay(timeZone, day, hour).getTime() + (minutes * 60 + seconds) * 1000;
  // The platform knows whole seconds.
  return new Date(Math.max(moved, Math.ceil(now.getTime() / 1000) * 1000));
}

/** Sends the change to Shopify. Returns its refusal, or null. */
async function ask(
  context: ShopContext,
  before: MirroredContract,
  asked: ChangeContract,
  { date, store }: Pick<Carried, 'date' | 'store'>,
): Promise<Refusal | null> {
  const { graphql } = context;
  const { method } = before;
  const { id: tail, currencyCode } = before.contract;
  const contract = { id: globalIdOf('SubscriptionContract', tail) };
  const change = async (): Promise<Refusal[]> => {
    switch (asked.change) {
      case 'pause':
        return (await graphql(pauseContract, contract)).change.userErrors;
      case 'resume':
        return (await graphql(activateContract, contract)).change.userErrors;
      case 'cancel':
        return (await graphql(cancelContract, contract)).change.userErrors;
      case 'skip':
        return (await graphql(skipCycle, { ...contract, index: asked.cycle })).change.userErrors;
      case 'unskip':
        return (await graphql(unskipCycle, { ...contract, index: asked.cycle })).change.userErrors;
      case 'ask for method': {
        if (method === null) throw conflict(changeTexts.hasNoMethod);
        const id = globalIdOf('CustomerPaymentMethod', method.id);
        return (await graphql(sendMethodUpdate, { id })).change.userErrors;
      }
      case 'move':
      case 'bill': {
        const reason = 'MERCHANT_INITIATED';
        const to = { index: asked.cycle, date: date?.toISOString() ?? '', reason } as const;
        return (await graphql(moveCycle, { ...contract, ...to })).change.userErrors;
      }
      case 'move following':
        if (date === undefined) throw conflict(changeTexts.orderNotNow);
        return await moveFollowing(context, before, { ...asked, date }, store.schedule.timeZone);
      case 'set lines':
        return await byDraft(context, contract.id, (draft) =>
          setDraftLines(
            context,
            draft,
            asked.lines.map(({ line, quantity, price, variant }) => ({
              line: globalIdOf('SubscriptionLine', line),
              input: {
                quantity,
                currentPrice: majorUnitsOf(price, currencyCode),
                ...(variant !== undefined && {
                  productVariantId: globalIdOf('ProductVariant', variant),
                }),
              },
            })),
          ),
        );
      case 'set plan': {
        const { policies, terms } = await findPlan(context, tail, asked);
        return await byDraft(context, contract.id, async (draft) => {
          const updated = await graphql(updateDraft, { draft, input: policies });
          if (updated.change.userErrors.length > 0) return updated.change.userErrors;
          const lines = terms.map(({ line, ...input }) => ({
            ...{ line: globalIdOf('SubscriptionLine', line), input },
          }));
          return await setDraftLines(context, draft, lines);
        });
      }
      case 'set address':
        return await byDraft(context, contract.id, async (draft) => {
          const input = {
            deliveryMethod: { shipping: { address: addressInput(asked.address) } },
            deliveryPrice: majorUnitsOf(asked.deliveryPrice, currencyCode),
          };
          return (await graphql(updateDraft, { draft, input })).change.userErrors;
        });
    }
  };
  return (await change())[0] ?? null;
}

/** The plan that is asked for, if it costs what was said of it. */
async function findPlan(
  context: ShopContext,
  id: string,
  asked: Extract<ChangeContract, { change: 'set plan' }>,
): Promise<PlanTerm> {
  const kept = await findKeptContract(context, id);
  const plans = kept === null ? [] : await readPlans(context, kept);
  const found = plans.find((plan) => plan.id === asked.plan);
  const isAsSaid = found?.lines.every(({ line, price }) =>
    asked.lines.some((said) => said.line === line && said.price === price),
  );
  if (found === undefined || !isAsSaid) throw conflict(changeTexts.plan);
  return found;
}

/** Empty fields count as missing. */
export const addressInput = (address: DeliveryAddress): AddressInput => ({
  firstName: address.firstName || null,
  lastName: address.lastName || null,
  company: address.company || null,
  address1: address.address1 || null,
  address2: address.address2 || null,
  city: address.city || null,
  provinceCode: address.provinceCode || null,
  zip: address.zip || null,
  phone: address.phone || null,
  countryCode: address.countryCode,
});

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
  const named = { shop: context.shop, contract: id };
  const extras = await listWaitingExtras(context.database, named);
  const places = await listKeptPlaces(context.database, named);
  await changeContract(context, id, asked, {
    by: { who: 'merchant' },
    isSeen: (kept, wasRight) => wasRight && ifMatch === contractTag({ ...kept, extras, places }),
  });
  return await getSubscriptionContract(context, id);
}

const listOverduePauses = prepared((database, place: Place<{ shop: string; now: string }>) =>
  database
    .select({ contract: contracts.id })
    .from(contracts)
    .where(
      and(
        ...[eq(contracts.shop, place('shop')), eq(contracts.status, 'PAUSED')],
        lte(contracts.resumesAt, place('now')),
      ),
    )
    .prepare(''),
);

/** Sends the jobs that end the pauses that are over by now, as after the store was frozen for days. Call it where the store lets us in; safe to call often. */
export async function endOverduePauses({ database, shop, jobs, now }: ShopContext): Promise<void> {
  const overdue = await listOverduePauses(database, { shop, now: now().toISOString() });
  const night = now().toISOString().slice(0, 10);
  for (const { contract } of overdue) {
    await jobs.send(
      database,
      'resume-contract',
      { shop, contract },
      { key: `${contract} ${night}` },
    );
  }
}

/**
 * Resumes a subscription whose pause is over by now; does nothing where somebody resumed, ended or paused it otherwise since, or where the store
 * refuses access: {@link endOverduePauses} sees to it then.
 * @throws ServiceError `conflict` while it is being charged, PlatformError if the platform fails; call it again later
 */
export async function resumeByItself(context: ShopContext, id: string): Promise<void> {
  if ((await findKeptContract(context, id)) === null || (await isRefused(context))) return;
  const isOver = ({ contract: { resumesAt } }: MirroredContract) =>
    resumesAt !== null && resumesAt <= context.now();
  try {
    const asker: Asker = { by: { who: 'cadence' }, isSeen: isOver };
    await changeContract(context, id, { change: 'resume' }, asker);
  } catch (error) {
    const isFinal =
      error instanceof ServiceError &&
      error.kind === 'conflict' &&
      error.message !== changeTexts.busy;
    if (!isFinal) throw error;
    context.logger.info({ contract: id, reason: error.message }, 'a pause didn’t end by itself');
    const { database, shop } = context;
    await database
      .update(contracts)
      .set({ resumesAt: null })
      .where(
        and(
          eq(contracts.shop, shop),
          eq(contracts.id, id),
          lte(contracts.resumesAt, context.now()),
        ),
      );
  }
}

/** Who asks for a change. */
export type Asker = {
  by: TimelineActor;
  /** Whether they have seen what is kept; `wasRight` says whether the platform has it so. */
  isSeen: (kept: MirroredContract, wasRight: boolean) => boolean;
  /** More for the timeline than the change itself. */
  details?: TimelineDetails;
  /**
   * The same was begun before, and nobody knows what became of it: if it is done, it is kept as theirs. This is how it was then; null where that
   * can't be said as a change.
   */
  begunFrom?: ChangeContract | null;
  /** Writes in the transaction that tells the change as done. False if that was told before: it isn't told again. */
  keep?: (at: ShopContext) => Promise<boolean>;
};

/**
 * Changes a subscription as {@link changeSubscriptionContract} does, for whoever asks.
 * @returns false if it was as it is asked for already
 * @throws ServiceError `conflict` in the words of {@link changeTexts}; nothing was done then, unless they say so. PlatformError; OutcomeUnknownError if it may have been
 *   done all the same
 */
export async function changeContract(
  context: ShopContext,
  id: string,
  asked: ChangeContract,
  asker: Asker,
): Promise<boolean> {
  if ((await findKeptContract(context, id)) === null) {
    throw notFound(notFoundTexts.SubscriptionContract);
  }
  try {
    return await whileUncharged(
      context,
      id,
      { busy: () => conflict(changeTexts.busy) },
      async (lease) => {
        const { kept: seen, truth, wasRight } = await refreshBeforeChange(context, id);
        const store = await storeNowOf(context, storeTimeZoneOf);
        if (truth === null || truth.contract.goneAt !== null) throw conflict(changeTexts.gone);
        const isSent = await isSentAsAsked(context, id, asked);
        const isDone = isSent || isAsAsked(truth, withoutUntil(asked), store);
        if (asker.begunFrom !== undefined && isDone) {
          const former = await listFormerLines(context, id);
          const before = asItWas(truth, asker.begunFrom, { store, former });
          await keepDone(context, { before, after: truth }, asked, { store, asker });
          return true;
        }
        if (isSent || isAsAsked(truth, asked, store)) return false;
        if (await wasJustAsked(context, id, asked)) return false;
        if (seen === null || !asker.isSeen(seen, wasRight)) throw conflict(changeTexts.changed);
        const date = await requirePossible(context, id, asked, store);
        if (!(await lease.keep())) throw conflict(changeTexts.busy);
        await carryOut(context, truth, asked, { date, store, asker });
        return true;
      },
    );
  } finally {
    context.jobs.wake();
  }
}

/** Whether the customer was asked for a payment method a moment ago, of which the platform keeps nothing. */
async function wasJustAsked(
  context: ShopContext,
  contract: string,
  asked: ChangeContract,
): Promise<boolean> {
  if (asked.change !== 'ask for method') return false;
  const since = new Date(context.now().getTime() - askAgainAfter + 1);
  return await wasRecorded(context, {
    ...{ contract, kind: 'asked for method', day: undefined, since },
  });
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
  // By other intervals the platform moves each order whose time isn't over, also one that is charged.
  const movesAll = asked.change === 'set plan' || asked.change === 'move following';
  if (movesAll) {
    if (kept.attempts.some((attempt) => mayBeCharged(attempt, store.now))) {
      throw conflict(changeTexts.charging);
    }
    const ahead = kept.cycles.filter(({ expectedAt }) => expectedAt > store.now);
    const isTried = ahead.some(
      ({ cycleIndex, isBilled }) =>
        isBilled || kept.attempts.some((one) => one.cycleIndex === cycleIndex && mayBeMade(one)),
    );
    if (isTried) throw conflict(changeTexts.tried);
  }
  if (!('cycle' in asked)) {
    if (!changesOf(kept).includes(asked.change)) throw conflict(changeTexts.notNow);
    const { timeZone } = store.schedule;
    if (asked.change === 'pause' && asked.until !== undefined) {
      if (asked.until <= dayIn(timeZone, store.now)) throw conflict(changeTexts.untilPast);
    }
    if (asked.change === 'set lines') {
      const known = kept.lines.map(({ id: line }) => line);
      if (asked.lines.some(({ line }) => !known.includes(line))) throw conflict(changeTexts.line);
    }
    return undefined;
  }
  if (isBeingCharged(kept, asked.cycle)) throw conflict(changeTexts.busy);
  const order = comingOrders(kept, store).find(({ cycle }) => cycle === asked.cycle);
  const cycle = kept.cycles.find(({ cycleIndex }) => cycleIndex === asked.cycle);
  if (!order?.changes.includes(asked.change) || cycle === undefined) {
    throw conflict(changeTexts.orderNotNow);
  }
  const day = dayOf(asked, store);
  if (day === undefined) return undefined;
  const { timeZone } = store.schedule;
  const today = dayIn(timeZone, store.now);
  if (day < today) throw conflict(changeTexts.past);
  if (asked.change === 'move following' && (day === today || day > farthestDay(today))) {
    throw conflict(changeTexts.followingDay);
  }
  // Billing would list it as the day's second order.
  const isPaidThen = kept.attempts.some(
    ({ state, settledAt }) =>
      state === 'paid' && settledAt !== null && dayIn(timeZone, settledAt) === day,
  );
  if (isPaidThen) throw conflict(changeTexts.paidThen);
  return movedTo(cycle.expectedAt, day, { timeZone, now: store.now });
}

type Carried = { date?: Date | undefined; store: StoreNow; asker: Asker };

async function carryOut(
  context: ShopContext,
  before: MirroredContract,
  asked: ChangeContract,
  carried: Carried,
): Promise<void> {
  const { id } = before.contract;
  const { store } = carried;
  const keep = (at: ShopContext, after: MirroredContract | null = null) =>
    keepAsDone(at, { before, after }, asked, carried);
  const readAnew = (isDone: (refreshed: Refreshed) => boolean) =>
    refreshContract(context, id, async (at, refreshed) => {
      await chargeChanged(at, id);
      if (isDone(refreshed)) await keep(at, refreshed.truth);
    });
  const finish = async () => {
    try {
      await readAnew(() => true);
    } catch (error) {
      // It is done. The webhook, or the next sweep, has it read again.
      context.logger.warn({ error, contract: id }, 'a changed contract could not be read anew');
      await keepDone(context, { before, after: null }, asked, carried);
    }
  };
  try {
    const refusal = await ask(context, before, asked, carried);
    if (refusal?.isHalfDone) await finish();
    if (refusal !== null)
      throw conflict(
        refusal.isHalfDone ? changeTexts.halfMoved(refusal.message) : refusalInWords(refusal),
      );
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // The mail may be on its way, and nobody should get it twice.
    if (asked.change === 'ask for method') await keep(context);
    const isSent = await isSentAsAsked(context, id, asked);
    const isDone = ({ truth }: Refreshed) =>
      truth !== null && (isSent || isAsAsked(truth, withoutUntil(asked), store));
    if (isDone(await readAnew(isDone))) return;
    throw error;
  }
  await finish();
}

type Both = { before: MirroredContract; after: MirroredContract | null };

async function keepDone(
  context: ShopContext,
  both: Both,
  asked: ChangeContract,
  carried: Carried,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const at = { ...context, database: transaction };
    await chargeChanged(at, both.before.contract.id);
    await keepAsDone(at, both, asked, carried);
  });
}

/** Call it in a transaction, once the platform has done what was asked. */
async function keepAsDone(
  at: ShopContext,
  { before, after }: Both,
  asked: ChangeContract,
  { date, store, asker }: Carried,
): Promise<void> {
  const { id } = before.contract;
  const { by, details, keep } = asker;
  if (keep !== undefined && !(await keep(at))) return;
  if (asked.change === 'pause' && asked.until !== undefined) {
    await endPauseOn(at, id, startOfDay(store.schedule.timeZone, asked.until));
  }
  if (date !== undefined && (asked.change === 'bill' || asked.change === 'move')) {
    const { isUsageBased } = before.contract;
    const isBeforeLive = chargeTimeOf(date, store.schedule) < store.since;
    // A move to another day decides nothing else, such as how it is billed.
    if (asked.change === 'bill' || (isBeforeLive && isUsageBased === false)) {
      await chargeToday(at, { id, cycle: asked.cycle, expectedAt: date }, store);
    }
  }
  // What nobody has read since is read next, and isn't somebody else's doing.
  if (asked.change === 'set address' && after === null) await forgetAddress(at, id);
  // The platform moves days by itself then. That isn't somebody else's doing.
  if (asked.change === 'move following' || asked.change === 'set plan') {
    await takeOverFound(at, { contract: id, since: store.now });
  }
  // Of what was begun before, nobody knows when.
  const begun = asker.begunFrom === undefined ? { begunAt: store.now } : {};
  for (const entry of entriesOf(asked, after, before, store)) {
    const told = { ...entry.details, ...details };
    await recordInTimeline(at, { ...entry, ...begun, details: told, contract: id, by });
  }
  if (asked.change === 'set lines') await tellOfOtherProducts(at, { before, after }, asked);
}

const isAnotherProduct = (
  { variant = null }: { variant?: string | null | undefined },
  line: Pick<MirroredContract['lines'][number], 'variantId'>,
) => variant !== null && variant !== line.variantId;

/** Has the customer told of what the next order brings in place of another product. */
async function tellOfOtherProducts(
  at: ShopContext,
  { before, after }: Both,
  asked: Extract<ChangeContract, { change: 'set lines' }>,
): Promise<void> {
  const contract = before.contract.id;
  const revision = after?.contract.revision ?? `after ${before.contract.revision}`;
  const changed = before.lines.flatMap((line) => {
    const other = after?.lines.find(({ id }) => id === line.id);
    const subject = formatProduct(line);
    const isOther =
      after === null
        ? asked.lines.some((one) => one.line === line.id && isAnotherProduct(one, line))
        : other !== undefined && formatProduct(other) !== subject;
    if (!isOther) return [];
    return [{ line: line.id, subject }];
  });
  if (changed.length === 0) return;
  // A waiting notice names the next order's product when it is sent, by its own channel.
  const waiting = await listWaiting(at, { contract, notice: 'customerProductChanged' });
  await tellCustomers(
    at,
    changed.map(({ line, subject }) => ({
      ...{ contract, cycle: 0, notice: 'customerProductChanged' as const, subject },
      about: `${line} ${revision}`,
      channels: noticeChannels.filter(
        (one) =>
          !waiting.some(({ channel, about }) => channel === one && about.startsWith(`${line} `)),
      ),
    })),
  );
}

/** The contract with this change reversed. What a product was called then is known from the lines that it had, the latest first. */
function asItWas(
  now: MirroredContract,
  then: ChangeContract | null,
  {
    store: { schedule },
    former,
  }: { store: StoreNow; former: Awaited<ReturnType<typeof listFormerLines>> },
): MirroredContract {
  if (then?.change === 'move') {
    const expectedAt = startOfDay(schedule.timeZone, then.day);
    const cycles = now.cycles.map((cycle) =>
      cycle.cycleIndex === then.cycle ? { ...cycle, expectedAt } : cycle,
    );
    return { ...now, cycles };
  }
  if (then?.change !== 'set lines') return now;
  const lines = now.lines.map((line) => {
    const was = then.lines.find(({ line: id }) => id === line.id);
    if (was === undefined) return line;
    const { quantity, price, variant = line.variantId } = was;
    const old = former.find((one) => one.id === line.id && one.variantId === variant) ?? line;
    const { title, variantTitle, productId } = variant === line.variantId ? line : old;
    return { ...line, quantity, price, variantId: variant, productId, title, variantTitle };
  });
  return { ...now, lines };
}

/** When a pause ends isn't known to the platform. */
const withoutUntil = (asked: ChangeContract): ChangeContract =>
  asked.change === 'pause' ? { change: 'pause' } : asked;

/** If the hour of billing is over, the run charges an order only as the merchant's decision: it may be due from before they went live. */
async function chargeToday(
  context: ShopContext,
  { id, cycle, expectedAt }: { id: string; cycle: number; expectedAt: Date },
  { schedule, now }: StoreNow,
): Promise<void> {
  if (chargeTimeOf(expectedAt, schedule) > now) return;
  const { database, shop, actor } = context;
  await keepCycle(database, {
    ...{ shop, contractId: id, cycleIndex: cycle, expectedAt },
    ...{ state: 'open', reason: decidedReason, nextAt: now, changedAt: now },
    ...{ decision: 'charge', decidedAt: now, decidedBy: actor },
  });
  await chargeDecided(context);
}

async function forgetAddress({ database, shop }: ShopContext, contract: string): Promise<void> {
  await database
    .update(contracts)
    .set({ addressHash: null })
    .where(and(eq(contracts.shop, shop), eq(contracts.id, contract)));
}

/** Has a paused contract resumed at that time. */
async function endPauseOn(
  { database, shop, jobs }: ShopContext,
  contract: string,
  resumesAt: Date,
): Promise<void> {
  await database
    .update(contracts)
    .set({ resumesAt })
    .where(and(eq(contracts.shop, shop), eq(contracts.id, contract)));
  await jobs.send(database, 'resume-contract', { shop, contract }, { startAfter: resumesAt });
}

type Told = Omit<TimelineEntry, 'contract' | 'by'>;

/** A change's entry in the timeline. */
function entriesOf(
  asked: ChangeContract,
  after: MirroredContract | null,
  { cycles, lines, contract: { currencyCode, deliveryPrice } }: MirroredContract,
  store: StoreNow,
): Told[] {
  const { timeZone } = store.schedule;
  const ofCycle = (index: number): TimelineDetails => {
    const cycle = cycles.find(({ cycleIndex }) => cycleIndex === index);
    return cycle === undefined ? {} : { day: dayIn(timeZone, cycle.expectedAt) };
  };
  switch (asked.change) {
    case 'pause':
      return [{ kind: 'paused', details: asked.until === undefined ? {} : { until: asked.until } }];
    case 'resume':
      return [{ kind: 'resumed' }];
    case 'cancel': {
      const details = asked.reason === undefined ? {} : { reason: asked.reason };
      return [{ kind: 'canceled', details, why: asked.note || null }];
    }
    case 'skip':
      return [{ kind: 'skipped', details: ofCycle(asked.cycle) }];
    case 'unskip':
      return [{ kind: 'unskipped', details: ofCycle(asked.cycle) }];
    case 'move':
      return [{ kind: 'moved', details: { ...ofCycle(asked.cycle), newDay: asked.day } }];
    case 'move following': {
      const details = { ...ofCycle(asked.cycle), newDay: asked.day };
      return [{ kind: 'moved with following', details }];
    }
    case 'bill':
      return [
        {
          kind: 'hastened',
          details: { ...ofCycle(asked.cycle), newDay: dayIn(timeZone, store.now) },
        },
      ];
    case 'ask for method':
      return [{ kind: 'asked for method' }];
    case 'set plan': {
      const [from, to] = [lines, after?.lines ?? []].map(plansInWords);
      return [{ kind: 'plan changed', details: from && to ? { from, to } : {} }];
    }
    case 'set address': {
      const details = addressDetails(deliveryPrice, asked.deliveryPrice, currencyCode);
      return [{ kind: 'address changed', details }];
    }
    case 'set lines':
      return asked.lines.flatMap(({ line, quantity, price, variant = null }): Told[] => {
        const kept = lines.find(({ id }) => id === line);
        if (kept === undefined) return [];
        const isOther = isAnotherProduct({ variant }, kept);
        if (!isOther && kept.quantity === quantity && kept.price === price) return [];
        const now = isOther ? after?.lines.find(({ id }) => id === line) : undefined;
        const to = quantityInWords({ quantity, price }, currencyCode);
        const details = {
          ...{ subject: productOfLine(kept), from: quantityInWords(kept, currencyCode) },
          to: isOther ? `${now === undefined ? 'another product' : productOfLine(now)}, ${to}` : to,
        };
        return [{ kind: 'line changed', details }];
      });
  }
}
