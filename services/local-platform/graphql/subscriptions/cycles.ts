import { z } from 'zod';
import type { BillingAttempt, Contract, ContractSchedule, CycleEdit } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { dateInSchedule } from './cycle-dates.ts';

const second = 1_000;
const year = 366 * 86_400_000;
/** Lists at least this many upcoming cycles, however far ahead. */
const leastUpcoming = 12;

/** A billing cycle, computed from the schedule; the store keeps only its changes. */
export type Cycle = {
  contract: Contract;
  index: number;
  startAt: Date;
  endAt: Date;
  /** When the cycle is due: at its end, unless somebody moved the date. */
  expectedAt: Date;
  edit: CycleEdit | undefined;
};

/** The schedule that a cycle's dates follow. */
export function scheduleOf({ id, schedules }: Contract, index: number): ContractSchedule {
  const schedule = schedules.findLast(({ fromIndex }) => fromIndex <= index);
  if (schedule === undefined) throw new Error(`Contract ${id} has no cycle ${index}`);
  return schedule;
}

function endOf(contract: Contract, timeZone: string, index: number): number {
  const schedule = scheduleOf(contract, index);
  return dateInSchedule(schedule, timeZone, index - schedule.fromIndex);
}

function startOf(contract: Contract, timeZone: string, index: number): number {
  const { fromIndex, repeatsFirst, startAt } = scheduleOf(contract, index);
  // A cycle that repeats the first date also has the first cycle's beginning.
  return index <= fromIndex + (repeatsFirst ? 1 : 0)
    ? Date.parse(startAt)
    : endOf(contract, timeZone, index - 1) + second;
}

/** The cycle with that index, counted from 1. */
export function cycleOf(store: Store, contract: Contract, index: number): Cycle {
  const { timezone } = store.shop;
  const edit = store.editsByContract
    .get(contract.id)
    .find(({ cycleIndex }) => cycleIndex === index);
  const endAt = new Date(endOf(contract, timezone, index));
  const movedTo = edit?.billingDate ?? null;
  return {
    contract,
    index,
    startAt: new Date(startOf(contract, timezone, index)),
    endAt,
    expectedAt: movedTo === null ? endAt : new Date(movedTo),
    edit,
  };
}

/** The index of the cycle at an instant; 0 before the first. */
export function indexAt(store: Store, contract: Contract, instant: number): number {
  const { timezone } = store.shop;
  if (instant < startOf(contract, timezone, 1)) return 0;
  let beyond = 1;
  while (endOf(contract, timezone, beyond) < instant) beyond *= 2;
  let low = 1;
  let high = beyond;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(contract, timezone, middle) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last cycle that can be listed and selected: a year ahead, but at least 12 cycles ahead. */
export function lastUpcomingIndex(store: Store, contract: Contract, now: Date): number {
  const current = Math.max(1, indexAt(store, contract, now.getTime()));
  return Math.max(current + leastUpcoming, indexAt(store, contract, now.getTime() + year));
}

export const selectorSchema = z.object({
  index: z.number().int().nullish(),
  date: z.coerce.date().nullish(),
});

/** The platform's error codes for a selector that finds no cycle. */
export type CycleFault =
  | 'CYCLE_INDEX_OUT_OF_RANGE'
  | 'CYCLE_START_DATE_OUT_OF_RANGE'
  | 'UPCOMING_CYCLE_LIMIT_EXCEEDED'
  | 'INVALID';

export const faultTexts: Readonly<Record<CycleFault, string>> = {
  CYCLE_INDEX_OUT_OF_RANGE:
    'Billing cycle selector cannot select billing cycle outside of index range.',
  CYCLE_START_DATE_OUT_OF_RANGE:
    'Billing cycle selector cannot select billing cycle outside of start date range.',
  UPCOMING_CYCLE_LIMIT_EXCEEDED:
    'Billing cycle selector cannot select upcoming billing cycle past limit.',
  INVALID: 'Billing cycle selector requires exactly one of index or date to be provided.',
};

/** The selected cycle, or the reason why there is none. */
export function selectCycle(
  store: Store,
  contract: Contract,
  { index, date }: z.infer<typeof selectorSchema>,
  now: Date,
): Cycle | CycleFault {
  if ((index == null) === (date == null)) return 'INVALID';
  const found = index ?? indexAt(store, contract, date?.getTime() ?? 0);
  if (found < 1)
    return index == null ? 'CYCLE_START_DATE_OUT_OF_RANGE' : 'CYCLE_INDEX_OUT_OF_RANGE';
  if (found > lastUpcomingIndex(store, contract, now)) return 'UPCOMING_CYCLE_LIMIT_EXCEEDED';
  return cycleOf(store, contract, found);
}

export function attemptsOf(store: Store, { contract, index }: Cycle): BillingAttempt[] {
  return store.attemptsByContract.get(contract.id).filter(({ cycleIndex }) => cycleIndex === index);
}

export function isBilled(store: Store, cycle: Cycle): boolean {
  return attemptsOf(store, cycle).some(({ state }) => state === 'SUCCESS');
}

/** Whether a charge of the cycle is under way or waits for the buyer. */
export function hasOpenAttempt(store: Store, cycle: Cycle): boolean {
  return attemptsOf(store, cycle).some(
    ({ state }) => state === 'PENDING' || state === 'ACTION_REQUIRED',
  );
}
