import { dayIn, isDay, knownZone } from './calendar.ts';
import { decimalsOf, minorUnitsOf } from './money.ts';
import type { ProductsCount } from './selling-plan-group.ts';
import type { Subscriber } from './store-order.ts';

/** Numbers, counts, money and dates as people read them: in English, as the specification's texts are. */
const locale = 'en-US';

/** Making an `Intl` format costs more than using it a hundred times. */
function kept<Key extends string, Format>(make: (key: Key) => Format): (key: Key) => Format {
  const formats = new Map<Key, Format>();
  return (key) => {
    const format = formats.get(key) ?? make(key);
    formats.set(key, format);
    return format;
  };
}

const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });

/** A number with at most four decimals: "1,204", "33.335". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "1 order", "3 orders". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** "20", or "20+" for a count that stopped early. */
export function formatAtLeast({ count, precision }: ProductsCount): string {
  return `${formatNumber(count)}${precision === 'EXACT' ? '' : '+'}`;
}

/** A product with its variant, if it has several: "House blend, 250 g / Ground". */
export const formatProduct = ({
  title,
  variantTitle,
}: {
  title: string;
  variantTitle?: string | null | undefined;
}): string => [title, variantTitle].filter(Boolean).join(', ');

/** Kilograms, with at most two decimals: "1.25 kg". */
export function formatKilograms(kilograms: number): string {
  return `${formatNumber(Math.round(kilograms * 100) / 100)} kg`;
}

/** Percent, with at most four decimals: "12.5%". */
export function formatPercent(percent: number): string {
  return `${formatNumber(percent)}%`;
}

const currencies = kept((currency) => {
  const digits = decimalsOf(currency) ?? 0;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});

/** An amount in minor units: 1250 USD is "$12.50", 1250 JPY is "¥1,250". */
export function formatMoney(minorUnits: number, currencyCode: string): string {
  const decimals = decimalsOf(currencyCode);
  // An amount always shows its currency, even one that is no currency's code.
  if (decimals === null) return `${minorUnits} ${currencyCode}`.trim();
  return currencies(currencyCode).format(minorUnits / 10 ** decimals);
}

/** Sums in minor units of their currencies: `$36.00 and €12.00`; a dash where there is none. */
export function formatSums(
  sums: readonly { amount: number; currencyCode: string }[],
  between = ' and ',
): string {
  if (sums.length === 0) return '–';
  return sums.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode)).join(between);
}

/** A decimal string of major units: "15.00" USD is "$15.00". Anything that isn't a price stays as it is. */
export function formatPrice(price: string, currencyCode: string): string {
  const minorUnits = minorUnitsOf({ price, currencyCode });
  return minorUnits === null ? price : formatMoney(minorUnits, currencyCode);
}

/** The revenue of a customer's subscriptions in the store's currency, and whether there was more in others. */
export function formatRevenue({ revenue, currencyCode, hasOtherCurrencies }: Subscriber): string {
  const inOwn = formatMoney(revenue, currencyCode);
  return hasOtherCurrencies ? `${inOwn} and other currencies` : inOwn;
}

const dayStyles = {
  full: { dateStyle: 'medium' },
  dayAndMonth: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', month: 'short', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const days = kept(
  (style: keyof typeof dayStyles) =>
    new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone: 'UTC' }),
);

/** A day such as 2026-01-31: "Jan 31, 2026", the same on the server and in any time zone; anything else stays as it is. */
export function formatDay(day: string, style: keyof typeof dayStyles = 'full'): string {
  return isDay(day) ? days(style).format(new Date(`${day}T00:00:00Z`)) : day;
}

/** The day of a moment in a time zone: "Nov 21, 2026"; in UTC where nobody here knows the zone. */
export function formatDayIn(timeZone: string, moment: string): string {
  return formatDay(dayIn(timeZone, new Date(moment)));
}

const instants = kept(
  (timeZone) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
);

/** A moment in a time zone: "Nov 21, 2026, 10:20 AM PST"; in UTC where nobody here knows the zone. */
export function formatInstant(timeZone: string, moment: string): string {
  return instants(knownZone(timeZone)).format(new Date(moment));
}

const zones = kept(
  (timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }),
);

/** A time zone by its name: America/Los_Angeles is "Pacific Time". */
export function formatTimeZone(timeZone: string): string {
  const parts = zones(knownZone(timeZone)).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A status of the platform's API: `PARTIALLY_FULFILLED` is "Partially fulfilled". */
export function formatStatus(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a country of ISO 3166-1; the code where it has none. */
export function formatCountry(code: string): string {
  countries ??= new Intl.DisplayNames(locale, { type: 'region' });
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

let countries: Intl.DisplayNames | undefined;
