import { formatMoney } from './format.ts';
import { decimalOfPrice, decimalsOf } from './money.ts';
import { highestPrice } from './recurring-limits.ts';

// Apart from money.ts, for the screens that show prices and let nobody type one.

/** `13,50`, as people and spreadsheets of many countries write it. */
const withComma = /^(\d+),(\d{1,2})$/;

/**
 * A price that somebody has typed, in whole minor units of its currency. Null where it can't be read, is finer than the currency, which would
 * round it, or could be another: half of the world writes a thousand as 1.000.
 */
export function typedPriceOf(typed: { price: string; currencyCode: string }): number | null {
  const decimals = decimalsOf(typed.currencyCode);
  const decimal = decimalOfPrice(typed.price.trim().replace(withComma, '$1.$2'));
  if (decimals === null || decimal === null) return null;
  const { digits, scale } = decimal;
  if (scale === 3 && decimals !== 3) return null;
  const [numerator, denominator] = [digits * 10n ** BigInt(decimals), 10n ** BigInt(scale)];
  if (numerator % denominator !== 0n) return null;
  const amount = Number(numerator / denominator);
  return amount > highestPrice ? null : amount;
}

/** What a field says of a price that {@link typedPriceOf} doesn't take. */
export const priceRefusal = (currencyCode: string) =>
  `Enter a price up to ${formatMoney(highestPrice, currencyCode)}`;
