import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './format.ts';
import { deliveriesOf, isPaidAtEveryDelivery, orderPriceOf, planPricesOf } from './order-prices.ts';
import { adjustmentInWords } from './plan-words.ts';
import {
  everyDelivery,
  type Interval,
  type PlanTerms,
  type PricingPolicy,
  type RecurringBilling,
} from './selling-plan.ts';
import { policy, preOrder } from './testing/plan-terms.ts';

const coffee = { price: '15.00', currencyCode: 'USD' };

function weekly(
  pricingPolicies: PricingPolicy[],
  billing: Partial<RecurringBilling> = {},
): PlanTerms {
  const terms = everyDelivery('WEEK', 1);
  return { ...terms, billingPolicy: { ...terms.billingPolicy, ...billing }, pricingPolicies };
}

function pricesOf(plan: PlanTerms, product = coffee) {
  const prices = planPricesOf(plan, product);
  if (prices === null) throw new Error('no prices');
  return prices;
}

const discountedPreOrder: PlanTerms = {
  ...preOrder,
  pricingPolicies: [policy('PERCENTAGE', 10)],
};

describe('the prices of a plan', () => {
  it('are those of as many deliveries as a payment covers', () => {
    const prepaid = weekly([policy('FIXED_AMOUNT', 10)], { intervalCount: 4 });
    const prices = pricesOf(prepaid);
    expect(prices).toMatchObject({ deliveries: 4, basePrice: 6000 });
    expect(orderPriceOf(prices, 1)).toEqual({ price: 5000, saving: 1000, percentOff: 16.67 });
  });

  it('end with the plan', () => {
    const prices = pricesOf(
      weekly([policy('PERCENTAGE', 20), policy('PERCENTAGE', 10, 2), policy('PERCENTAGE', 5, 6)], {
        maxCycles: 3,
      }),
    );
    expect(prices.phases).toMatchObject([
      { fromOrder: 1, throughOrder: 2, price: 1200 },
      { fromOrder: 3, throughOrder: 3, price: 1350 },
    ]);
    expect(orderPriceOf(prices, 3)?.price).toBe(1350);
    expect(orderPriceOf(prices, 4)).toBeNull();
  });

  it('are one order for a plan that delivers once, deposit and rest together', () => {
    const prices = pricesOf(discountedPreOrder);
    expect(prices).toMatchObject({ lastOrder: 1, deliveries: 1 });
    expect(orderPriceOf(prices, 1)?.price).toBe(1350);
    expect(orderPriceOf(prices, 2)).toBeNull();
  });

  it.each<[PricingPolicy[], typeof coffee]>([
    [[policy('PRICE', 1e300)], coffee],
    [[policy('PERCENTAGE', Number.NaN)], coffee],
    [[], { price: 'free', currencyCode: 'USD' }],
    [[], { price: '1.00', currencyCode: '' }],
  ])('are unknown for %j with %j', (policies, product) => {
    expect(planPricesOf(weekly(policies), product)).toBeNull();
  });

  it('save exactly what an amount off says', () => {
    const amounts = fc
      .integer({ min: 1, max: 140_000 })
      .map((tenThousandths) => tenThousandths / 1e4);
    const currencies = fc.constantFrom('USD', 'JPY', 'KWD');
    fc.assert(
      fc.property(amounts, currencies, (value, currencyCode) => {
        const discount = policy('FIXED_AMOUNT', value);
        const prices = pricesOf(weekly([discount]), { price: '15', currencyCode });
        const saving = orderPriceOf(prices, 1)?.saving ?? -1;
        expect(adjustmentInWords(discount, currencyCode)).toBe(
          `${formatMoney(saving, currencyCode)} off`,
        );
      }),
    );
  });

  it('leave $12.50 of $15.00 after $2.505 off, and say $2.50', () => {
    const discount = policy('FIXED_AMOUNT', 2.505);
    expect(orderPriceOf(pricesOf(weekly([discount])), 1)).toMatchObject({
      price: 1250,
      saving: 250,
    });
    expect(adjustmentInWords(discount, 'USD')).toBe('$2.50 off');
  });

  it('cost exactly what a set price says', () => {
    const amounts = fc
      .integer({ min: 0, max: 140_000 })
      .map((tenThousandths) => tenThousandths / 1e4);
    fc.assert(
      fc.property(amounts, fc.constantFrom('USD', 'JPY', 'KWD'), (value, currencyCode) => {
        const set = policy('PRICE', value);
        const price = orderPriceOf(
          pricesOf(weekly([set]), { price: '15', currencyCode }),
          1,
        )?.price;
        expect(adjustmentInWords(set, currencyCode)).toBe(
          `for ${formatMoney(price ?? -1, currencyCode)}`,
        );
      }),
    );
  });
});

