/**
 * Days of the calendar, written 2026-01-31, and the one place that knows time zones. A day belongs to no time zone until it is
 * asked when it begins; weeks begin on Monday.
 */

const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

/** Makes one format for each time zone, because making one is far slower than using it. */
function oncePerZone(make: (timeZone: string) => Intl.DateTimeFormat) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = formats.get(timeZone) ?? make(timeZone);
    formats.set(timeZone, format);
    return format;
  };
}

// Swedish dates are ISO's.
const clockFormat = oncePerZone(
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
);

/**
 * Whether a text is a real day from the year 1001 to 9998, written 2026-01-31: days are compared as texts, and no database reads the end of the year 9999
 * in every time zone.
 */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) || /^(1000|9999)/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a name is an IANA time zone that is known here, such as `America/Los_Angeles`. */
export function isTimeZone(name: string): boolean {
  try {
    clockFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** A time zone, or UTC where this process or browser doesn't know it. */
export function knownZone(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function millisecondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day that an instant falls on in a time zone; in UTC where nobody here knows the zone. */
export function dayIn(timeZone: string, instant: Date): string {
  return shownIn(timeZone, instant).slice(0, 10);
}

const instants = new Map<string, number>();
const mostInstants = 2000;

/** Caches results: the same days are asked for again and again, and `Intl` is slow. */
function remembered(name: string, find: () => number): Date {
  const instant = instants.get(name) ?? find();
  if (instants.size >= mostInstants) instants.clear();
  instants.set(name, instant);
  return new Date(instant);
}

/**
 * The instant at which a day begins in a time zone (UTC where nobody here knows it): at midnight, or at the first moment after it where
 * clocks skip it.
 */
export function startOfDay(timeZone: string, day: string): Date {
  return remembered(`${timeZone} ${day}`, () => findStart(timeZone, day));
}

function findStart(timeZone: string, day: string): number {
  const midnight = millisecondsOf(day);
  // Zones are within 15 hours of UTC, so the day begins in this span. Searched by halves.
  let before = midnight - millisecondsPerDay;
  let begun = midnight + millisecondsPerDay;
  while (begun - before > 1000) {
    const middle = Math.floor((before + begun) / 2000) * 1000;
    if (dayIn(timeZone, new Date(middle)) >= day) begun = middle;
    else before = middle;
  }
  return begun;
}

export function addDays(day: string, days: number): string {
  return dayOf(millisecondsOf(day) + days * millisecondsPerDay);
}

/** A month too short for the day gives its last day: 31 January plus one month is 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0));
  lastDay.setUTCDate(Math.min(dayOfMonth, lastDay.getUTCDate()));
  return dayOf(lastDay.getTime());
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((millisecondsOf(to) - millisecondsOf(from)) / millisecondsPerDay);
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const weekday = (new Date(millisecondsOf(day)).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The Mondays of every week that has a day from `from` to `to`. */
export function weeksBetween(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let week = weekOf(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

/** How the clocks of a time zone show an instant, as 2027-03-01T00:00:00; in UTC where nobody here knows the zone. */
function shownIn(timeZone: string, instant: Date): string {
  return clockFormat(knownZone(timeZone)).format(instant).replace(' ', 'T');
}

/**
 * The instant at which the clocks of a time zone show a full hour (0 to 23) of a day: the first where they show it twice; where they skip
 * it, as much later as they skip.
 */
export function hourOfDay(timeZone: string, day: string, hour: number): Date {
  return remembered(`${timeZone} ${day} ${hour}`, () => findHour(timeZone, day, hour));
}

function findHour(timeZone: string, day: string, hour: number): number {
  const shown = millisecondsOf(day) + hour * millisecondsPerHour;
  const shownAt = (instant: number) => Date.parse(`${shownIn(timeZone, new Date(instant))}Z`);
  /** Uses the offset that the zone has at another instant. */
  const instantBy = (other: number) => shown + other - shownAt(other);
  // Clocks change at most once in these two days.
  const before = instantBy(shown - millisecondsPerDay);
  const after = instantBy(shown + millisecondsPerDay);
  return shownAt(before) === shown || shownAt(after) !== shown ? before : after;
}

/** An instant as the clocks of a time zone show it, with their offset: 2027-03-01T00:00:00-08:00; in UTC where nobody here knows the zone. */
export function isoIn(timeZone: string, instant: Date): string {
  const shown = shownIn(timeZone, instant);
  const offset = Math.round((Date.parse(`${shown}Z`) - instant.getTime()) / 60_000);
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${shown}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}
