import { expect, it } from 'vitest';
import { usualRules } from '#contract/billing-rules.ts';
import { hourInWords, rulesInWords } from './rules-in-words.ts';

const rules = { ...usualRules, hour: 10, catchUpDays: 3 };
const zone = 'Pacific Time';

it('the usual rules are read back', () => {
  expect(rulesInWords(rules, zone)).toEqual([
    'Orders are charged on the day they’re due, from 10 AM on (Pacific Time).',
    'A missed order is still charged for 3 days. After that it waits for your decision.',
    'A declined card is tried 3 more times, 3 days apart; then the order is skipped.',
    'A card that’s declined for good is never tried again: the order waits 9 days for another payment method; then the order is skipped.',
    'Customers whose card can’t be charged anymore get an email that asks for another payment method.',
    'An order with something out of stock is tried 5 more times, a day apart; then the order is skipped.',
    'Retries always end when the subscription’s next order is due.',
  ]);
});

it('each rule is read back as it is set', () => {
  const read = rulesInWords(
    {
      hour: 0,
      catchUpDays: 1,
      payment: { retries: 1, afterDays: 1, end: 'pause' },
      stock: { retries: 1, afterDays: 2, end: 'cancel' },
      isOversold: true,
      asksForMethod: false,
    },
    zone,
  );
  expect(read).toEqual([
    'Orders are charged on the day they’re due, from 12 AM on (Pacific Time).',
    'A missed order is still charged for a day. After that it waits for your decision.',
    'A declined card is tried once more, a day later; then the subscription is paused.',
    'A card that’s declined for good is never tried again: the order waits a day for another payment method; then the subscription is paused.',
    'Customers get no email that asks for another payment method.',
    'Products that are out of stock are sold anyway. An order that no location can ship is tried once more, 2 days later; then the subscription is canceled.',
    'Retries always end when the subscription’s next order is due.',
  ]);
});

it('what is not tried again waits for nothing', () => {
  const never = { retries: 0, afterDays: 3, end: 'skip' as const };
  const read = rulesInWords({ ...rules, catchUpDays: 0, payment: never, stock: never }, zone);
  expect(read).toContain('A missed order always waits for your decision.');
  expect(read).toContain('A declined card isn’t tried again: the order is skipped.');
  expect(read).toContain(
    'An order with something out of stock isn’t tried again: the order is skipped.',
  );
  expect(read.join(' ')).not.toContain('declined for good');
});

it.each([
  [0, '12 AM'],
  [9, '9 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %i is %s', (hour, words) => {
  expect(hourInWords(hour)).toBe(words);
});
