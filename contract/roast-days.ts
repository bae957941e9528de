import { addDays, addMonths, daysBetween, monthOf, weekOf } from './calendar.ts';
import type { Anchor, Interval } from './selling-plan.ts';

// The one place that reckons with anchors. Days are the store's, written 2026-01-31.

/** The policy of a plan that delivers on certain days; `cutoff` is in days and null if its anchors have cut-off days of their own. */
export type RoastPolicy = {
  interval: Interval;
  intervalCount: number;
  anchors: readonly Anchor[];
  cutoff: number | null;
  preAnchorBehavior: string;
};

const intervalOf = { WEEKDAY: 'WEEK', MONTHDAY: 'MONTH', YEARDAY: 'YEAR' } as const;

const periodsOfYear: Partial<Record<Interval, number>> = { WEEK: 52, MONTH: 12, YEAR: 1 };

/** Later days are beyond what a date holds. */
const mostYears = 5000;

/** Shopify counts in periods that the anchors are days of. We don't know what it makes of other mixtures. */
function isKnown({ interval, intervalCount, anchors }: RoastPolicy, count: number): boolean {
  const years = (intervalCount * (count + 2)) / (periodsOfYear[interval] ?? 1);
  if (years > mostYears) return false;
  return anchors.length > 0 && anchors.every(({ type }) => intervalOf[type] === interval);
}

function startOfPeriod(type: Anchor['type'], day: string): string {
  if (type === 'WEEKDAY') return weekOf(day);
  return type === 'MONTHDAY' ? monthOf(day) : `${day.slice(0, 4)}-01-01`;
}

function periodAfter(type: Anchor['type'], start: string, times: number): string {
  if (type === 'WEEKDAY') return addDays(start, 7 * times);
  return addMonths(start, type === 'MONTHDAY' ? times : 12 * times);
}

function daysInMonth(first: string): number {
  return daysBetween(first, addMonths(first, 1));
}

/** An anchor's day in the period that begins at `start`. A month that is too short gives its last day. */
function anchorIn(start: string, { type, day, month }: Anchor): string {
  if (type === 'WEEKDAY') return addDays(start, day - 1);
  const first = type === 'MONTHDAY' ? start : addMonths(start, (month ?? 1) - 1);
  return addDays(first, Math.min(day, daysInMonth(first)) - 1);
}

function daysIn(anchors: readonly Anchor[], start: string): string[] {
  return anchors.map((anchor) => anchorIn(start, anchor)).sort();
}

/** How many days before its day an anchor's last day for orders and changes is. */
function cutoffDays({ type, day, cutoffDay }: Anchor, at: string, cutoff: number | null): number {
  if (cutoffDay === null) return cutoff ?? 0;
  const ahead = day - cutoffDay;
  if (ahead >= 0) return ahead;
  const before = type === 'WEEKDAY' ? 7 : daysInMonth(addMonths(monthOf(at), -1));
  // The month before may be too short for the cut-off's day.
  return Math.max(0, ahead + before);
}

/** Enough periods for any cut-off that a plan can have. */
const periodsAhead = 12;

/** The first roast day after `day` that an order of that day is in time for; null if there is none. */
function nextRoastDay(policy: RoastPolicy, day: string): string | null {
  const type = policy.anchors[0]?.type ?? 'WEEKDAY';
  const start = startOfPeriod(type, day);
  for (let period = 0; period < periodsAhead; period += 1) {
    const found = daysIn(policy.anchors, periodAfter(type, start, period)).find(
      (at) => at > day && day <= (lastDayForChange(policy, at) ?? ''),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** The roast day that is `steps` after the roast day `first`. */
function roastDayAfter(
  { anchors, intervalCount }: RoastPolicy,
  first: string,
  steps: number,
): string {
  const type = anchors[0]?.type ?? 'WEEKDAY';
  const start = startOfPeriod(type, first);
  const passed = daysIn(anchors, start).filter((day) => day <= first).length;
  const position = passed + steps - 1;
  const periods = Math.floor(position / anchors.length) * intervalCount;
  return daysIn(anchors, periodAfter(type, start, periods))[position % anchors.length] ?? first;
}

/**
 * When a plan bought on `day` is roasted: `first` is the roast day that the first order waits for, null if it goes out at once; `renewals` are
 * the days of the next `count` orders. With several anchors and NEXT, Shopify gives the first two renewals the same day, as developers report.
 * Null for a mixture of interval and anchors that we don't know, and for days thousands of years ahead.
 */
export function roastDaysOf(
  policy: RoastPolicy,
  day: string,
  count: number,
): { first: string | null; renewals: string[] } | null {
  if (!isKnown(policy, count)) return null;
  const next = nextRoastDay(policy, day);
  if (next === null) return null;
  const isNext = policy.preAnchorBehavior === 'NEXT';
  const start = isNext ? roastDayAfter(policy, next, 1) : next;
  const repeats = isNext && policy.anchors.length > 1 ? 1 : 0;
  const renewals = Array.from({ length: count }, (_, index) =>
    roastDayAfter(policy, start, Math.max(0, index - repeats)),
  );
  // Inside the cut-off, a first order that would go out at once waits for the roast day that it is too late to change.
  const soonest = nextRoastDay({ ...policy, ...withoutCutoff(policy) }, day);
  return { first: isNext ? next : soonest === next ? null : soonest, renewals };
}

function withoutCutoff({ anchors }: RoastPolicy): Pick<RoastPolicy, 'anchors' | 'cutoff'> {
  return { anchors: anchors.map((anchor) => ({ ...anchor, cutoffDay: null })), cutoff: 0 };
}

/** The last day on which an order of `day` can be changed; null if `day` is no roast day, such as that of an order that was moved. */
export function lastDayForChange(
  { anchors, cutoff }: Pick<RoastPolicy, 'anchors' | 'cutoff'>,
  day: string,
): string | null {
  for (const anchor of anchors) {
    if (anchorIn(startOfPeriod(anchor.type, day), anchor) !== day) continue;
    return addDays(day, -cutoffDays(anchor, day, cutoff));
  }
  return null;
}
