import { describe, expect, it } from 'vitest';
import { formatMoney, formatPrice } from './format.ts';
import { decimalOfNumber, decimalsOf, majorUnitsOf, minorUnitsOf } from './money.ts';
import { highestPrice } from './recurring-limits.ts';
import { typedPriceOf } from './typed-price.ts';

describe('money', () => {
  it.each([
    ['USD', 2, '12.345', 1235, '$12.35'],
    ['JPY', 0, '1250.5', 1251, '¥1,251'],
    ['KWD', 3, '1.0005', 1001, 'KWD 1.001'],
    ['HUF', 2, '4990.00', 499_000, 'HUF 4,990.00'],
    ['COP', 2, '50000.00', 5_000_000, 'COP 50,000.00'],
    ['IDR', 2, '125000.50', 12_500_050, 'IDR 125,000.50'],
    ['IQD', 3, '1250.125', 1_250_125, 'IQD 1,250.125'],
  ])('has the decimals of %s', (currencyCode, decimals, price, minorUnits, written) => {
    expect(decimalsOf(currencyCode)).toBe(decimals);
    expect(minorUnitsOf({ price, currencyCode })).toBe(minorUnits);
    expect(formatMoney(minorUnits, currencyCode).replace('\u00a0', ' ')).toBe(written);
    expect(formatPrice(price, currencyCode).replace('\u00a0', ' ')).toBe(written);
  });

  it.each([
    ['USD', 1235, '12.35'],
    ['USD', 5, '0.05'],
    ['JPY', 1251, '1251'],
    ['KWD', 1001, '1.001'],
    ['dollars', 1235, '1235'],
  ])('is a plain number of %s for files: %d is %s', (currencyCode, minorUnits, written) => {
    expect(majorUnitsOf(minorUnits, currencyCode)).toBe(written);
  });

  it.each(['', 'dollars', 'usd', 'USDX', 'xUSD'])(
    'is no money in the currency "%s"',
    (currencyCode) => {
      expect(decimalsOf(currencyCode)).toBeNull();
      expect(minorUnitsOf({ price: '1.00', currencyCode })).toBeNull();
      expect(formatPrice('1.00', currencyCode)).toBe('1.00');
    },
  );

  it('is never without its currency, not even in one that nobody knows', () => {
    expect(formatMoney(1250, 'usd')).toBe('1250 usd');
    expect(formatMoney(1250, '')).toBe('1250');
  });

  it('is read with white space around it', () => {
    expect(minorUnitsOf({ price: ' 12.50\n', currencyCode: 'USD' })).toBe(1250);
  });

  it.each([
    [' 18.50 ', 'USD', 1850],
    ['13,5', 'USD', 1350],
    ['0', 'USD', 0],
    ['1.500', 'KWD', 1500],
    ['1250', 'JPY', 1250],
    ['1250.0', 'JPY', 1250],
    ['1.000', 'USD', null],
    ['1.000', 'JPY', null],
    ['1,000', 'USD', null],
    ['0.001', 'USD', null],
    ['1250.5', 'JPY', null],
    ['1.0005', 'KWD', null],
    ['1250000', 'IDR', 125_000_000],
    ['1000000000.01', 'USD', null],
    [String(highestPrice), 'JPY', highestPrice],
    ['1e3', 'USD', null],
    ['-1', 'USD', null],
    ['5', 'dollars', null],
  ])('that was typed as %j in %s is %j', (price, currencyCode, amount) => {
    expect(typedPriceOf({ price, currencyCode })).toBe(amount);
  });

  it.each(['about 5', '5 or so'])('leaves a price that it cannot read as it is: %s', (price) => {
    expect(formatPrice(price, 'USD')).toBe(price);
  });
});

it.each([
  [12.5, { digits: 125n, scale: 1 }],
  [-0.25, { digits: -25n, scale: 2 }],
  [7, { digits: 7n, scale: 0 }],
  [1.5e-7, { digits: 15n, scale: 8 }],
  [2e-10, { digits: 2n, scale: 10 }],
  [1.25e21, { digits: 1_250_000_000_000_000_000_000n, scale: 0 }],
  [Number.NaN, null],
  [Number.NEGATIVE_INFINITY, null],
])('the number %d is the decimal that it prints as', (number, decimal) => {
  expect(decimalOfNumber(number)).toEqual(decimal);
});
