import { dayIn, formatDay } from '#contract/calendar.ts';
import { defaultLocale } from '#contract/money.ts';

/** A day of the store's calendar for people, such as `Nov 21, 2026`. */
export function dayInWords(moment: string, timeZone: string): string {
  return formatDay(dayIn(timeZone, new Date(moment)), defaultLocale);
}
