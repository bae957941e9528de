import { getCountry } from 'countries-and-timezones';
import { addDays, dayIn, hourOfDay, isoIn, isTimeZone } from '#contract/calendar.ts';

/** Customers are written to from 8:00 until 21:00 by their own clocks. */
const hours = { first: 8, end: 21 };
const hour = 3_600_000;
/** Time zones are at most 26 hours apart, so whatever hour suits all of a country's comes within this. */
const searchedHours = 48;

const isDaytime = (timeZone: string, at: Date): boolean => {
  const shown = Number(isoIn(timeZone, at).slice(11, 13));
  return shown >= hours.first && shown < hours.end;
};

/** The time zones that a customer may live in. */
function zonesOf(country: string | null, storeTimeZone: string): string[] {
  const known = country === null ? [] : (getCountry(country)?.timezones ?? []).filter(isTimeZone);
  return known.length === 0 ? [storeTimeZone] : known;
}

/**
 * When a customer may be written to, from `now` on: by day in all time zones of their country, since an address doesn't tell which of them is theirs.
 * Without a country that is known, or where no hour is by day in all of them, the store's time zone decides.
 * @param country ISO 3166-1 alpha-2, as `US`
 */
export function writableFrom(now: Date, country: string | null, storeTimeZone: string): Date {
  const zones = zonesOf(country, storeTimeZone);
  const suits = (at: Date) => zones.every((zone) => isDaytime(zone, at));
  if (suits(now)) return now;
  const nextHour = Math.ceil(now.getTime() / hour) * hour;
  for (let ahead = 0; ahead < searchedHours; ahead += 1) {
    const at = new Date(nextHour + ahead * hour);
    if (suits(at)) return at;
  }
  if (isDaytime(storeTimeZone, now)) return now;
  const today = dayIn(storeTimeZone, now);
  const morning = hourOfDay(storeTimeZone, today, hours.first);
  return morning > now ? morning : hourOfDay(storeTimeZone, addDays(today, 1), hours.first);
}

/**
 * The latest time until `at` when a customer may be written to, as {@link writableFrom} says; `earliest` if there is none after that.
 */
export function writableUntil(
  at: Date,
  earliest: Date,
  country: string | null,
  storeTimeZone: string,
): Date {
  for (let back = 0; back < searchedHours; back += 1) {
    const one = new Date(at.getTime() - back * hour);
    if (one <= earliest) break;
    if (writableFrom(one, country, storeTimeZone).getTime() === one.getTime()) return one;
  }
  return earliest;
}

/**
 * Whether two times are on one day where a customer lives, as {@link writableFrom} says: in a country with several time zones in all of them, or by the store's
 * clock.
 */
export function isSameDay(
  one: Date,
  other: Date,
  country: string | null,
  storeTimeZone: string,
): boolean {
  const zones = zonesOf(country, storeTimeZone);
  const isSame = (zone: string) => dayIn(zone, one) === dayIn(zone, other);
  return zones.every(isSame) || (zones.length > 1 && isSame(storeTimeZone));
}
