const numbers = new Map<string, Intl.NumberFormat>();

/** A number of things as people read it, such as `1,204`. */
export function formatCount(count: number, locale: string): string {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format.format(count);
}