describe('the phases of a plan', () => {
  const phasesOf = (policies: PricingPolicy[], price = '15.00') =>
    pricesOf(weekly(policies), { ...coffee, price }).phases.map(
      ({ fromOrder, throughOrder, price, percentOff }) => [
        fromOrder,
        throughOrder,
        price,
        percentOff,
      ],
    );

  it('follow the cycles of their policies, whatever order those come in', () => {
    const policies = [
      policy('PERCENTAGE', 50),
      policy('PERCENTAGE', 20, 1),
      policy('PERCENTAGE', 10, 3),
    ];
    const phases = [
      [1, 1, 750, 50],
      [2, 3, 1200, 20],
      [4, null, 1350, 10],
    ];
    expect(phasesOf(policies)).toEqual(phases);
    expect(phasesOf(policies.toReversed())).toEqual(phases);
  });

  it('are one where a later policy says the same, and two where only the percentage differs', () => {
    const same = policy('PERCENTAGE', 10);
    expect(phasesOf([same, { ...same, afterCycle: 2 }])).toHaveLength(1);
    expect(phasesOf([same, policy('PERCENTAGE', 0, 2)], '0.05')).toEqual([
      [1, 2, 5, 10],
      [3, null, 5, 0],
    ]);
  });

  it('neither cost less than nothing nor more than a number can say', () => {
    expect(phasesOf([policy('PERCENTAGE', 150)])).toEqual([[1, null, 0, 150]]);
    expect(phasesOf([policy('FIXED_AMOUNT', -10)])).toEqual([[1, null, 1500, 0]]);
    expect(phasesOf([policy('FIXED_AMOUNT', 1)], '0.00')).toEqual([[1, null, 0, 0]]);
    const yen = { price: '100', currencyCode: 'JPY' };
    const most = Number.MAX_SAFE_INTEGER;
    expect(pricesOf(weekly([policy('PRICE', most)]), yen).phases[0]?.price).toBe(most);
    expect(planPricesOf(weekly([policy('PRICE', most + 1)]), yen)).toBeNull();
    const dear = { price: '99999999999.00', currencyCode: 'USD' };
    expect(planPricesOf(weekly([], { intervalCount: 901 }), dear)).toBeNull();
  });
});

describe('the deliveries of a payment', () => {
  it.each<[number, Interval, number, Interval, number]>([
    [1, 'WEEK', 1, 'WEEK', 1],
    [4, 'WEEK', 1, 'WEEK', 4],
    [1, 'YEAR', 3, 'MONTH', 4],
    [14, 'DAY', 1, 'WEEK', 2],
    [7, 'DAY', 1, 'WEEK', 1],
    [1, 'MONTH', 1, 'WEEK', 1],
  ])('paid every %i %s, delivered every %i %s: %i', (paid, billing, delivered, delivery, count) => {
    const { billingPolicy } = everyDelivery(billing, paid);
    const { deliveryPolicy } = everyDelivery(delivery, delivered);
    expect(deliveriesOf({ billingPolicy, deliveryPolicy })).toBe(count);
  });

  it('is one where either side happens once, or the cycles do not measure each other', () => {
    const monthly = everyDelivery('MONTH', 1);
    const daily = everyDelivery('DAY', 1);
    const { billingPolicy, deliveryPolicy } = preOrder;
    for (const policies of [
      preOrder,
      { ...monthly, billingPolicy },
      { ...monthly, deliveryPolicy },
      { billingPolicy: monthly.billingPolicy, deliveryPolicy: daily.deliveryPolicy },
    ]) {
      expect(deliveriesOf(policies)).toBe(1);
      expect(isPaidAtEveryDelivery(policies)).toBe(false);
    }
    expect(isPaidAtEveryDelivery(monthly)).toBe(true);
    const prepaid = { ...monthly, billingPolicy: everyDelivery('YEAR', 1).billingPolicy };
    expect(isPaidAtEveryDelivery(prepaid)).toBe(false);
  });
});
