/** A decimal number exactly as written: `digits` divided by ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number };

/**
 * Reads a price as the platform writes it ("12.50"); null for anything else, negative amounts included. Eleven digits
 * keep it a safe integer in the minor units of every currency.
 */
export function decimalOfPrice(text: string): Decimal | null {
  const match = /^(\d{1,11})(?:\.(\d{1,11}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = match[2] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

/** The decimal that a number prints as (12.5 is 125 / 10), so that no binary rounding enters; null if not finite. */
export function decimalOfNumber(value: number): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) return null;
  const fraction = match[3] ?? '';
  const digits = BigInt(`${match[1]}${match[2]}${fraction}`);
  const scale = fraction.length - Number(match[4] ?? 0);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The whole number nearest to a fraction of positive denominator; halves go up. Nothing costs less than 0. */
export function roundedPrice(numerator: bigint, denominator: bigint): bigint {
  return numerator <= 0n ? 0n : (2n * numerator + denominator) / (2n * denominator);
}

/** How many decimals a currency has: 0 for JPY, 2 for USD, 3 for KWD; null for what is no currency code. */
export function decimalsOf(currencyCode: string): number | null {
  if (!/^[A-Z]{3}$/.test(currencyCode)) return null;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode });
  return format.resolvedOptions().maximumFractionDigits ?? null;
}

/** A price in whole minor units of its currency; null where it or its currency is unreadable. */
export function minorUnitsOf(product: { price: string; currencyCode: string }): number | null {
  const decimals = decimalsOf(product.currencyCode);
  const price = decimalOfPrice(product.price);
  if (decimals === null || price === null) return null;
  return Number(roundedPrice(price.digits * 10n ** BigInt(decimals), 10n ** BigInt(price.scale)));
}

/** An amount in minor units as people read it: 1250 USD is "$12.50". `currencyCode` must be a known shape. */
export function formatMoney(minorUnits: number, currencyCode: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(minorUnits / 10 ** decimals);
}
