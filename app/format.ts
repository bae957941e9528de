import { dayIn, formatDay } from '#contract/calendar.ts';
import { defaultLocale, formatMoney } from '#contract/money.ts';
import type { Subscriber } from '#contract/store-order.ts';

const numbers = new Map<string, Intl.NumberFormat>();

/** A count with separators, such as `1,204`. */
export function formatCount(count: number, locale: string): string {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format.format(count);
}

/** The day of a moment in the store's time zone, such as `Nov 21, 2026`. */
export function formatDayIn(timeZone: string, moment: string): string {
  return formatDay(dayIn(timeZone, new Date(moment)), defaultLocale);
}

/** The revenue of a customer's subscriptions in the store's currency, and whether there was more in others. */
export function formatRevenue({ revenue, currencyCode, hasOtherCurrencies }: Subscriber): string {
  const inOwn = formatMoney(revenue, currencyCode);
  return hasOtherCurrencies ? `${inOwn} and other currencies` : inOwn;
}

/** A status of the platform's API: `PARTIALLY_FULFILLED` is `Partially fulfilled`. */
export function formatStatus(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
