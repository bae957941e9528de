import type { Interval } from '#contract/selling-plan.ts';

const millisecondsPerDay = 86_400_000;
const lastYear = 9999;

/** Today's date in UTC, written 2026-01-31. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Whether a text is a real calendar day, written 2026-01-31 (years 1000 to 9999). */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function addDays(day: string, days: number): string | null {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsPerDay);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > lastYear) return null;
  return date.toISOString().slice(0, 10);
}

/** A month too short for the day gives its last day: 31 January plus one month is 28 or 29 February. */
function addMonths(day: string, months: number): string | null {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const monthsSinceYearZero = year * 12 + (month - 1) + months;
  const newYear = Math.floor(monthsSinceYearZero / 12);
  if (newYear > lastYear) return null;
  const newMonth = (monthsSinceYearZero % 12) + 1;
  const daysInMonth = new Date(Date.UTC(newYear, newMonth, 0)).getUTCDate();
  const parts = [newMonth, Math.min(dayOfMonth, daysInMonth)];
  return [newYear, ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}

/**
 * The days of the orders, each counted from the first one rather than from the order before, so that a plan begun
 * on the 31st comes back to the 31st after a short month. Calendar days, in no time zone.
 *
 * @param firstDay ISO date, see {@link isDay}.
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
    const date =
      interval === 'DAY'
        ? addDays(firstDay, steps)
        : interval === 'WEEK'
          ? addDays(firstDay, steps * 7)
          : addMonths(firstDay, interval === 'MONTH' ? steps : steps * 12);
    if (date === null) return null;
    dates.push(date);
  }
  return dates;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** A day as people read it ("Jan 31, 2026"), the same on the server and in any time zone. */
export function formatDay(day: string, locale: string): string {
  let format = dayFormats.get(locale);
  if (format === undefined) {
    // Making one costs more than using it for all the rows of a table.
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    dayFormats.set(locale, format);
  }
  return format.format(new Date(`${day}T00:00:00Z`));
}
