import { addDays, addMonths, isDay } from '#contract/calendar.ts';
import type { Interval } from '#contract/selling-plan.ts';

/** More days or months than lie between the years 1000 and 9999; far fewer than a date can hold. */
const tooMany = { days: 4_000_000, months: 120_000 };

/**
 * The days of the orders, each counted from the first one rather than from the order before, so that a plan begun
 * on the 31st comes back to the 31st after a short month. Calendar days, in no time zone.
 *
 * @param firstDay ISO date, see `isDay` of the calendar.
 * @returns ISO dates; null where an order would fall after the year 9999.
 */
export function orderDates(
  firstDay: string,
  interval: Interval,
  intervalCount: number,
  orders: number,
): string[] | null {
  const dates: string[] = [];
  for (let order = 0; order < orders; order += 1) {
    const steps = order * intervalCount;
    const date = dateAfter(firstDay, interval, steps);
    if (!isDay(date)) return null;
    dates.push(date);
  }
  return dates;
}

/** Empty for a day after the year 9999. */
function dateAfter(firstDay: string, interval: Interval, steps: number): string {
  if (interval === 'DAY' || interval === 'WEEK') {
    const days = interval === 'DAY' ? steps : steps * 7;
    return days > tooMany.days ? '' : addDays(firstDay, days);
  }
  const months = interval === 'MONTH' ? steps : steps * 12;
  return months > tooMany.months ? '' : addMonths(firstDay, months);
}
