import { addDays, addMonths, dayIn, startOfDay } from '#contract/calendar.ts';
import type { KeptContract } from './coming-orders.ts';

type Used = Pick<KeptContract, 'attempts'> & {
  contract: Pick<
    KeptContract['contract'],
    'createdAt' | 'billingInterval' | 'billingIntervalCount'
  >;
};

/** When a usage-based contract was last ordered, which at first is when it began. */
export function lastUseOf({ attempts, contract }: Used): Date {
  const paid = attempts.flatMap(({ state, settledAt }) =>
    state === 'paid' && settledAt !== null ? settledAt.getTime() : [],
  );
  return new Date(Math.max(contract.createdAt.getTime(), ...paid));
}

/** From when its next order may be charged: the plan's interval after the last one, from the start of that day of the store. */
export function nextUseFrom(kept: Used, timeZone: string): Date {
  const { billingInterval: interval, billingIntervalCount: count } = kept.contract;
  const last = dayIn(timeZone, lastUseOf(kept));
  const months = interval === 'YEAR' ? 12 * count : count;
  const day =
    interval === 'DAY' || interval === 'WEEK'
      ? addDays(last, interval === 'WEEK' ? 7 * count : count)
      : addMonths(last, months);
  return startOfDay(timeZone, day);
}

/** The order by use that was asked for and isn't over. */
export const openUseOf = ({ billing }: Pick<KeptContract, 'billing'>) =>
  billing.find(
    ({ orderedAt, state }) => orderedAt !== null && (state === 'open' || state === 'listed'),
  );
