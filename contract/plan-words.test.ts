import { describe, expect, it } from 'vitest';
import { lowerFirst, planInWords, readOnlyReasonInWords } from './plan-words.ts';
import {
  type Anchor,
  type BillingPolicy,
  type DeliveryPolicy,
  everyDelivery,
  type PlanTerms,
  type RecurringBilling,
  readOnlyReasons,
} from './selling-plan.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

type Policies = PlanTerms['pricingPolicies'];

function plan(intervalCount: number, pricingPolicies: Policies): PlanTerms {
  return { ...everyDelivery('WEEK', intervalCount), pricingPolicies };
}

const percent = (value: number, afterCycle: number | null = null): Policies[number] => ({
  adjustmentType: 'PERCENTAGE',
  adjustmentValue: { value },
  afterCycle,
});

describe('planInWords', () => {
  it.each<[string, number, Policies]>([
    ['Every week', 1, []],
    ['Every 2 weeks', 2, []],
    ['Every week', 1, [percent(0)]],
    ['Every 2 weeks, 10% off', 2, [percent(10)]],
    ['Every week, 12.5% off', 1, [percent(12.5)]],
    ['Every week, 33.335% off', 1, [percent(33.335)]],
    ['Every week, 20% off the first order, then 10% off', 1, [percent(20), percent(10, 1)]],
    ['Every week, 20% off the first 3 orders, then full price', 1, [percent(20), percent(0, 3)]],
    ['Every week, full price for the first order, then 5% off', 1, [percent(0), percent(5, 1)]],
    [
      'Every week, 20% off the first order, then 10% off until order 4, then 5% off',
      1,
      [percent(20), percent(10, 1), percent(5, 4)],
    ],
    ['Every week, $2.50 off', 1, [{ ...percent(2.5), adjustmentType: 'FIXED_AMOUNT' }]],
    ['Every week, for $9.00', 1, [{ ...percent(9), adjustmentType: 'PRICE' }]],
  ])('says "%s"', (words, count, policies) => {
    expect(planInWords(plan(count, policies), 'USD')).toBe(words);
  });

  it.each([
    ['Every day', 'DAY', 1],
    ['Every 3 days', 'DAY', 3],
    ['Every month', 'MONTH', 1],
    ['Every 2 months', 'MONTH', 2],
    ['Every year', 'YEAR', 1],
    ['Every 4 years', 'YEAR', 4],
  ] as const)('says "%s"', (words, interval, count) => {
    expect(planInWords({ ...everyDelivery(interval, count), pricingPolicies: [] }, 'USD')).toBe(
      words,
    );
  });

  it.each([
    ['USD', '$2.50 off'],
    ['JPY', '¥2 off'],
    ['KWD', 'KWD 2.500 off'],
    ['', '2.5 off'],
    ['ABCDE', '2.5 ABCDE off'],
  ])('writes an amount of %s', (currencyCode, words) => {
    const pricing: Policies = [{ ...percent(2.5), adjustmentType: 'FIXED_AMOUNT' }];
    const said = planInWords(plan(1, pricing), currencyCode).replace('\u00a0', ' ');
    expect(said).toBe(`Every week, ${words}`);
  });

  it.each([
    [2.34567, '2.3457 off'],
    [Number.POSITIVE_INFINITY, '∞ off'],
  ])('writes %d of no currency', (value, words) => {
    const pricing: Policies = [{ ...percent(value), adjustmentType: 'FIXED_AMOUNT' }];
    expect(planInWords(plan(1, pricing), '')).toBe(`Every week, ${words}`);
  });

  it('writes what is no amount as a number', () => {
    const pricing: Policies = [{ ...percent(Number.NaN), adjustmentType: 'PRICE' }];
    expect(planInWords(plan(1, pricing), 'USD')).toBe('Every week, for NaN USD');
  });

  const recurring = everyDelivery('MONTH', 1);
  const billed = (billing: Partial<RecurringBilling>): PlanTerms => {
    return {
      ...recurring,
      billingPolicy: { ...recurring.billingPolicy, ...billing },
      pricingPolicies: [],
    };
  };
  const once = (
    billing: Partial<Extract<BillingPolicy, { type: 'FIXED' }>>,
    delivery: Partial<Extract<DeliveryPolicy, { type: 'FIXED' }>>,
  ): PlanTerms => ({
    billingPolicy: {
      type: 'FIXED',
      checkoutCharge: { type: 'PERCENTAGE', value: { value: 100 } },
      remainingBalanceChargeTrigger: 'NO_REMAINING_BALANCE',
      remainingBalanceChargeExactTime: null,
      remainingBalanceChargeTimeAfterCheckout: null,
      ...billing,
    },
    deliveryPolicy: {
      type: 'FIXED',
      fulfillmentTrigger: 'ASAP',
      fulfillmentExactTime: null,
      anchors: [],
      ...delivery,
    },
    pricingPolicies: [],
  });
  const anchored = (...anchors: Array<[type: Anchor['type'], day: number, month?: number]>) => ({
    ...billed({}),
    deliveryPolicy: {
      ...recurring.deliveryPolicy,
      anchors: anchors.map(([type, day, month = null]) => ({ type, day, month, cutoffDay: null })),
    },
  });
  const deposit = { checkoutCharge: { type: 'PRICE', value: { value: 5 } } } as const;
  const date = '2027-03-01T22:00:00-08:00';

  it.each<[string, PlanTerms]>([
    ['Every month, paid every 3 months for 3 deliveries', billed({ intervalCount: 3 })],
    [
      'Every month, at least 3 orders, ends after 12 orders',
      billed({ minCycles: 3, maxCycles: 12 }),
    ],
    ['Every month', billed({ minCycles: 1 })],
    ['Every month, ends after 1 order', billed({ maxCycles: 1 })],
    ['Every month, at least 2 orders', billed({ minCycles: 2 })],
    ['Every month, paid every 6 weeks', billed({ interval: 'WEEK', intervalCount: 6 })],
    [
      'Every month, on day 15 of the month and January 6',
      anchored(['MONTHDAY', 15], ['YEARDAY', 6, 1]),
    ],
    ...weekdays.map((weekday, index): [string, PlanTerms] => [
      `Every month, on ${weekday}s`,
      anchored(['WEEKDAY', index + 1]),
    ]),
    ...months.map((month, index): [string, PlanTerms] => [
      `Every month, on ${month} 31`,
      anchored(['YEARDAY', 31, index + 1]),
    ]),
    ['Every month, on weekday 8s', anchored(['WEEKDAY', 8])],
    ['Every month, on month 13 1', anchored(['YEARDAY', 1, 13])],
    ['Every month, on month null 1', anchored(['YEARDAY', 1])],
    ['Delivered once, as soon as possible, paid at checkout', once({}, {})],
    [
      'Delivered once, on Mar 1, 2027, $5.00 paid at checkout, the rest 30 days after checkout',
      once(
        {
          ...deposit,
          remainingBalanceChargeTrigger: 'TIME_AFTER_CHECKOUT',
          remainingBalanceChargeTimeAfterCheckout: 'P30D',
        },
        { fulfillmentTrigger: 'EXACT_TIME', fulfillmentExactTime: date },
      ),
    ],
    [
      'Delivered once, on a day to be announced, $5.00 paid at checkout, the rest on Mar 1, 2027',
      once(
        {
          ...deposit,
          remainingBalanceChargeTrigger: 'EXACT_TIME',
          remainingBalanceChargeExactTime: date,
        },
        { fulfillmentTrigger: 'UNKNOWN' },
      ),
    ],
    [
      'Delivered once, on Mondays, paid at checkout',
      once(
        {},
        {
          fulfillmentTrigger: 'ANCHOR',
          anchors: [{ type: 'WEEKDAY', day: 1, month: null, cutoffDay: null }],
        },
      ),
    ],
    [
      'Delivered once, on some day, paid at checkout',
      once({}, { fulfillmentTrigger: 'EXACT_TIME', fulfillmentExactTime: 'some day' }),
    ],
    [
      'Delivered once, paid at checkout',
      once({}, { fulfillmentTrigger: 'EXACT_TIME', fulfillmentExactTime: null }),
    ],
    [
      'Delivered once, as soon as possible, 12.5% paid at checkout, the rest on fulfillment',
      once(
        {
          checkoutCharge: { type: 'PERCENTAGE', value: { value: 12.5 } },
          remainingBalanceChargeTrigger: 'ON_FULFILLMENT',
        },
        {},
      ),
    ],
    ...[
      ['the rest 1 day after checkout', 'P1D'],
      ['the rest 1,000 days after checkout', 'P1000D'],
      ['the rest later', 'P1M'],
      ['the rest later', 'P1DT2H'],
      ['the rest later', 'XP1D'],
      ['the rest later', null],
    ].map(([rest, remainingBalanceChargeTimeAfterCheckout = null]): [string, PlanTerms] => [
      `Delivered once, as soon as possible, $5.00 paid at checkout, ${rest}`,
      once(
        {
          ...deposit,
          remainingBalanceChargeTrigger: 'TIME_AFTER_CHECKOUT',
          remainingBalanceChargeTimeAfterCheckout,
        },
        {},
      ),
    ]),
    [
      'Delivered once, as soon as possible, $5.00 paid at checkout, the rest later',
      once({ ...deposit, remainingBalanceChargeTrigger: 'EXACT_TIME' }, {}),
    ],
  ])('says "%s"', (words, terms) => {
    expect(planInWords(terms, 'USD')).toBe(words);
  });
});

it('says every reason in a sentence of its own', () => {
  const sentences = readOnlyReasons.map(readOnlyReasonInWords);
  for (const sentence of sentences) expect(sentence).toMatch(/^(It|Its|The|One) .+\.$/);
  expect(new Set(sentences).size).toBe(readOnlyReasons.length);
});

it('begins a sentence in its middle', () => {
  expect(lowerFirst('Every Week')).toBe('every Week');
});
