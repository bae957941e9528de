import type { DunningRules } from '#contract/billing-rules.ts';
import type { ChargeSchedule } from '../billing/charge-time.ts';
import { decideNextStep, type MethodTry, methodBound } from '../billing/dunning.ts';
import { type CycleSituation, hindranceOf } from '../billing/hindrance.ts';
import { isComplete } from '../billing/price-steps.ts';
import { isOpen, situationOf } from '../billing/situation.ts';
import type { AttemptRow, CycleRow } from '../billing/store.ts';

/** A cycle of the mirror that may be charged, with the state of its billing. */
type KnownCycle = {
  cycle: number;
  expectedAt: Date;
  isSkipped: boolean;
  /** When the contract's next cycle is expected that isn't skipped, and isn't due before this one. */
  nextExpectedAt: Date | null;
  kept: Pick<
    CycleRow,
    'state' | 'reason' | 'nextAt' | 'changedAt' | 'decision' | 'decidedAt' | 'orderedAt'
  > | null;
};

export type KnownAttempt = Pick<
  AttemptRow,
  | 'contractId'
  | 'cycleIndex'
  | 'state'
  | 'method'
  | 'errorCode'
  | 'failureClass'
  | 'begunAt'
  | 'settledAt'
>;

/** An active contract of the mirror with its cycles that may be charged, and our attempts at all of them. */
export type KnownContract = {
  isUsageBased: boolean | null;
  hasFirstOrder: boolean;
  maxCycles: number | null;
  paymentMethodId: string | null;
  cycles: readonly KnownCycle[];
  attempts: readonly KnownAttempt[];
};

/** An unpaid try to charge a payment method of the shop, with the method's name. */
export type NamedTry = MethodTry & { method: string };

export type ForecastTerms = {
  now: Date;
  schedule: ChargeSchedule;
  wentLiveAt: Date;
  startedAgainAt: Date | null;
  catchUpDays: number;
  rules: DunningRules;
};

/** An order that is charged `at` a time, for `amount` in minor units. */
export type FirstCharge = {
  contract: string;
  cycle: number;
  at: Date;
  expectedAt: Date;
  amount: number;
  currencyCode: string;
};

/** A cycle that will be charged `at` a time, or listed for the merchant. Others have no forecast. */
export type Forecast = { cycle: number; at: Date | 'listed' };

/**
 * Foretells what billing would do with a contract's cycles from now on. It decides as charging does (recurring/billing/), but without asking the
 * platform. So it misses what only the platform knows, such as attempts of others.
 */
export function forecastContract(
  contract: KnownContract,
  tries: ReadonlyMap<string, readonly NamedTry[]>,
  { now, schedule, wentLiveAt, startedAgainAt, catchUpDays, rules }: ForecastTerms,
): Forecast[] {
  const { attempts, isUsageBased } = contract;
  const ofMethod = tries.get(contract.paymentMethodId ?? '') ?? [];
  const method = methodNow(contract, ofMethod);
  const methodTries = ofMethod.filter((one) => one.method === method);
  // The attempts to come are added below.
  const known: Pick<
    KnownAttempt,
    'cycleIndex' | 'state' | 'begunAt' | 'settledAt' | 'errorCode'
  >[] = [...attempts];
  const paid = attempts.filter(({ state, settledAt }) => state === 'paid' && settledAt !== null);
  let paidOrders = (contract.hasFirstOrder ? 1 : 0) + paid.length;
  let status: CycleSituation['contractStatus'] = 'ACTIVE';
  let hasUnended = false;
  const forecasts: Forecast[] = [];
  const inOrder = contract.cycles.toSorted((one, other) => one.cycle - other.cycle);
  for (const { cycle, expectedAt, isSkipped, nextExpectedAt, kept } of inOrder) {
    const own = attempts.filter(({ cycleIndex }) => cycleIndex === cycle);
    // Nothing is begun before the platform has settled the last attempt.
    if (own.some(isOpen)) continue;
    const failed = own.filter(({ state }) => state === 'failed');
    const situation = situationOf({
      now,
      schedule,
      wentLiveAt,
      catchUpDays,
      isUsageBased,
      isUntold: false,
      contractStatus: status,
      isComplete: isComplete(contract.maxCycles, paidOrders),
      isSkipped,
      isBilled: false,
      startsAt: expectedAt,
      expectedAt,
      hasUnended,
      cycle,
      attempts: known,
      // Starting billing looks at everything that waits.
      kept: kept?.nextAt && kept.nextAt > now ? { ...kept, nextAt: now } : kept,
      foreign: [],
    });
    const { chargeAt, decidedAt } = situation;
    const hindrance = hindranceOf(situation);
    if (hindrance?.state === 'listed') forecasts.push({ cycle, at: 'listed' });
    else if (hindrance?.reason === 'not due') {
      if (
        (isUsageBased !== false && !situation.isOrdered) ||
        methodBound(methodTries, now) === 'never'
      )
        continue;
      forecasts.push({ cycle, at: chargeAt });
      paidOrders += 1;
    }
    if (hindrance !== null) continue;
    const step = decideNextStep({
      rules,
      schedule,
      now,
      dueAt: chargeAt,
      failures: failed.map((row) => ({
        begunAt: row.begunAt,
        failedAt: row.settledAt ?? row.begunAt,
        class: row.failureClass ?? 'unknown',
        method: row.method,
      })),
      method,
      methodTries,
      nextExpectedAt,
      startedAgainAt,
      decidedAt,
      lastDecidedAt: kept?.decidedAt ?? null,
    });
    if (step.kind === 'list') forecasts.push({ cycle, at: 'listed' });
    else if (step.kind === 'try') {
      forecasts.push({ cycle, at: step.at < now ? now : step.at });
      if (step.at <= now) {
        const paidNow = { state: 'paid', begunAt: now, settledAt: now, errorCode: null } as const;
        known.push({ cycleIndex: cycle, ...paidNow });
        paidOrders += 1;
      }
    } else if (step.kind === 'end' && step.rule !== 'skip') {
      status = step.rule === 'pause' ? 'PAUSED' : 'CANCELLED';
    }
    if (failed.length > 0 && (step.kind === 'try' || step.kind === 'wait')) hasUnended = true;
  }
  return forecasts;
}

/**
 * The contract's payment method, by the name that its latest charge gave it. The mirror doesn't have the details that the name is made of, so a new
 * card under an old id only becomes known when it is charged.
 */
function methodNow(
  { paymentMethodId, attempts }: KnownContract,
  tries: readonly NamedTry[],
): string | null {
  if (paymentMethodId === null) return null;
  const start = `${paymentMethodId} `;
  const named = [
    ...attempts.map(({ method, begunAt: at }) => ({
      method: method?.replace(/^presumed /, ''),
      at,
    })),
    ...tries,
  ].filter(({ method }) => method?.startsWith(start));
  const latest = named.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
  return latest?.method ?? start;
}
