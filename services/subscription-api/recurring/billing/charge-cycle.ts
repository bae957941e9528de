import type { EndRule } from '#contract/billing-rules.ts';
import { dayIn } from '#contract/calendar.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { OutcomeUnknownError, PlatformError } from '../../platform/platform-error.ts';
import type { UserError } from '../../platform/user-errors.ts';
import { type FailureKind, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Lease, takeLease } from '../../store/lease.ts';
import { lockToEnd } from '../../store/lock-to-end.ts';
import { type ExtraRow, keepWithAttempt } from '../extras/extras.ts';
import { tellCustomers, wasLeftUntold } from '../notices/outbox.ts';
import { passedOverInWords } from '../rotation/choose.ts';
import { heldOf } from '../rotation/held.ts';
import { recordInTimeline, wasRecorded } from '../timeline/timeline.ts';
import {
  type AttemptInput,
  attemptInputOf,
  attemptInputSchema,
  attemptOfKey,
} from './attempt-input.ts';
import { type ChargeSchedule, chargeTimeOf, dueDayStart } from './charge-time.ts';
import { expire, pricesDue, setPrices, takeEndRule } from './contract-changes.ts';
import { decidedAtOf, decidedReason, openTooLong } from './decisions.ts';
import {
  createAttempt,
  getEditedCycle,
  type PlatformContents,
  type PlatformCycle,
} from './documents.ts';
import {
  decideNextStep,
  type MethodTry,
  methodBound,
  type NextStep,
  paymentClasses,
  presumedMethod,
  triesPeriod,
} from './dunning.ts';
import { type Basis, basisSchema, paymentOf } from './edited-cycle.ts';
import { endIfPaid, endSent, endWithContract, splitWaiting } from './extras.ts';
import { hindranceOf, isStandstill, longestOpen, passedReasons, statuses } from './hindrance.ts';
import { attemptStateOf, type CycleTruth, methodOf, readCycle } from './platform-cycle.ts';
import { isComplete } from './price-steps.ts';
import { isRefusedForNow, refusalOf } from './refusals.ts';
import { refusalOf as shopRefusalOf, standstillOf } from './refused-shop.ts';
import { type Rotated, readHeld, rotateCycle } from './rotate.ts';
import { expectedBy, settledAttempts, stateOf } from './settled-attempts.ts';
import { isOpen, mayBeMade, situationOf, unknownUntilOf } from './situation.ts';
import {
  type AttemptRow,
  type BillingSettings,
  type CycleRow,
  findBilling,
  findCycle,
  findLiveCycle,
  insertAttempt,
  keepBasis,
  keepCycle,
  type LiveCycle,
  listContractAttempts,
  listCyclesBefore,
  listMethodTries,
  removeAttempt,
  removeCycle,
  stopBilling,
  updateAttempt,
} from './store.ts';

/** A cycle to charge, by the numeric tail of its contract's id and its index, with what the mirror knows of the contract. */
export type CycleToCharge = {
  contract: string;
  cycle: number;
  /** Null if unknown. */
  isUsageBased: boolean | null;
  /** Whether the contract began with an order of its own, as at a checkout. The platform may no longer show that order. */
  hasFirstOrder: boolean;
  /** Whether it could not be read before, and hasn't been since. */
  isUnread?: boolean;
  /** The mirror's date of a cycle that has no row yet. */
  expectedAt?: Date;
};

/** The state of the cycle's billing; `nextAt` is when to look at it again. */
export type CycleOutcome =
  | Pick<CycleRow, 'state' | 'reason' | 'nextAt'>
  /** Nothing was done: the shop's billing is off, or another process has the contract. */
  | { state: 'off' | 'busy'; reason: string; nextAt: null };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Longer than the platform's slowest answer. Each write renews it. */
const leaseMilliseconds = 3 * minute;
/** How soon a cycle is looked at again for which the platform has failed, at first. */
const soonestUnread = minute;
/** How far our clock and the platform's may differ. It is less than the minute after which a call is repeated at the earliest. */
const clockDifference = minute / 2;
/** Each round ends with a decision, or with a change after which we read the platform again. More rounds would be an endless loop. */
const mostRounds = 6;

/** Another process may have the contract now, so nothing more may be written. */
class LeaseOverError extends Error {}

/** Billing was stopped since this cycle was looked at, so the attempt must not be made. */
class StoppedError extends Error {}

/** The lease that a process holds while it charges a contract. */
export const chargeLeaseName = (contract: string) => `charge ${contract}`;

type UndecidedRow = Parameters<typeof keepCycle>[1];
/** `contents` is what an edited cycle holds; null if it holds what its contract does. */
type ListedTruth = CycleTruth & { cycle: PlatformCycle; contents: PlatformContents | null };

const stopped = { state: 'off', reason: 'stopped', nextAt: null } as const;

/**
 * Takes the next step for one cycle and returns its state. Safe to call at any time, repeatedly and by several processes: an attempt is stored
 * before the platform is asked for it, and every process computes the same key and input.
 * @throws PlatformError if the platform fails or refuses access; call it again later
 */
export async function chargeCycle(
  context: ShopContext,
  wanted: CycleToCharge,
): Promise<CycleOutcome> {
  const { database, shop } = context;
  const name = { shop, name: chargeLeaseName(wanted.contract) };
  const lease = await takeLease(database, name, () => leaseMilliseconds);
  const busy = { state: 'busy', reason: 'another process is at it', nextAt: null } as const;
  if (lease === null) return busy;
  let charge: CycleCharge | null = null;
  try {
    for (let round = 1; ; round += 1) {
      const found = await findLiveCycle(database, { shop, ...wanted });
      if (found === null) return { state: 'off', reason: 'not live', nextAt: null };
      charge = new CycleCharge(context, lease, found, wanted);
      const outcome = await charge.round(found.kept);
      if (outcome !== null) return outcome;
      if (round === mostRounds) return await charge.giveUp();
    }
  } catch (error) {
    if (error instanceof LeaseOverError) return busy;
    if (error instanceof StoppedError) return stopped;
    const isThrottled = error instanceof PlatformError && error.kind === 'throttled';
    if (charge === null || isThrottled || shopRefusalOf(error) !== null) throw error;
    // Where the database is away, this fails as well, and nothing is known to be wrong with the cycle.
    await charge.keepUnread().catch(() => {});
    throw error;
  } finally {
    await lease.end();
  }
}

