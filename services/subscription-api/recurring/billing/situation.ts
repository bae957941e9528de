import { chargeTimeOf } from './charge-time.ts';
import { decidedAtOf, isWaiting } from './decisions.ts';
import { type CycleSituation, dueWhileOf } from './hindrance.ts';
import type { AttemptRow, CycleRow } from './store.ts';

type Derived =
  | 'isOrdered'
  | 'chargeAt'
  | 'hasFailed'
  | 'dueWhile'
  | 'waitedUntil'
  | 'decidedAt'
  | 'isChargedAgain'
  | 'ownPaid'
  | 'ownOpenSince';

const hour = 3_600_000;

/**
 * Until when a begun attempt may have been made although the platform, whose lists lag behind, doesn't show it; null after that, in any other state, if
 * the platform refused it, or if there is none.
 */
export function unknownUntilOf(
  attempt: Pick<AttemptRow, 'state' | 'begunAt' | 'errorCode'> | undefined,
  now: Date,
): Date | null {
  if (attempt === undefined) return null;
  const { state, begunAt, errorCode } = attempt;
  const until = new Date(begunAt.getTime() + hour);
  return state === 'begun' && errorCode === null && until > now ? until : null;
}

/** Whether the platform hasn't surely refused an attempt, so that it was or may have been made. */
export const mayBeMade = ({ state, errorCode }: Pick<AttemptRow, 'state' | 'errorCode'>) =>
  state !== 'begun' || errorCode === null;

/** Whether the platform or the buyer still works on an attempt. */
export const isOpen = ({ state }: Pick<AttemptRow, 'state'>) =>
  state === 'pending' || state === 'challenged';

/** Whether an attempt may still be charged, as far as anybody knows at `now`. */
export const mayBeCharged = (row: Pick<AttemptRow, 'state' | 'begunAt' | 'errorCode'>, now: Date) =>
  isOpen(row) || unknownUntilOf(row, now) !== null;

/** Completes what is known of a cycle by our attempts at its contract and its row. */
export function situationOf({
  cycle,
  attempts,
  kept,
  ...known
}: Omit<CycleSituation, Derived> & {
  cycle: number;
  attempts: readonly Pick<
    AttemptRow,
    'cycleIndex' | 'state' | 'begunAt' | 'settledAt' | 'errorCode'
  >[];
  kept: Pick<
    CycleRow,
    'state' | 'reason' | 'nextAt' | 'changedAt' | 'decision' | 'decidedAt' | 'orderedAt'
  > | null;
}): CycleSituation {
  const { now, schedule, expectedAt } = known;
  const own = attempts.filter(({ cycleIndex }) => cycleIndex === cycle);
  const others = attempts.filter(({ cycleIndex }) => cycleIndex !== cycle);
  // The customer was told when an order by use is charged, so that isn't at the merchant's hour.
  const chargeAt = known.isUsageBased === true ? expectedAt : chargeTimeOf(expectedAt, schedule);
  const decidedAt = decidedAtOf(kept, now);
  return {
    ...known,
    isOrdered: kept !== null && kept.orderedAt !== null,
    chargeAt,
    hasFailed: own.some(({ state }) => state === 'failed'),
    dueWhile: dueWhileOf(kept, own, chargeAt),
    waitedUntil: kept !== null && isWaiting(kept) ? kept.nextAt : null,
    decidedAt,
    isChargedAgain: decidedAt !== null && kept?.decision === 'charge again',
    ownPaid: others.flatMap(({ state, begunAt, settledAt: paidAt }) =>
      state === 'paid' && paidAt !== null ? { begunAt, paidAt } : [],
    ),
    ownOpenSince: others.filter((row) => mayBeCharged(row, now)).map(({ begunAt }) => begunAt),
  };
}
