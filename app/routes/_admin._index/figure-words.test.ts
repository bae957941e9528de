import { describe, expect, it } from 'vitest';
import type { Summary, Totals } from '#contract/analytics.ts';
import { analyticsExample } from '../../testing/analytics-example.ts';
import {
  wordsOfCount,
  wordsOfNewSubscriptions,
  wordsOfRevenue,
  wordsOfWidget,
} from './figure-words.ts';

function summaryOf(
  current: Partial<Totals>,
  previous: Partial<Totals> = {},
  more: Partial<Summary> = {},
): Summary {
  const none = { newSubscriptions: 0, revenue: 0 };
  return {
    orderImport: analyticsExample.orderImport,
    currencyCode: 'USD',
    from: '2026-10-23',
    to: '2026-11-21',
    hasOtherCurrencies: false,
    current: { ...none, ...current },
    previous: { ...none, ...previous },
    ...more,
  };
}

describe('the key figures of Home', () => {
  it.each([
    [12, 10, '12', 'Last 30 days, up 20% on the 30 before'],
    [9, 12, '9', 'Last 30 days, down 25% on the 30 before'],
    [1_200, 1_200, '1,200', 'Last 30 days, same as the 30 before'],
    [3, 0, '3', 'Last 30 days, none in the 30 before'],
    [0, 4, '0', 'Last 30 days, down 100% on the 30 before'],
    [0, 0, '0', 'Last 30 days'],
  ])('say of when they are, beside those before: %j', (now, before, value, comparison) => {
    const summary = summaryOf({ newSubscriptions: now }, { newSubscriptions: before });
    expect(wordsOfNewSubscriptions(summary)).toEqual({ value, comparison });
  });

  it('are money in the currency of the store', () => {
    const revenue = 123_450;
    expect(wordsOfRevenue(summaryOf({ revenue })).value).toBe('$1,234.50');
    expect(wordsOfRevenue(summaryOf({ revenue }, {}, { currencyCode: 'JPY' })).value).toBe(
      '¥123,450',
    );
  });

  it('say that revenue leaves out other currencies, where there are some', () => {
    const summary = summaryOf({ revenue: 100 }, {}, { hasOtherCurrencies: true });
    expect(wordsOfRevenue(summary).comparison).toBe(
      'Last 30 days, none in the 30 before. Without other currencies.',
    );
    expect(wordsOfNewSubscriptions(summary).comparison).not.toContain('currencies');
  });

  it.each([
    ['none', 'Shopify has no subscriptions to count.'],
    ['reading', 'Counted by orders for now.'],
    ['refused', 'Counted by orders.'],
  ] as const)(
    'say of subscriptions what counts them while they are not known, or none: %s',
    (subscriptions, words) => {
      const orderImport = { ...analyticsExample.orderImport, subscriptions };
      const summary = summaryOf({ newSubscriptions: 3, revenue: 100 }, {}, { orderImport });
      const days = 'Last 30 days, none in the 30 before';
      expect(wordsOfNewSubscriptions(summary).comparison).toBe(`${days}. ${words}`);
      expect(wordsOfRevenue(summary).comparison).toBe(days);
      const unread = summaryOf({}, {}, { orderImport: { ...orderImport, asOf: null } });
      expect(wordsOfNewSubscriptions(unread).comparison).toBe('Cadence is reading your orders');
    },
  );

  it('say that there are none yet, or not now', () => {
    const orderImport = { ...analyticsExample.orderImport, asOf: null };
    const unread = summaryOf({}, {}, { orderImport });
    expect(wordsOfRevenue(unread).comparison).toBe('Cadence is reading your orders');
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
