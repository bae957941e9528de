import type { CycleRow } from './store.ts';

/** The state that a refused call leaves a cycle in. `after` is in how many ms to try again, or `patient` for the pace of open attempts. */
export type Refusal = {
  state: CycleRow['state'];
  reason: string;
  after?: number | 'patient' | 'soon, then patient';
};

const minute = 60_000;
const hour = 60 * minute;

/** For calls that should never have been made like this. */
const listed = (code: string): Refusal => ({ state: 'listed', reason: `refused: ${code}` });

/** All codes of `BillingAttemptUserErrorCode` in the platform's schema. */
const refusals: Readonly<Record<string, Refusal>> = {
  BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE: { state: 'open', reason: 'not due', after: hour },
  BILLING_CYCLE_SKIPPED: { state: 'left', reason: 'skipped', after: minute },
  BLANK: listed('BLANK'),
  CONTRACT_NOT_FOUND: { state: 'left', reason: 'contract gone', after: minute },
  CONTRACT_PAUSED: { state: 'left', reason: 'contract paused', after: minute },
  CONTRACT_TERMINATED: { state: 'left', reason: 'contract cancelled', after: minute },
  CONTRACT_UNDER_REVIEW: { state: 'open', reason: 'under review', after: 'patient' },
  CYCLE_INDEX_OUT_OF_RANGE: listed('CYCLE_INDEX_OUT_OF_RANGE'),
  CYCLE_START_DATE_OUT_OF_RANGE: listed('CYCLE_START_DATE_OUT_OF_RANGE'),
  INVALID: listed('INVALID'),
  ORIGIN_TIME_BEFORE_CONTRACT_CREATION: listed('ORIGIN_TIME_BEFORE_CONTRACT_CREATION'),
  ORIGIN_TIME_OUT_OF_RANGE: listed('ORIGIN_TIME_OUT_OF_RANGE'),
  PROCESSING_FAILED: { state: 'open', reason: 'platform failed', after: 'patient' },
  THROTTLED: { state: 'open', reason: 'throttled', after: 'soon, then patient' },
  UPCOMING_CYCLE_LIMIT_EXCEEDED: listed('UPCOMING_CYCLE_LIMIT_EXCEEDED'),
};

export const knownRefusals: readonly string[] = Object.keys(refusals);

/** The state of a cycle whose attempt the platform refused to begin. A new code is listed by its name. */
export function refusalOf(code: string): Refusal {
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  return known ?? listed(code);
}

const refusedForNow = Object.values(refusals).flatMap(({ after, reason }) =>
  typeof after === 'string' ? reason : [],
);

/** Whether a cycle of this reason waits until the platform, which refuses it, may take it. */
export const isRefusedForNow = (reason: string): boolean => refusedForNow.includes(reason);
