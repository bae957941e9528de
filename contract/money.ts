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

/**
 * The one rounding rule: a price is the nearest whole minor unit, halves go up, and nothing costs less than 0.
 * A saving is never rounded by itself: it is the difference to the price before ({@link amountOff}).
 */
export function roundedPrice(numerator: bigint, denominator: bigint): bigint {
  return numerator <= 0n ? 0n : (2n * numerator + denominator) / (2n * denominator);
}

// By ISO 4217. `Intl` says it by the data of whoever runs it, and amounts in minor units are stored, and travel.
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND';

/** How many decimals a currency has: 0 for JPY, 2 for USD, 3 for KWD; null for what is no currency code. */
export function decimalsOf(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  if (withoutDecimals.includes(currency)) return 0;
  return withThreeDecimals.includes(currency) ? 3 : 2;
}

/** Minor units as a plain number of major units, such as `12.50`, for files that others reckon with; of an unknown currency unchanged. */
export function majorUnitsOf(minorUnits: number, currencyCode: string): string {
  const decimals = decimalsOf(currencyCode) ?? 0;
  return (minorUnits / 10 ** decimals).toFixed(decimals);
}

/** The price of an order of these lines with its delivery, before tax; all in minor units of one currency. */
export const orderAmountOf = (
  lines: readonly { price: number; quantity: number }[],
  deliveryPrice: number,
): number => lines.reduce((sum, { price, quantity }) => sum + price * quantity, deliveryPrice);

/** A decimal of major units as a fraction of minor units. */
function inMinorUnits(
  value: Decimal,
  decimals: number,
): { numerator: bigint; denominator: bigint } {
  return {
    numerator: value.digits * 10n ** BigInt(decimals),
    denominator: 10n ** BigInt(value.scale),
  };
}

/** A price in whole minor units of its currency; null where it or its currency is unreadable. */
export function minorUnitsOf(product: { price: string; currencyCode: string }): number | null {
  const decimals = decimalsOf(product.currencyCode);
  const price = decimalOfPrice(product.price);
  if (decimals === null || price === null) return null;
  const { numerator, denominator } = inMinorUnits(price, decimals);
  return Number(roundedPrice(numerator, denominator));
}

/**
 * The amount that a discount of `value` major units takes off, in minor units. A price that ends on half a unit is rounded up, so
 * a discount that does is rounded down: 2.505 off 15.00 leaves 12.50, and saves 2.50.
 */
export function amountOff(value: Decimal, decimals: number): bigint {
  const { numerator, denominator } = inMinorUnits(value, decimals);
  return numerator <= 0n ? 0n : (2n * numerator + denominator - 1n) / (2n * denominator);
}

/** A set price of `value` major units, in minor units. */
export function amountOf(value: Decimal, decimals: number): bigint {
  const { numerator, denominator } = inMinorUnits(value, decimals);
  return roundedPrice(numerator, denominator);
}
