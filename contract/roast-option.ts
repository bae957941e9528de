import type { Anchor, DeliveryPolicy, Interval } from './selling-plan.ts';

// Roast days in the group's form and on the platform. Without zod, so that the preview needn't load it.

/** Whether a first order goes out at once, or waits for its roast day. */
export const preAnchorBehaviors = ['ASAP', 'NEXT'] as const;

/**
 * The days on which an option's orders are roasted: `weekdays` 1 (Monday) to 7, only with the interval WEEK; `monthDay` 1 to 31, only with
 * MONTH, and in a shorter month its last day. Changes count until the end of the day that is `cutoff` days before.
 */
export type RoastOption = {
  weekdays?: number[] | undefined;
  monthDay?: number | undefined;
  cutoff?: number | undefined;
  preAnchorBehavior?: (typeof preAnchorBehaviors)[number] | undefined;
};

type Option = RoastOption & { interval: Interval };

/** A longer cut-off would end before the roast day before. */
const mostCutoff: Partial<Record<Interval, number>> = { WEEK: 6, MONTH: 27 };

/** Sorted, so that the order of clicks is no difference. */
export function anchorsOf({ weekdays = [], monthDay }: RoastOption): Anchor[] {
  const anchor = (type: Anchor['type'], day: number) => ({
    type,
    day,
    month: null,
    cutoffDay: null,
  });
  if (monthDay !== undefined) return [anchor('MONTHDAY', monthDay)];
  return [...weekdays].sort((one, other) => one - other).map((day) => anchor('WEEKDAY', day));
}

/** The fields that an option's roast days add to its delivery policy; none without roast days. */
export function roastTermsOf(
  option: RoastOption,
): { anchors: Anchor[]; cutoff: number; preAnchorBehavior: string } | null {
  const anchors = anchorsOf(option);
  if (anchors.length === 0) return null;
  const { cutoff = 0, preAnchorBehavior = 'ASAP' } = option;
  return { anchors, cutoff, preAnchorBehavior };
}

/**
 * A policy's anchors as the form says them; `{}` for none. Null where the form can't: days of the year, several days of a month, days that aren't of
 * the interval, cut-off days, and first orders that wait for one of several days.
 */
export function roastOptionOf(
  policy: Extract<DeliveryPolicy, { type: 'RECURRING' }>,
): RoastOption | null {
  const { interval, anchors, preAnchorBehavior } = policy;
  const [first] = anchors;
  if (first === undefined) return {};
  const behavior = preAnchorBehaviors.find((known) => known === preAnchorBehavior);
  const days = anchors.map(({ day }) => day);
  const isPlain = anchors.every(({ type, cutoffDay }) => type === first.type && cutoffDay === null);
  if (!isPlain || behavior === undefined || new Set(days).size < days.length) return null;
  if (days.length > 1 && behavior === 'NEXT') return null;
  const terms = { cutoff: policy.cutoff ?? 0, preAnchorBehavior: behavior };
  if (first.type === 'WEEKDAY' && interval === 'WEEK') {
    return { weekdays: [...days].sort((one, other) => one - other), ...terms };
  }
  return first.type === 'MONTHDAY' && interval === 'MONTH' && days.length === 1
    ? { monthDay: first.day, ...terms }
    : null;
}

/** The errors in an option's roast days, by field. */
export function roastProblems(option: Option): { field: keyof RoastOption; message: string }[] {
  const { interval, weekdays = [], monthDay, cutoff = 0, preAnchorBehavior } = option;
  const problems: { field: keyof RoastOption; message: string }[] = [];
  if (weekdays.length > 0 && interval !== 'WEEK') {
    problems.push({ field: 'weekdays', message: 'Days of the week need weeks as the interval' });
  }
  if (new Set(weekdays).size < weekdays.length) {
    problems.push({ field: 'weekdays', message: 'Pick each day once' });
  }
  if (monthDay !== undefined && interval !== 'MONTH') {
    problems.push({
      field: 'monthDay',
      message: 'A day of the month needs months as the interval',
    });
  }
  if (weekdays.length === 0 && monthDay === undefined) return problems;
  const most = mostCutoff[interval];
  if (most !== undefined && (cutoff < 0 || cutoff > most)) {
    problems.push({ field: 'cutoff', message: `Value must be between 0 and ${most}` });
  }
  if (weekdays.length > 1 && preAnchorBehavior === 'NEXT') {
    const message = 'With several days, the first order has to go out at once';
    problems.push({ field: 'preAnchorBehavior', message });
  }
  return problems;
}
