import { describe, expect, it } from 'vitest';
import { atLeastInWords, countInWords, planInWords, readOnlyReasonInWords } from './plan-words.ts';
import {
  type BillingPolicy,
  type DeliveryPolicy,
  everyDelivery,
  type PlanTerms,
  type RecurringBilling,
  readOnlyReasons,
} from './selling-plan.ts';

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
    ['USD', '$2.50 off'],
    ['JPY', '¥2 off'],
    ['KWD', 'KWD 2.500 off'],
  ])('writes an amount of %s', (currencyCode, words) => {
    const pricing: Policies = [{ ...percent(2.5), adjustmentType: 'FIXED_AMOUNT' }];
    const said = planInWords(plan(1, pricing), currencyCode).replace('\u00a0', ' ');
    expect(said).toBe(`Every week, ${words}`);
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
  const deposit = { checkoutCharge: { type: 'PRICE', value: { value: 5 } } } as const;
  const date = '2027-03-01T08:00:00Z';

  it.each<[string, PlanTerms]>([
    ['Every month, paid every 3 months for 3 deliveries', billed({ intervalCount: 3 })],
    [
      'Every month, at least 3 orders, ends after 12 orders',
      billed({ minCycles: 3, maxCycles: 12 }),
    ],
    ['Every month', billed({ minCycles: 1 })],
    [
      'Every month, on day 15 of the month and January 6',
      {
        ...billed({}),
        deliveryPolicy: {
          ...everyDelivery('MONTH', 1).deliveryPolicy,
          anchors: [
            { type: 'MONTHDAY', day: 15, month: null, cutoffDay: null },
            { type: 'YEARDAY', day: 6, month: 1, cutoffDay: null },
          ],
        },
      },
    ],
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
  ])('says "%s"', (words, terms) => {
    expect(planInWords(terms, 'USD')).toBe(words);
  });
});

it('says every reason in a sentence', () => {
  for (const reason of readOnlyReasons)
    expect(readOnlyReasonInWords(reason)).toMatch(/^It .+\.$|^Its .+\.$|^The .+\.$|^One .+\.$/);
});

it.each([
  [1, '1 variant'],
  [2000, '2,000 variants'],
  [0, '0 variants'],
])('counts %i', (count, words) => {
  expect(countInWords(count, 'variant')).toBe(words);
});

it('says where a count did not come to its end', () => {
  expect(atLeastInWords({ count: 20, precision: 'EXACT' })).toBe('20');
  expect(atLeastInWords({ count: 20, precision: 'AT_LEAST' })).toBe('20+');
});
