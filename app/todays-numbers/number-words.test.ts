import { describe, expect, it } from 'vitest';
import type { Summary } from '#contract/analytics.ts';
import {
  wordsOfCount,
  wordsOfNewSubscriptions,
  wordsOfRevenue,
  wordsOfWidget,
} from './number-words.ts';

const none = { current: 0, previous: 0 };

function summaryOf(
  values: Partial<Summary>,
  asOf: string | null = '2026-11-21T08:00:00Z',
): Summary {
  return {
    collection: {
      asOf,
      isCollecting: false,
      hasFailed: false,
      hasAllOrders: true,
      orders: 10,
      timeZone: 'America/Los_Angeles',
      unknownTimeZone: null,
      grantUrl: 'https://grant.example',
    },
    currencyCode: 'USD',
    activeSubscriptions: none,
    newSubscriptions: none,
    revenue: none,
    ...values,
  };
}

describe('the numbers of Home', () => {
  it.each([
    [{ current: 12, previous: 10 }, '12', '20% more than in the 30 days before'],
    [{ current: 9, previous: 12 }, '9', '25% less than in the 30 days before'],
    [{ current: 1_200, previous: 1_200 }, '1,200', 'As in the 30 days before'],
    [{ current: 3, previous: 0 }, '3', 'None in the 30 days before'],
    [{ current: 0, previous: 4 }, '0', '100% less than in the 30 days before'],
  ])('stand beside those before: %j', (newSubscriptions, value, comparison) => {
    expect(wordsOfNewSubscriptions(summaryOf({ newSubscriptions }))).toEqual({ value, comparison });
  });

  it('are money in the currency of the store', () => {
    const revenue = { current: 123_450, previous: 0 };
    expect(wordsOfRevenue(summaryOf({ revenue })).value).toBe('$1,234.50');
    expect(wordsOfRevenue(summaryOf({ revenue, currencyCode: 'JPY' })).value).toBe('¥123,450');
  });

  it('say that there are none, not yet, or not now', () => {
    expect(wordsOfRevenue(summaryOf({}))).toEqual({ value: 'None yet' });
    expect(wordsOfRevenue(summaryOf({}, null)).comparison).toBe('Your orders are being collected');
    expect(wordsOfRevenue(null).comparison).toBe('Not available right now');
    expect(wordsOfWidget(null).comparison).toBe('Not available right now');
    expect(wordsOfCount(undefined).comparison).toBe('Not available right now');
  });

  it('never claim more than was counted', () => {
    expect(wordsOfCount({ count: 1_500, precision: 'EXACT' }).value).toBe('1,500');
    expect(wordsOfCount({ count: 40, precision: 'AT_LEAST' }).value).toBe('40 or more');
    expect(wordsOfWidget(true).value).toBe('Live');
    expect(wordsOfWidget(false).value).toBe('Not live');
  });
});
