import { failureOf } from '../../recurring/billing/failure-codes.ts';
import { isOurs } from './others.ts';
import type { Period } from './world.ts';

/** An attempt at a contract, by the platform. */
export type Attempt = {
  cycleIndex: number;
  idempotencyKey: string;
  createdAt: string;
  completedAt: string | null;
  state: string;
  errorCode: string | null;
  orderId: number | null;
};

export type Times = Pick<Period, 'from' | 'to'>;

export type NewCard = { at: Date; heardAt: Date };

const day = 86_400_000;
/** The card networks allow so many tries in 30 days. */
const mostTries = 15;
const triesPeriod = 30 * day;

/** The class of an attempt's failure; null if it hasn't failed. */
export const failedAs = ({ state, errorCode }: Attempt) =>
  state === 'FAILED' ? failureOf(errorCode).class : null;

/**
 * When a contract's attempts kept others from being begun: each while it was open, one at a refused card until there was another, and the fifteenth in 30
 * days until the first was as old.
 * @param newCards the other cards, in the order in which the app heard of them at the latest
 */
export function heldByAttempts(
  attempts: readonly Attempt[],
  newCards: readonly NewCard[],
): Times[] {
  const tries = attempts.filter(
    (one) => isOurs(one) && one.orderId === null && failedAs(one) !== 'stock',
  );
  const timeOf = (at: string | null) => (at === null ? null : new Date(at));
  return [
    ...attempts.map((one) => ({ from: new Date(one.createdAt), to: timeOf(one.completedAt) })),
    ...tries
      .filter((one) => failedAs(one) === 'method')
      .map(({ createdAt, completedAt }) => {
        const from = new Date(completedAt ?? createdAt);
        return { from, to: newCards.find(({ at }) => at > from)?.heardAt ?? null };
      }),
    ...tries.slice(mostTries - 1).map(({ createdAt }, index) => ({
      from: new Date(createdAt),
      to: new Date(Date.parse(tries[index]?.createdAt ?? createdAt) + triesPeriod),
    })),
  ];
}

/** For how long a failed order waits for its next try by the usual rules, or for its customer to act. */
const waitsAfter: Readonly<Partial<Record<string, number>>> = {
  ...{ stock: day, later: 3 * day, buyer: 9 * day, method: 9 * day },
};

/** When an order waited for its next try, by its own attempts. */
export const heldByFailures = (own: readonly Attempt[]): Times[] =>
  own.map((one) => {
    const from = new Date(one.completedAt ?? one.createdAt);
    return { from, to: new Date(from.getTime() + (waitsAfter[failedAs(one) ?? ''] ?? 0)) };
  });

/**
 * Since when, up to a time, nothing stood in the way of an order. A standstill counts only if it began before the order was late.
 * @param latest how late it may be, in milliseconds
 */
export function freeSince(
  dueAt: Date,
  until: Date,
  standstills: readonly Times[],
  latest: number,
): number {
  let free = dueAt.getTime();
  const end = until.getTime();
  const inOrder = standstills.toSorted((one, other) => one.from.getTime() - other.from.getTime());
  for (const { from, to } of inOrder) {
    if (from.getTime() > Math.min(end, free + latest)) break;
    free = Math.max(free, Math.min(to?.getTime() ?? end, end));
  }
  return free;
}
