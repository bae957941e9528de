import { describe, expect, it } from 'vitest';
import { decimalsOf, formatMoney, formatPrice, minorUnitsOf } from './money.ts';

describe('money', () => {
  it.each([
    ['USD', 2, '12.345', 1235, '$12.35'],
    ['JPY', 0, '1250.5', 1251, '¥1,251'],
    ['KWD', 3, '1.0005', 1001, 'KWD 1.001'],
  ])('has the decimals of %s', (currencyCode, decimals, price, minorUnits, written) => {
    expect(decimalsOf(currencyCode)).toBe(decimals);
    expect(minorUnitsOf({ price, currencyCode })).toBe(minorUnits);
    expect(formatMoney(minorUnits, currencyCode).replace('\u00a0', ' ')).toBe(written);
    expect(formatPrice(price, currencyCode).replace('\u00a0', ' ')).toBe(written);
  });

  it.each(['', 'dollars', 'usd'])('is no money in the currency "%s"', (currencyCode) => {
    expect(decimalsOf(currencyCode)).toBeNull();
    expect(minorUnitsOf({ price: '1.00', currencyCode })).toBeNull();
    expect(formatPrice('1.00', currencyCode)).toBe('1.00');
  });

  it('leaves a price that it cannot read as it is', () => {
    expect(formatPrice('about 5', 'USD')).toBe('about 5');
  });
});