class CycleCharge {
  readonly #context: ShopContext;
  readonly #lease: Lease;
  readonly #settings: BillingSettings;
  readonly #lastDecidedAt: Date | null;
  readonly #wanted: CycleToCharge;
  #seen: CycleTruth['cycle'] = null;
  /** The cycle's row before this round. */
  #kept: CycleRow | null = null;
  /** Whether an earlier call for the attempt, whose answer was lost, may have made it. */
  #mayBeMade = false;

  constructor(
    context: ShopContext,
    lease: Lease,
    { settings, lastDecidedAt }: Pick<LiveCycle, 'settings' | 'lastDecidedAt'>,
    wanted: CycleToCharge,
  ) {
    this.#context = context;
    this.#lease = lease;
    this.#settings = settings;
    this.#lastDecidedAt = lastDecidedAt;
    this.#wanted = wanted;
  }

  get #name() {
    return { shop: this.#context.shop, contract: this.#wanted.contract, cycle: this.#wanted.cycle };
  }

  /** Returns null if the platform must be read again. */
  async round(kept: CycleRow | null): Promise<CycleOutcome | null> {
    this.#kept = kept;
    const isPaid = kept?.state === 'paid';
    if (kept?.state === 'ended' || (isPaid && kept.nextAt === null)) return kept;
    const truth = await readCycle(this.#context, this.#wanted);
    if (truth === null) return isPaid ? await this.#stayPaid(kept) : await this.#notFound(kept);
    this.#seen = truth.cycle;
    const { rows, write: settle } = await this.#settled(truth);
    const own = rows.filter(({ cycleIndex }) => cycleIndex === this.#wanted.cycle);
    const cycle = { expectedAt: this.#expectedAt(truth, own, kept) };
    const paid = own.find(({ state }) => state === 'paid');
    if (paid !== undefined) {
      const { amount, currencyCode } = paid;
      const prepareNext = this.#nextOf(truth);
      const changedAt = isPaid ? kept.changedAt : this.#context.now();
      // What follows is done then, where this process dies before it or the platform fails.
      const nextAt = prepareNext && this.#againAt(changedAt);
      const state = { state: 'paid', reason: 'paid', changedAt, nextAt } as const;
      const done = { ...state, amount, currencyCode };
      const outcome = await this.#conclude(cycle, done, settle, prepareNext === null);
      const isPrepared = await prepareNext?.();
      return isPrepared ? await this.#conclude(cycle, { ...done, nextAt: null }) : outcome;
    }
    if (isPaid) return await this.#stayPaid(kept);
    if (settle !== undefined) await this.#write(settle);
    const last = own.at(-1);
    if (last !== undefined && isOpen(last)) {
      const still = this.#stillOpen(last);
      const wasListed = kept?.reason === openTooLong && still.reason === openTooLong;
      const outcome = wasListed ? { ...still, changedAt: kept.changedAt } : still;
      return await this.#conclude(cycle, outcome);
    }
    const isListed = kept?.state === 'listed' && kept.reason !== openTooLong;
    if (isListed && !(passedReasons.includes(kept.reason) && this.#isAhead(truth))) {
      if (kept.nextAt === null) return kept;
      const { state, reason, changedAt } = kept;
      return await this.#conclude(cycle, { state, reason, changedAt });
    }
    if (this.#settings.stoppedAt !== null) {
      if (last !== undefined && kept?.state === 'open' && kept.nextAt !== null) {
        const unknownUntil = unknownUntilOf(last, this.#context.now());
        // Handling a failure waits until billing is started again.
        await (unknownUntil === null
          ? this.#open(cycle, 'tries again', kept.nextAt)
          : this.#open(cycle, 'answer lost', unknownUntil));
      }
      return stopped;
    }
    if (truth.cycle === null) return await this.#gone(truth, own, kept);
    const contents =
      truth.cycle.editedContract && (await this.#readContents(truth.cycle.cycleIndex));
    return await this.#decide({ ...truth, cycle: truth.cycle, contents }, rows, own, kept);
  }

  /**
   * Has a cycle for which the platform fails, or a bug of ours, looked at later and later, so that it doesn't hold the others up, and lists it after
   * 7 days. Does nothing if its last state is stored already. What follows a charge is tried again in its own time.
   */
  async keepUnread(): Promise<void> {
    const now = this.#context.now();
    // An attempt may have begun since it was read.
    const kept = await findCycle(this.#context.database, this.#name);
    if (kept?.state === 'ended') return;
    if (kept?.state === 'paid') {
      if (kept.nextAt === null) return;
      const nextAt = this.#againAt(kept.changedAt);
      const unreadSince = nextAt && (kept.unreadSince ?? now);
      await this.#lease.end((at) => keepCycle(at, { ...kept, nextAt, unreadSince }));
      return;
    }
    // Time in which nobody looked, as while billing is stopped, doesn't count.
    const wasAsked = now.getTime() - (kept?.nextAt?.getTime() ?? 0) < day;
    const unreadSince = (wasAsked ? kept?.unreadSince : null) ?? now;
    const age = now.getTime() - unreadSince.getTime();
    const isTooLong = age >= longestOpen;
    const wait = isTooLong ? day : Math.min(hour, Math.max(soonestUnread, age / 10));
    const looks = { nextAt: new Date(now.getTime() + wait), unreadSince };
    const expectedAt = this.#expectedAt({ cycle: null }, [], kept);
    const isListed = isTooLong && kept?.state !== 'listed';
    const isWaiting = kept !== null && kept.reason !== 'not due';
    const reason = isListed && (await this.#mayBePaid()) ? openTooLong : 'not readable';
    const row = isListed
      ? this.#rowOf(expectedAt, { state: 'listed', reason, ...looks })
      : isWaiting
        ? { ...kept, ...looks }
        : this.#rowOf(expectedAt, { state: 'open', reason: 'platform failed', ...looks });
    await this.#lease.end((at) => keepCycle(at, row));
  }

  /** Our attempts at this cycle, as they are kept. */
  async #listOwn(): Promise<AttemptRow[]> {
    const rows = await listContractAttempts(this.#context.database, this.#name);
    return rows.filter(({ cycleIndex }) => cycleIndex === this.#wanted.cycle);
  }

  /** Whether the platform may have been paid by our latest attempt, as far as we know it. */
  async #mayBePaid(): Promise<boolean> {
    const last = (await this.#listOwn()).at(-1);
    return last !== undefined && last.state !== 'failed' && mayBeMade(last);
  }

  /** Lists a cycle that never gets done for the merchant, unless the platform may still be charging it. */
  async giveUp(): Promise<CycleOutcome> {
    const { database, now, logger } = this.#context;
    logger.error(this.#name, 'a cycle never gets done');
    const own = await this.#listOwn();
    const kept = await findCycle(database, this.#name);
    const cycle = { expectedAt: this.#expectedAt({ cycle: this.#seen }, own, kept) };
    const last = own.at(-1);
    const unknownUntil = unknownUntilOf(last, now());
    if (unknownUntil !== null) return await this.#open(cycle, 'answer lost', unknownUntil);
    if (last !== undefined && last.state !== 'begun' && last.state !== 'failed') {
      return await this.#open(cycle, 'charging', new Date(now().getTime() + minute));
    }
    return await this.#conclude(cycle, { state: 'listed', reason: 'never done' });
  }

  /** For a contract that the platform doesn't find. What it may be charging is asked for on. */
  async #notFound(kept: CycleRow | null): Promise<CycleOutcome> {
    const own = await this.#listOwn();
    const cycle = { expectedAt: this.#expectedAt({ cycle: null }, own, kept) };
    const last = own.at(-1);
    if (last !== undefined && isOpen(last)) {
      const open = this.#stillOpen(last);
      // Perhaps it never comes back, so the merchant may decide.
      const gone = { ...open, reason: 'cycle gone' };
      return await this.#conclude(cycle, open.state === 'listed' ? gone : open);
    }
    const unknownUntil = unknownUntilOf(last, this.#context.now());
    if (unknownUntil !== null) return await this.#open(cycle, 'answer lost', unknownUntil);
    return await this.#conclude(cycle, { state: 'left', reason: 'contract gone' });
  }

  /** For a cycle that the platform no longer lists, and none of whose attempts is known to be open or paid. */
  async #gone(
    truth: CycleTruth,
    own: readonly AttemptRow[],
    kept: CycleRow | null,
  ): Promise<CycleOutcome> {
    const cycle = { expectedAt: this.#expectedAt(truth, own, kept) };
    if (kept === null && own.length === 0) {
      return await this.#conclude(cycle, { state: 'left', reason: 'no such cycle' });
    }
    const now = this.#context.now();
    const last = own.at(-1);
    const unknownUntil = unknownUntilOf(last, now);
    if (unknownUntil !== null) return await this.#open(cycle, 'answer lost', unknownUntil);
    const { status } = truth.contract;
    if (status === 'ACTIVE') {
      return await this.#conclude(cycle, { state: 'listed', reason: 'cycle gone' });
    }
    const failed = own.filter(({ state }) => state === 'failed');
    const schedule = { timeZone: truth.timeZone, hour: this.#settings.hour };
    const dueAt = chargeTimeOf(cycle.expectedAt, schedule);
    const decidedAt = decidedAtOf(kept, now);
    return await this.#leave(
      statuses[status],
      truth,
      own,
      cycle,
      async () => await this.#nextStep(truth, failed, { now, dueAt, decidedAt }),
    );
  }

  /** If the platform no longer lists the cycle, the date that we last knew; of what it is charging, or has charged, that of the charge. */
  #expectedAt(
    { cycle }: Pick<CycleTruth, 'cycle'>,
    own: readonly AttemptRow[],
    kept: CycleRow | null,
  ): Date {
    // Other intervals give it another date, which isn't when it is paid.
    const isCharged = own.some((row) => isOpen(row) || row.state === 'paid');
    return (
      (isCharged ? kept?.expectedAt : undefined) ??
      cycle?.billingAttemptExpectedDate ??
      kept?.expectedAt ??
      expectedBy(own) ??
      this.#wanted.expectedAt ??
      this.#context.now()
    );
  }

  /** Our attempts in the platform's state, and what stores it if that isn't what we have. */
  async #settled({ contract, attempts, timeZone }: CycleTruth) {
    const kept = await listContractAttempts(this.#context.database, this.#name);
    const method = presumedMethod(methodOf(contract));
    const { rows, lost, changed } = settledAttempts(kept, attempts, { ...this.#name, method });
    if (lost.length + changed.length === 0) return { rows };
    const known: { row: AttemptRow; out: string[] }[] = [];
    for (const row of lost) {
      const isMade = row.state !== 'failed';
      const { held, extras: out } = isMade
        ? await readHeld(this.#context, contract, row)
        : { held: null, extras: [] };
      known.push({ row: { ...row, held }, out });
    }
    const write = async (at: Database): Promise<void> => {
      for (const { row, out } of known) {
        await insertAttempt(at, row);
        const name = { ...this.#name, cycle: row.cycleIndex, number: row.number };
        await keepWithAttempt(at, name, { out, left: new Map() });
        await endIfPaid(this.#at(at), row, timeZone);
        if (row.state === 'paid' && row.cycleIndex !== this.#wanted.cycle) {
          await this.#keepPaid(at, row);
        }
      }
      for (const { row, change } of changed) {
        await updateAttempt(at, row, change);
        await endIfPaid(this.#at(at), { ...row, ...change }, timeZone);
      }
    };
    return { rows, write };
  }

  async #readContents(index: number): Promise<PlatformContents | null> {
    const id = globalIdOf('SubscriptionContract', this.#wanted.contract);
    const answer = await this.#context.graphql(getEditedCycle, { id, index });
    return answer.subscriptionBillingCycle?.editedContract ?? null;
  }

  /** What waits for this order. What an earlier one held that somebody else charged has gone out. */
  async #waitingExtras(timeZone: string): Promise<ExtraRow[]> {
    const { waiting, sent } = await splitWaiting(this.#context, this.#name);
    const day = dayIn(timeZone, this.#context.now());
    if (sent.length > 0) await this.#write((at) => endSent(this.#at(at), sent, day));
    return waiting;
  }

  #at(database: Database): ShopContext {
    return { ...this.#context, database };
  }

  /** Nobody charges a paid cycle again, so it is stored as paid together with the attempt whose row was lost. */
  async #keepPaid(at: Database, lost: AttemptRow): Promise<void> {
    const { shop, contractId, cycleIndex, begunAt } = lost;
    const kept = await findCycle(at, { shop, contract: contractId, cycle: cycleIndex });
    const expectedAt = kept?.expectedAt ?? expectedBy([lost]) ?? begunAt;
    const changedAt = this.#context.now();
    const done = { state: 'paid', reason: 'paid', nextAt: null, changedAt } as const;
    await keepCycle(at, { shop, contractId, cycleIndex, expectedAt, ...done });
  }

  #stillOpen({ begunAt, state }: AttemptRow) {
    const now = this.#context.now().getTime();
    const age = now - begunAt.getTime();
    const nextAt = new Date(now + (age < day ? hour : day));
    if (age >= longestOpen) return { state: 'listed', reason: openTooLong, nextAt } as const;
    const reason = state === 'pending' ? 'charging' : 'the buyer must confirm';
    return { state: 'open', reason, nextAt } as const;
  }

  async #decide(
    truth: ListedTruth,
    rows: readonly AttemptRow[],
    own: readonly AttemptRow[],
    kept: CycleRow | null,
  ): Promise<CycleOutcome | null> {
    const now = this.#context.now();
    const { contract, cycle } = truth;
    const expectedAt = cycle.billingAttemptExpectedDate;
    const schedule: ChargeSchedule = { timeZone: truth.timeZone, hour: this.#settings.hour };
    const failed = own.filter(({ state }) => state === 'failed');
    const hasAllOrders = isComplete(contract.billingPolicy.maxCycles, this.#paidOrders(truth));
    const last = own.at(-1);
    const wasRefused = kept !== null && isStandstill(kept.reason);
    const unknownUntil = wasRefused ? null : unknownUntilOf(last, now);
    const unended = await this.#unended(rows);
    const situation = situationOf({
      now,
      schedule,
      wentLiveAt: this.#settings.wentLiveAt,
      catchUpDays: this.#settings.catchUpDays,
      isUsageBased: this.#wanted.isUsageBased,
      // Without a mail server nobody is told.
      isUntold:
        kept?.orderedAt != null &&
        this.#context.mail !== undefined &&
        (await wasLeftUntold(this.#context.database, { ...this.#name, notice: 'orderByUse' })),
      contractStatus: contract.status,
      isComplete: hasAllOrders,
      isSkipped: cycle.skipped,
      isBilled: cycle.status === 'BILLED',
      startsAt: cycle.cycleStartAt,
      expectedAt,
      hasUnended: unended.length > 0,
      cycle: cycle.cycleIndex,
      attempts: rows,
      kept,
      foreign: truth.attempts
        .filter(({ idempotencyKey }) => attemptOfKey(idempotencyKey, this.#name) === null)
        .map((attempt) => {
          const state = attemptStateOf(attempt);
          return {
            createdAt: attempt.createdAt,
            state: state === 'paid' || state === 'failed' ? state : 'open',
          };
        }),
    });
    const { chargeAt, decidedAt } = situation;
    const hindrance = hindranceOf(situation);
    const method = methodOf(this.#payment(truth, last));
    const nextStep = async () =>
      await this.#nextStep(truth, failed, { now, dueAt: chargeAt, decidedAt }, method);
    if (hindrance?.state === 'left') {
      if (hindrance.reason === 'all orders made') {
        await expire(this.#context, this.#name);
      }
      return await this.#leave(hindrance.reason, truth, own, { expectedAt }, nextStep);
    }
    if (hindrance?.state === 'listed' && unknownUntil !== null) {
      return await this.#open({ expectedAt }, 'answer lost', unknownUntil);
    }
    if (hindrance?.reason === 'the order before must end first') {
      await this.#write(async (at) => {
        for (const before of unended) await keepCycle(at, before);
      });
      const soonest = Math.min(...unended.map(({ nextAt }) => nextAt?.getTime() ?? 0));
      const nextAt = new Date(Math.max(hindrance.nextAt.getTime(), soonest));
      return await this.#conclude({ expectedAt }, { ...hindrance, nextAt });
    }
    if (hindrance?.reason === 'charged elsewhere') {
      const { sent } = await splitWaiting(this.#context, { ...this.#name, cycle: null });
      const day = dayIn(truth.timeZone, expectedAt);
      return await this.#conclude({ expectedAt }, hindrance, (at) =>
        endSent(this.#at(at), sent, day),
      );
    }
    if (hindrance !== null) return await this.#conclude({ expectedAt }, hindrance);

    const step = await nextStep();
    if (unknownUntil !== null && (step.kind === 'end' || step.kind === 'list')) {
      return await this.#open({ expectedAt }, 'answer lost', unknownUntil);
    }
    switch (step.kind) {
      case 'try': {
        if (step.at <= now) return await this.#begin(truth, rows, own, method);
        const waits = { state: 'open', reason: 'tries again', nextAt: step.at } as const;
        return await this.#conclude({ expectedAt }, waits, (at) => this.#tellOfFailure(at, failed));
      }
      case 'wait': {
        const reason = `waits for ${step.for}`;
        const waits = { state: 'open', reason, nextAt: step.until } as const;
        const asks = step.for === 'method' && kept?.reason !== reason;
        return await this.#conclude({ expectedAt }, waits, async (at) => {
          if (asks) await this.#askForMethod(at, method);
          await this.#tellOfFailure(at, failed);
        });
      }
      case 'list':
        return await this.#conclude({ expectedAt }, { state: 'listed', reason: step.reason });
      case 'end':
        if (
          await takeEndRule(
            this.#context,
            this.#name,
            step.rule,
            dayIn(schedule.timeZone, expectedAt),
          )
        ) {
          const ended = { state: 'ended', reason: step.rule } as const;
          return await this.#conclude({ expectedAt }, ended, (at) =>
            this.#tellOfFailure(at, failed),
          );
        }
        return (await this.#isStillDue())
          ? await this.#conclude({ expectedAt }, { state: 'listed', reason: 'end rule refused' })
          : null;
      case 'stop shop': {
        const because = failed.at(-1)?.errorCode ?? null;
        const waits = { state: 'open', reason: 'tries again', nextAt: now } as const;
        // Whoever saves the rules locks the settings before the cycles.
        await this.#write(async (at) => {
          await stopBilling(this.#at(at), { at: now, because });
          await keepCycle(at, this.#rowOf(expectedAt, waits));
        }, true);
        this.#context.jobs.wake();
        return stopped;
      }
    }
  }

  /** Customers can do something about their payment, but nothing about stock, the store or the order. */
  async #tellOfFailure(at: Database, failed: readonly AttemptRow[]): Promise<void> {
    const failureClass = failed.at(-1)?.failureClass ?? 'unknown';
    if (!paymentClasses.includes(failureClass)) return;
    const { contract, cycle } = this.#name;
    await tellCustomers(this.#at(at), [
      { contract, cycle, notice: 'customerChargeFailed', about: String(cycle) },
    ]);
  }

  /** The method is the job's key: if it pays several contracts, the customer gets only one mail. */
  async #askForMethod(at: Database, method: string | null): Promise<void> {
    if (method === null || !this.#settings.rules.asksForMethod) return;
    await this.#context.jobs.send(at, 'ask-for-method', this.#name, { key: method });
  }

  /** The rows of earlier failed cycles that must end first. Storing them has them looked at. */
  async #unended(rows: readonly AttemptRow[]): Promise<UndecidedRow[]> {
    const { database } = this.#context;
    const now = this.#context.now();
    const failedBefore = rows.filter(
      ({ cycleIndex, state }) => cycleIndex < this.#wanted.cycle && state === 'failed',
    );
    if (failedBefore.length === 0) return [];
    const kept = await listCyclesBefore(database, this.#name);
    const unended: UndecidedRow[] = [];
    for (const index of new Set(failedBefore.map(({ cycleIndex }) => cycleIndex))) {
      const known = kept.find(({ cycleIndex }) => cycleIndex === index);
      // One that the platform refuses for now wouldn't end by being looked at.
      const nextAt = known && isRefusedForNow(known.reason) ? known.nextAt : now;
      if (known?.state === 'open') unended.push({ ...known, nextAt });
      const own = rows.filter(({ cycleIndex }) => cycleIndex === index);
      // A later charge means that it has ended.
      const isLast = !rows.some(({ cycleIndex }) => cycleIndex > index);
      if (known !== undefined || own.at(-1)?.state !== 'failed' || !isLast) continue;
      // A restored backup lost its row.
      const { shop, contract: contractId } = this.#name;
      const lost = { shop, contractId, cycleIndex: index, changedAt: now };
      const { payment, stock } = this.#settings.rules;
      const { end } = own.at(-1)?.failureClass === 'stock' ? stock : payment;
      // The contract may have been paused for this failure and resumed since. We can't know.
      const stands =
        end === 'pause'
          ? ({ state: 'listed', reason: 'missed', nextAt: null } as const)
          : ({ state: 'open', reason: 'tries again', nextAt: now } as const);
      unended.push({ ...lost, ...stands, expectedAt: expectedBy(own) ?? now });
    }
    return unended;
  }

  async #nextStep(
    { contract, next, timeZone }: CycleTruth,
    failed: readonly AttemptRow[],
    { now, dueAt, decidedAt }: { now: Date; dueAt: Date; decidedAt: Date | null },
    method = methodOf(contract),
  ): Promise<NextStep> {
    return decideNextStep({
      rules: this.#settings.rules,
      schedule: { timeZone, hour: this.#settings.hour },
      now,
      dueAt,
      failures: failed.map((row) => ({
        begunAt: row.begunAt,
        failedAt: row.settledAt ?? row.begunAt,
        class: row.failureClass ?? 'unknown',
        method: row.method,
      })),
      method,
      methodTries: await this.#triesOf(this.#context.database, method, now),
      nextExpectedAt: next?.billingAttemptExpectedDate ?? null,
      startedAgainAt: this.#settings.startedAgainAt,
      decidedAt,
      lastDecidedAt: this.#kept?.decidedAt ?? null,
    });
  }

  async #triesOf(database: Database, method: string | null, now: Date): Promise<MethodTry[]> {
    if (method === null) return [];
    const since = new Date(now.getTime() - triesPeriod);
    return await listMethodTries(database, { ...this.#name, method, since });
  }

  async #leave(
    reason: string,
    truth: CycleTruth,
    own: readonly AttemptRow[],
    cycle: { expectedAt: Date },
    nextStep: () => Promise<NextStep>,
  ): Promise<CycleOutcome> {
    const isOver = ['CANCELLED', 'EXPIRED'].includes(truth.contract.status);
    // The order may have held something that only ends now.
    const also = isOver
      ? (at: Database) => endWithContract(this.#at(at), this.#wanted.contract)
      : undefined;
    // We took the end rule, but its answer was lost.
    if (own.at(-1)?.state === 'failed') {
      const step = await nextStep();
      if (step.kind === 'end' && reason === doneBy[step.rule]) {
        const failed = own.filter(({ state }) => state === 'failed');
        const ended = { state: 'ended', reason: step.rule } as const;
        return await this.#conclude(cycle, ended, async (at) => {
          await this.#tellOfFailure(at, failed);
          await also?.(at);
        });
      }
    }
    return await this.#conclude(cycle, this.#left(reason, truth, own), also);
  }

  /**
   * A left cycle may be charged after all. After a failed attempt we look again until the next cycle is due. If an attempt's outcome is unknown, we
   * ask the platform for a day.
   */
  #left(reason: string, { next, timeZone }: CycleTruth, own: readonly AttemptRow[]) {
    const now = this.#context.now();
    const last = own.at(-1);
    const schedule = { timeZone, hour: this.#settings.hour };
    if (last?.state === 'begun' && now.getTime() - last.begunAt.getTime() < day) {
      return { state: 'left', reason, nextAt: new Date(now.getTime() + hour) } as const;
    }
    if (!own.some(({ state }) => state === 'failed')) return { state: 'left', reason } as const;
    const endsAt = next && dueDayStart(next.billingAttemptExpectedDate, schedule);
    // Such a contract never goes on, and may have no next cycle.
    const isOver = reason === statuses.CANCELLED || reason === statuses.EXPIRED;
    if (isOver || (endsAt !== null && endsAt <= now)) return { state: 'ended', reason } as const;
    const nextAt = new Date(Math.min(now.getTime() + day, endsAt?.getTime() ?? Infinity));
    return { state: 'left', reason, nextAt } as const;
  }

  /** Makes the next attempt, or repeats one whose outcome is unknown. */
  async #begin(
    truth: ListedTruth,
    rows: readonly AttemptRow[],
    own: readonly AttemptRow[],
    method: string | null,
  ): Promise<CycleOutcome | null> {
    const { cycle, contract } = truth;
    const expectedAt = cycle.billingAttemptExpectedDate;
    // An edited cycle has prices of its own.
    if (cycle.editedContract === null) {
      const prices = pricesDue(contract, this.#paidOrders(truth));
      if (!(await setPrices(this.#context, this.#name, contract, prices))) {
        return await this.#conclude({ expectedAt }, { state: 'listed', reason: 'price not set' });
      }
      if (prices.length > 0) return null;
    }
    const last = own.at(-1);
    const rotated = await this.#rotate(truth, rows, last);
    if (rotated.kind === 'changed') return null;
    if (rotated.kind !== 'ready') return await this.#unrotated(expectedAt, last, rotated);
    const { held, amount } = rotated;
    const now = this.#context.now();
    const number = last === undefined ? 1 : last.state === 'begun' ? last.number : last.number + 1;
    const name = { ...this.#name, number };
    const { isOversold } = this.#settings.rules;
    // An attempt must come after the merchant's decision, even if another machine's clock timed that.
    const before = [this.#lastDecidedAt, this.#settings.startedAgainAt].map(
      (at) => (at?.getTime() ?? 0) + 1,
    );
    const begunAt = new Date(Math.max(now.getTime(), ...before));
    const row: AttemptRow = {
      shop: name.shop,
      contractId: name.contract,
      cycleIndex: name.cycle,
      number,
      input: attemptInputOf(name, { expectedAt, isOversold }),
      state: 'begun',
      method,
      attemptId: null,
      errorCode: null,
      failureClass: null,
      orderId: null,
      orderName: null,
      amount,
      currencyCode: contract.currencyCode,
      held,
      begunAt,
      settledAt: null,
    };
    const nextAt = new Date(now.getTime() + minute);
    let isBarred = false;
    await this.#write(async (at) => {
      if ((await findBilling(at, name.shop)) === null) throw new StoppedError();
      // Others of this method's contracts may have been charged since it was decided to.
      if (method !== null) await lockToEnd(at, `method ${name.shop} ${method}`);
      isBarred = methodBound(await this.#triesOf(at, method, now), now) !== null;
      if (isBarred) return;
      if (last?.state === 'begun') {
        // After a refusal that is sure, only this call can charge anything.
        const charged = last.errorCode === null ? {} : { method, amount };
        await updateAttempt(at, last, { ...charged, begunAt, held, errorCode: null });
      } else await insertAttempt(at, row);
      await keepWithAttempt(at, name, rotated.extras);
      await this.#tellOfPassedOver(at, truth, own, rotated);
      await keepCycle(at, this.#rowOf(expectedAt, { state: 'open', reason: 'charging', nextAt }));
    });
    if (isBarred) return null;
    // A refusal that is sure leaves its code.
    if (last?.state === 'begun' && last.errorCode === null) this.#mayBeMade = true;
    const input = attemptInputSchema.parse(last?.state === 'begun' ? last.input : row.input);
    try {
      return await this.#create(truth, { ...row, input }, input);
    } catch (error) {
      if (error instanceof StoppedError) await this.#takeBack(row, last);
      throw error;
    }
  }

  /** Nothing was sent, so all is as it was before: otherwise the attempt would count as one whose answer was lost, and be waited for. */
  async #takeBack(row: AttemptRow, last: AttemptRow | undefined): Promise<void> {
    await this.#write(async (at) => {
      if (last?.state === 'begun') await updateAttempt(at, last, last);
      else await removeAttempt(at, row);
      await (this.#kept === null ? removeCycle(at, this.#name) : keepCycle(at, this.#kept));
    });
  }

  get #basis() {
    const basis = this.#kept?.basis ?? null;
    return basis === null ? null : basisSchema.parse(basis);
  }

  /** The payment method that the platform charges, once the cycle holds what it shall. */
  #payment(
    { contract, contents }: ListedTruth,
    last: AttemptRow | undefined,
  ): Parameters<typeof methodOf>[0] {
    if (contents === null) return contract;
    if (unknownUntilOf(last, this.#context.now()) !== null) return contents;
    const edited = { basis: this.#basis, isTried: last !== undefined };
    return { customerPaymentMethod: paymentOf(contract, contents, edited) };
  }

  /** Noted before anything is charged, so that a stop or a refusal doesn't lose it. */
  async #keepBasis(expectedAt: Date, basis: Basis): Promise<void> {
    const nextAt = this.#context.now();
    const kept =
      this.#kept ?? this.#rowOf(expectedAt, { state: 'open', reason: 'not due', nextAt });
    await this.#write(async (at) => {
      this.#kept = await keepBasis(at, kept, basis);
    });
  }

  async #rotate(
    truth: ListedTruth,
    rows: readonly AttemptRow[],
    last: AttemptRow | undefined,
  ): Promise<Rotated> {
    return await rotateCycle(this.#context, this.#name, {
      ...{ truth, rows, last, paidOrders: this.#paidOrders(truth) },
      waiting: await this.#waitingExtras(truth.timeZone),
      mayBeMade: unknownUntilOf(last, this.#context.now()) !== null,
      hasFirstOrder: this.#wanted.hasFirstOrder || truth.contract.originOrder !== null,
      isOversold: this.#settings.rules.isOversold,
      ...{ contents: truth.contents, basis: this.#basis },
      keepBasis: (basis) => this.#keepBasis(truth.cycle.billingAttemptExpectedDate, basis),
    });
  }

  /** An order whose rotation can't be carried out is never charged as it is. The merchant decides. */
  async #unrotated(
    expectedAt: Date,
    last: AttemptRow | undefined,
    { kind }: Exclude<Rotated, { kind: 'ready' | 'changed' }>,
  ): Promise<CycleOutcome | null> {
    const unknownUntil = unknownUntilOf(last, this.#context.now());
    // The platform may be charging it.
    if (unknownUntil !== null) return await this.#open({ expectedAt }, 'answer lost', unknownUntil);
    if (!(await this.#isStillDue())) return null;
    const reason = kind === 'nothing' ? 'nothing to rotate' : 'rotation refused';
    return await this.#conclude({ expectedAt }, { state: 'listed', reason });
  }

  /** Tells in the timeline what was passed over for another coffee, once for each coffee that goes out in its place. */
  async #tellOfPassedOver(
    at: Database,
    { cycle, timeZone }: ListedTruth,
    own: readonly AttemptRow[],
    { held, passed }: Extract<Rotated, { kind: 'ready' }>,
  ): Promise<void> {
    const before = own.flatMap((row) => heldOf(row.held) ?? []);
    const context = this.#at(at);
    const { contract } = this.#name;
    const day = dayIn(timeZone, cycle.billingAttemptExpectedDate);
    for (const { line, passedOver } of passed) {
      const out = held.find((one) => one.line === line);
      if (out === undefined || passedOver.length === 0) continue;
      if (before.some((one) => one.line === line && one.coffee === out.coffee)) continue;
      const entry = { contract, kind: 'passed over' as const };
      const sent = { to: out.title.slice(0, 255), product: out.product };
      // An attempt that was taken back has told it.
      if (await wasRecorded(context, { ...entry, day, details: sent, since: new Date(0) }))
        continue;
      await recordInTimeline(context, {
        ...{ ...entry, by: { who: 'cadence' } },
        details: { day, subject: passedOverInWords(passedOver), ...sent },
      });
    }
  }

  async #create(
    truth: ListedTruth,
    row: AttemptRow,
    input: AttemptInput,
  ): Promise<CycleOutcome | null> {
    const { graphql, database, shop } = this.#context;
    const id = globalIdOf('SubscriptionContract', this.#wanted.contract);
    const expectedAt = truth.cycle.billingAttemptExpectedDate;
    const soon = (milliseconds: number) => new Date(this.#context.now().getTime() + milliseconds);
    try {
      const answer = await graphql(createAttempt, { id, input }, async () => {
        if ((await findBilling(database, shop)) === null) throw new StoppedError();
      });
      const { subscriptionBillingAttempt: made, userErrors } =
        answer.subscriptionBillingAttemptCreate;
      if (made === null) return await this.#refused(row, expectedAt, userErrors);
      const now = stateOf(made);
      // An attempt that an earlier call made was charged to the method, and at the prices, of that time.
      const isOfThisCall = made.createdAt.getTime() > row.begunAt.getTime() - clockDifference;
      const { method, amount } = row;
      const charged = isOfThisCall ? { method, amount } : {};
      const settle = async (at: Database) => {
        await updateAttempt(at, row, { ...now, ...charged });
        await endIfPaid(this.#at(at), { ...row, ...now }, truth.timeZone);
      };
      if (now.state !== 'failed' && now.state !== 'paid')
        return await this.#conclude({ expectedAt }, this.#stillOpen({ ...row, ...now }), settle);
      await this.#write(settle);
      return null;
    } catch (error) {
      if (error instanceof OutcomeUnknownError) {
        this.#context.logger.warn({ error, ...this.#name }, 'the answer of a charge was lost');
        return await this.#open({ expectedAt }, 'answer lost', soon(minute));
      }
      if (error instanceof PlatformError && error.kind === 'throttled') {
        const wait = Math.max(minute, error.retryMilliseconds ?? 0);
        const throttled = this.#patient('throttled', wait);
        return await this.#conclude({ expectedAt }, throttled, this.#unmade(row, 'THROTTLED'));
      }
      if (error instanceof ServiceError) {
        const refusal = shopRefusalOf(error);
        const unmade = this.#unmade(row, refusal ?? error.kind);
        await this.#conclude({ expectedAt }, this.#notMade(row, refusal), unmade);
      }
      throw error;
    }
  }

  /** The state of a cycle whose attempt wasn't made, because the call failed or the store refuses charges. */
  #notMade({ number }: AttemptRow, refusal: FailureKind | null) {
    const now = this.#context.now();
    // Any other failure than the store's may recur at once, so wait a while.
    const nextAt = refusal === null ? new Date(now.getTime() + 10 * minute) : now;
    const open = (reason: string) => ({ state: 'open', reason, nextAt }) as const;
    if (this.#mayBeMade) return open('answer lost');
    if (decidedAtOf(this.#kept, now) !== null) return open(decidedReason);
    if (number > 1) return open('tries again');
    if (refusal === null) return this.#patient('platform failed');
    return { state: 'left', reason: standstillOf(refusal), nextAt: now } as const;
  }

  /** A refusal doesn't count as an attempt: the next one has the same number. */
  async #refused(
    row: AttemptRow,
    expectedAt: Date,
    errors: readonly UserError[],
  ): Promise<CycleOutcome> {
    const code = errors[0]?.code ?? 'NONE';
    const { after, ...outcome } = refusalOf(code);
    const unmade = this.#unmade(row, code);
    const now = this.#context.now().getTime();
    const lostAt = this.#kept?.reason === 'answer lost' ? this.#kept.changedAt.getTime() : now;
    if (this.#mayBeMade && outcome.state === 'listed' && now - lostAt < hour) {
      // An earlier call may have made it, which the platform's list shows by then.
      return await this.#open({ expectedAt }, 'answer lost', new Date(now + hour));
    }
    if (after === 'patient' || after === 'soon, then patient') {
      const patient = this.#patient(outcome.reason, after === 'patient' ? hour : minute);
      return await this.#conclude({ expectedAt }, patient, unmade);
    }
    const nextAt = after === undefined ? null : new Date(now + after);
    return await this.#conclude({ expectedAt }, { ...outcome, nextAt }, unmade);
  }

  /** Stores why an attempt surely wasn't made, unless an earlier call for it may have made it. */
  #unmade(row: AttemptRow, errorCode: string) {
    if (this.#mayBeMade) return undefined;
    return (at: Database) => updateAttempt(at, row, { errorCode });
  }

  /**
   * Waits after a refusal that may pass, as for an open attempt: an hour during the first day, then a day, and for 7 days in all. With a `first` of
   * less than an hour, it waits that at first, and then a tenth of the time gone by, so that many cycles that wait for the same limit don't use it up by
   * asking.
   */
  #patient(reason: string, first = hour) {
    const now = this.#context.now();
    const kept = this.#kept;
    const changedAt = kept?.state === 'open' && kept.reason === reason ? kept.changedAt : now;
    const age = now.getTime() - changedAt.getTime();
    if (age >= longestOpen) return { state: 'listed', reason: 'refused for 7 days' } as const;
    const wait = age < day ? Math.min(hour, Math.max(first, age / 10)) : day;
    const nextAt = new Date(now.getTime() + wait);
    return { state: 'open', reason, nextAt, changedAt } as const;
  }

  /** Whether the cycle is still due: nobody has skipped it or ended its contract since. */
  async #isStillDue(): Promise<boolean> {
    const truth = await readCycle(this.#context, this.#wanted);
    return truth?.contract.status === 'ACTIVE' && truth.cycle?.skipped === false;
  }

  /**
   * What is to do after a paid order, under the same lease: to set the next one's price, or to end the contract. The answer says whether it is done;
   * if not, it is tried again, and made up for before the next charge at the latest. Null if there is nothing to do.
   */
  #nextOf(truth: CycleTruth): (() => Promise<boolean>) | null {
    const paidOrders = this.#paidOrders(truth);
    const { billingPolicy, status } = truth.contract;
    const isOver = isComplete(billingPolicy.maxCycles, paidOrders);
    const prices = isOver ? [] : pricesDue(truth.contract, paidOrders);
    if (isOver ? status !== 'ACTIVE' : prices.length === 0) return null;
    return async () => {
      try {
        return await (isOver
          ? expire(this.#context, this.#name)
          : setPrices(this.#context, this.#name, truth.contract, prices));
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        this.#context.logger.warn({ error, ...this.#name }, 'what follows a charge must wait');
        return false;
      }
    };
  }

  /** When to try again what follows a charge; null if it has been tried for long enough: then the next charge does it. */
  #againAt(paidAt: Date): Date | null {
    const now = this.#context.now().getTime();
    const age = now - paidAt.getTime();
    return age < longestOpen ? new Date(now + (age < day ? hour : day)) : null;
  }

  async #stayPaid(kept: CycleRow): Promise<CycleOutcome> {
    const { state, reason, changedAt } = kept;
    return await this.#conclude(kept, { state, reason, changedAt });
  }

  /** Whether the cycle is charged later, as after its date was moved. */
  #isAhead({ cycle, timeZone }: CycleTruth): boolean {
    const schedule: ChargeSchedule = { timeZone, hour: this.#settings.hour };
    const expectedAt = cycle?.billingAttemptExpectedDate;
    return expectedAt !== undefined && chargeTimeOf(expectedAt, schedule) > this.#context.now();
  }

  #paidOrders({ contract, attempts }: CycleTruth): number {
    const isFirst = this.#wanted.hasFirstOrder || contract.originOrder !== null;
    return (isFirst ? 1 : 0) + attempts.filter((one) => attemptStateOf(one) === 'paid').length;
  }

  async #open(cycle: { expectedAt: Date }, reason: string, nextAt: Date): Promise<CycleOutcome> {
    return await this.#conclude(cycle, { state: 'open', reason, nextAt });
  }

  async #conclude(
    { expectedAt }: { expectedAt: Date },
    outcome: Pick<CycleRow, 'state' | 'reason'> & Partial<CycleRow>,
    also?: (at: Database) => Promise<void>,
    isLast = true,
  ): Promise<CycleOutcome> {
    const row = this.#rowOf(expectedAt, { nextAt: null, ...outcome });
    await this.#write(async (at) => {
      await keepCycle(at, row);
      await also?.(at);
    }, isLast);
    const { state, reason, nextAt } = row;
    return { state, reason, nextAt };
  }

  #rowOf(
    expectedAt: Date,
    outcome: Pick<CycleRow, 'state' | 'reason' | 'nextAt'> & Partial<CycleRow>,
  ) {
    const { shop, contract, cycle } = this.#name;
    const changedAt = this.#context.now();
    const name = { shop, contractId: contract, cycleIndex: cycle };
    return { ...name, expectedAt, changedAt, unreadSince: null, ...outcome };
  }

  /** The last write for the cycle also gives the lease back. */
  async #write(write: (at: Database) => Promise<void>, isLast = false): Promise<void> {
    const isMine = await (isLast ? this.#lease.end(write) : this.#lease.keep(write));
    if (!isMine) throw new LeaseOverError();
  }
}

/** The reason for which a cycle is left after each end rule. */
const doneBy = {
  pause: 'contract paused',
  cancel: 'contract cancelled',
  skip: 'skipped',
} satisfies Record<EndRule, string>;
