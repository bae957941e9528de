import { describe, expect, it } from 'vitest';
import type { Billing, FailureClass, RecurringSummary } from '#contract/recurring-orders.ts';
import { wordsOfMorning } from './recurring-words.ts';

const none = {
  upcoming: 0,
  charging: 0,
  charged: 0,
  failed: 0,
  'to decide': 0,
  ended: 0,
  left: 0,
};

const quiet: RecurringSummary = {
  state: 'live',
  today: { day: '2026-11-23', counts: none, charged: [] },
  failures: [],
  toDecide: 0,
  expected: { orders: 0, money: [] },
};

const billing: Pick<Billing, 'stopped' | 'subscriptions' | 'grantUrl' | 'timeZone'> = {
  stopped: null,
  subscriptions: 'known',
  grantUrl: null,
  timeZone: 'America/Los_Angeles',
};

const today = (counts: Partial<typeof none>, charged: RecurringSummary['today']['charged'] = []) =>
  wordsOfMorning(
    { ...quiet, today: { ...quiet.today, counts: { ...none, ...counts }, charged } },
    billing,
  );

describe('a day of recurring orders', () => {
  it('is calm where nothing is due', () => {
    expect(wordsOfMorning(quiet, billing)).toEqual({
      state: 'live',
      day: '2026-11-23',
      notice: null,
      due: { value: '0', comparison: 'Nothing due' },
      charged: { value: '0', comparison: 'None so far today' },
      failed: { value: '0', comparison: 'Nothing failed' },
      toDecide: { value: '0', comparison: 'Nothing to decide' },
      expected: { value: '–', comparison: 'No orders ahead' },
      failures: [],
      isMoving: false,
    });
  });

  it('counts as due what is or was to be charged, and tells the rest apart', () => {
    const { due, isMoving } = today({
      upcoming: 1200,
      charging: 2,
      charged: 3,
      failed: 4,
      'to decide': 5,
      ended: 6,
      left: 7,
    });
    expect(due).toEqual({
      value: '1,220',
      comparison: '1,200 still to come, 2 being charged, 7 skipped or paused',
    });
    expect(isMoving).toBe(true);
  });

  it('promises nothing while billing is stopped', () => {
    const day = { ...quiet.today, counts: { ...none, upcoming: 12, charged: 1 } };
    const { due, isMoving } = wordsOfMorning({ ...quiet, state: 'stopped', today: day }, billing);
    expect(due).toEqual({ value: '13', comparison: '12 not charged' });
    expect(isMoving).toBe(false);
  });

  it('is done once nothing of it is still to come', () => {
    const { due, charged, isMoving } = today({ charged: 9, failed: 1 }, [
      { amount: 120400, currencyCode: 'USD' },
      { amount: 3000, currencyCode: 'EUR' },
    ]);
    expect(due).toEqual({ value: '10', comparison: 'Done for today' });
    expect(charged).toEqual({ value: '9', comparison: '$1,204.00 + €30.00, before tax' });
    expect(isMoving).toBe(false);
  });
});

it('failures are counted by who can do something about them, the most frequent first', () => {
  const reason = (failureClass: FailureClass, happened: string, orders: number) => ({
    failureClass,
    happened,
    orders,
  });
  const { failed, failures } = wordsOfMorning(
    {
      ...quiet,
      failures: [
        reason('method', 'The card has expired.', 1000),
        reason('stock', 'A product is out of stock.', 2),
        reason('later', 'PayPal had a problem.', 1),
        reason('later', 'The card’s limit is reached.', 2),
      ],
    },
    billing,
  );
  expect(failed.value).toBe('1,005');
  expect(failures).toEqual([
    { failureClass: 'method', text: '1,000 orders: The card has expired.' },
    { failureClass: 'later', text: '3 orders: Tried again later' },
    { failureClass: 'stock', text: '2 orders: A product is out of stock.' },
  ]);
});

it('what is expected is said per currency, before tax', () => {
  const money = [
    { amount: 1250, currencyCode: 'USD' },
    { amount: 1250, currencyCode: 'JPY' },
  ];
  const { expected, toDecide } = wordsOfMorning(
    { ...quiet, toDecide: 2, expected: { orders: 2, money } },
    billing,
  );
  expect(expected).toEqual({
    value: '$12.50 + ¥1,250',
    comparison: '2 orders at today’s prices, before tax',
  });
  expect(toDecide).toEqual({ value: '2', comparison: 'Charged only if you say so' });
});

describe('what keeps everything from being charged', () => {
  const noticeOf = (state: RecurringSummary['state'], known: Partial<typeof billing>) =>
    wordsOfMorning({ ...quiet, state }, { ...billing, ...known }).notice;
  // In the store it is still the day before.
  const at = '2026-11-21T03:00:00.000Z';

  it('is said with its reason and its day in the store, where it is the store’s own fault', () => {
    const because = { happened: 'Your payment account has a problem.', whatToDo: 'Fix it.' };
    expect(noticeOf('stopped', { stopped: { at, because } })).toEqual({
      title: 'Billing has been stopped since Nov 20, 2026',
      text: 'Your payment account has a problem. Fix it.',
      action: 'Go to Recurring Orders',
      url: '/recurring-orders',
    });
  });

  it('is said where the merchant stopped it, also when it was started again since it was counted', () => {
    const text = 'Nothing is charged until you start billing again.';
    expect(noticeOf('stopped', { stopped: { at, because: null } })).toMatchObject({ text });
    expect(noticeOf('stopped', {})).toMatchObject({ title: 'Billing is stopped', text });
  });

  it.each(['live', 'before'] as const)(
    'leads to where the merchant grants what is missing: %s',
    (state) => {
      const grantUrl = 'https://admin.example/grant';
      expect(noticeOf(state, { subscriptions: 'refused', grantUrl })).toMatchObject({
        title: 'Cadence needs your permission to charge recurring orders',
        url: '/settings',
      });
    },
  );

  it.each([
    ['refused', 'We can’t read your subscriptions right now'],
    ['reading', 'Cadence is reading your subscriptions'],
  ] as const)('is said while the subscriptions are %s', (subscriptions, title) => {
    expect(noticeOf('live', { subscriptions })).toMatchObject({ title });
  });

  it('is no news before the store bills', () => {
    expect(noticeOf('before', { subscriptions: 'reading' })).toBeNull();
  });
});
