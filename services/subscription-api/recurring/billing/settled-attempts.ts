import { originalIdOf } from '#contract/global-id.ts';
import {
  type AttemptInput,
  type AttemptName,
  attemptInputOf,
  attemptInputSchema,
  attemptOfKey,
} from './attempt-input.ts';
import type { PlatformAttempt } from './documents.ts';
import { failureOf } from './failure-codes.ts';
import { attemptStateOf } from './platform-cycle.ts';
import type { AttemptRow } from './store.ts';

/** Our attempts at a contract, as they should be stored. */
type SettledAttempts = {
  /** All of them, sorted by cycle and number. */
  rows: AttemptRow[];
  /** Those without a row here, as after a backup was restored. */
  lost: AttemptRow[];
  changed: { row: AttemptRow; change: Partial<AttemptRow> }[];
};

/**
 * Compares our attempts at a contract with the platform's `billingAttempts`, and ignores those that aren't ours.
 * @param contract the numeric tail of its id
 * @param method stored with attempts whose row is missing here
 */
export function settledAttempts(
  kept: readonly AttemptRow[],
  attempts: readonly PlatformAttempt[],
  { shop, contract, method }: Pick<AttemptName, 'shop' | 'contract'> & { method: string | null },
): SettledAttempts {
  const rows = [...kept];
  const settled: SettledAttempts = { rows, lost: [], changed: [] };
  for (const attempt of attempts) {
    const ours = attemptOfKey(attempt.idempotencyKey, { shop, contract });
    if (ours === null) continue;
    const index = rows.findIndex(
      ({ cycleIndex, number }) => cycleIndex === ours.cycle && number === ours.number,
    );
    const row = rows[index];
    const now = stateOf(attempt);
    if (row === undefined) {
      const lost: AttemptRow = {
        shop,
        contractId: contract,
        cycleIndex: ours.cycle,
        number: ours.number,
        input: inputOf({ shop, contract, ...ours }, attempt),
        amount: null,
        currencyCode: null,
        held: null,
        method,
        begunAt: attempt.createdAt,
        ...now,
      };
      rows.push(lost);
      settled.lost.push(lost);
    } else if (
      row.state !== now.state ||
      row.attemptId !== now.attemptId ||
      (now.orderId !== null && row.orderId !== now.orderId)
    ) {
      // The platform no longer shows old orders, so keep the one that we know.
      const { orderId, orderName } = now.orderId === null ? row : now;
      const change = { ...now, orderId, orderName };
      rows[index] = { ...row, ...change };
      settled.changed.push({ row, change });
    }
  }
  rows.sort((one, other) => one.cycleIndex - other.cycleIndex || one.number - other.number);
  return settled;
}

/** The columns of a row that come from the platform's attempt. */
export function stateOf(attempt: PlatformAttempt) {
  const state = attemptStateOf(attempt);
  const isSettled = state === 'failed' || state === 'paid';
  return {
    state,
    attemptId: originalIdOf(attempt.id),
    errorCode: state === 'failed' ? attempt.errorCode : null,
    failureClass: state === 'failed' ? failureOf(attempt.errorCode).class : null,
    orderId: attempt.order === null ? null : originalIdOf(attempt.order.id),
    orderName: attempt.order?.name ?? null,
    settledAt: isSettled ? (attempt.completedAt ?? attempt.createdAt) : null,
  };
}

/** About when the cycle of these attempts was expected; null if there are none. */
export function expectedBy(own: readonly AttemptRow[]): Date | null {
  for (const { input } of own) {
    const time = attemptInputSchema.safeParse(input).data?.originTime;
    if (time !== undefined) return new Date(time);
  }
  return own[0]?.begunAt ?? null;
}

/** An attempt's input, rebuilt from what the platform shows of it. */
function inputOf(
  name: AttemptName,
  { originTime, createdAt, respectInventoryPolicy }: PlatformAttempt,
): AttemptInput {
  return attemptInputOf(name, {
    expectedAt: originTime ?? createdAt,
    isOversold: !respectInventoryPolicy,
  });
}
