import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervals } from '#contract/limits.ts';
import { everyDelivery, type PlanTerms, type PricingPolicy } from '#contract/selling-plan.ts';
import { products, savedForms, savedTermsOf } from '../testing/plan-arbitraries.ts';
import { type Preview, previewedOrders, previewOfPlan, type ReadyPreview } from './plan-preview.ts';

const firstDay = '2026-01-31';

function ready(preview: Preview): ReadyPreview {
  if (preview.status !== 'ready') throw new Error(`No prices: ${preview.reason}`);
  return preview;
}

function percentage(value: number, afterCycle: number | null = null): PricingPolicy {
  return { adjustmentType: 'PERCENTAGE', adjustmentValue: { value }, afterCycle };
}

function weekly(pricingPolicies: PricingPolicy[]) {
  return { ...everyDelivery('WEEK', 1), pricingPolicies };
}

function pricesOf(policies: PricingPolicy[], price: string, currencyCode = 'USD'): number[] {
  const preview = ready(previewOfPlan(weekly(policies), { price, currencyCode }, firstDay));
  return preview.rows.map((row) => row.price);
}

/** Thousandths of a percent, so that the reference below needs no binary fractions. */
const thousandths = fc.integer({ min: 0, max: 100_000 });

/** The reference: the exact price is a fraction; the whole unit is the largest n with n - 1/2 <= price. */
function nearestUnit(numerator: bigint, denominator: bigint): number {
  let nearest = numerator / denominator;
  if ((numerator % denominator) * 2n >= denominator) nearest += 1n;
  return Number(nearest);
}

describe('prices', () => {
  it('agree with an exact fraction for every percentage', () => {
    fc.assert(
      fc.property(products, thousandths, (product, percent) => {
        const prices = pricesOf([percentage(percent / 1000)], product.price, product.currencyCode);
        const exact = nearestUnit(BigInt(product.minorUnits) * BigInt(100_000 - percent), 100_000n);
        expect(prices).toEqual(Array(previewedOrders).fill(exact));
      }),
    );
  });

  it('agree with an exact fraction for every fixed amount, and stop at nothing', () => {
    fc.assert(
      fc.property(products, fc.integer({ min: 1, max: 2_000_000_000 }), (product, amount) => {
        const policy: PricingPolicy = {
          adjustmentType: 'FIXED_AMOUNT',
          adjustmentValue: { value: amount / 10_000 },
          afterCycle: null,
        };
        const units = BigInt(product.minorUnits) * 10_000n;
        const left = units - BigInt(amount) * 10n ** BigInt(product.decimals);
        const exact = left <= 0n ? 0 : nearestUnit(left, 10_000n);
        expect(pricesOf([policy], product.price, product.currencyCode)[0]).toBe(exact);
      }),
    );
  });

  it('are whole, between nothing and the base price, and add up with the saving', () => {
    fc.assert(
      fc.property(products, savedForms, (product, form) => {
        const preview = previewOfPlan(savedTermsOf(form), product, firstDay);
        expect(ready(preview).basePrice).toBe(product.minorUnits);
        for (const row of ready(preview).rows) {
          expect(Number.isSafeInteger(row.price)).toBe(true);
          expect(row.price).toBeGreaterThanOrEqual(0);
          expect(row.price).toBeLessThanOrEqual(product.minorUnits);
          expect(row.price + row.saving).toBe(product.minorUnits);
        }
      }),
    );
  });

  it('never rise with the discount', () => {
    fc.assert(
      fc.property(products, thousandths, thousandths, (product, one, other) => {
        const [less = 0, more = 0] = [one, other].sort((left, right) => left - right);
        const price = (percent: number) =>
          pricesOf([percentage(percent / 1000)], product.price, product.currencyCode)[0] ?? -1;
        expect(price(more)).toBeLessThanOrEqual(price(less));
      }),
    );
  });

  it('are the base price at 0 percent and nothing at 100 percent', () => {
    fc.assert(
      fc.property(products, (product) => {
        const { price, currencyCode, minorUnits } = product;
        expect(new Set(pricesOf([percentage(0)], price, currencyCode))).toEqual(
          new Set([minorUnits]),
        );
        expect(new Set(pricesOf([], price, currencyCode))).toEqual(new Set([minorUnits]));
        expect(new Set(pricesOf([percentage(100)], price, currencyCode))).toEqual(new Set([0]));
      }),
    );
  });

  it('change exactly after the cycle that the policy names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (cycles) => {
        const prices = pricesOf([percentage(20), percentage(10, cycles)], '15.00');
        const expected = prices.map((_, index) => (index + 1 <= cycles ? 1200 : 1350));
        expect(prices).toEqual(expected);
      }),
    );
  });

  it.each([
    ['halves go up', [percentage(12.5)], '10.04', 'USD', 879],
    ['a binary fraction that is no decimal one', [percentage(0.1)], '1000.00', 'USD', 99_900],
    ['a yen has no cents', [percentage(12.5)], '1200.0', 'JPY', 1050],
    ['a dinar has three', [percentage(12.5)], '1.001', 'KWD', 876],
    ['a percentage written with an exponent', [percentage(1e-7)], '10.00', 'USD', 1000],
  ])('%s', (_name, policies, price, currencyCode, expected) => {
    expect(pricesOf(policies, price, currencyCode)[0]).toBe(expected);
  });

  it('take a set price as it is, above the base price too', () => {
    const policy: PricingPolicy = {
      adjustmentType: 'PRICE',
      adjustmentValue: { value: 18 },
      afterCycle: null,
    };
    const preview = ready(
      previewOfPlan(weekly([policy]), { price: '15', currencyCode: 'USD' }, firstDay),
    );
    expect(preview.rows[0]).toMatchObject({ price: 1800, saving: -300, percentOff: -20 });
  });
});

describe('phases', () => {
  it('say what the rows say', () => {
    fc.assert(
      fc.property(products, savedForms, (product, form) => {
        const preview = previewOfPlan(savedTermsOf(form), product, firstDay);
        for (const row of ready(preview).rows) {
          const phases = ready(preview).phases.filter(
            (phase) =>
              phase.fromOrder <= row.number && row.number <= (phase.throughOrder ?? Infinity),
          );
          expect(phases).toHaveLength(1);
          expect(phases[0]).toMatchObject({ price: row.price, saving: row.saving });
        }
      }),
    );
  });
});

describe('dates', () => {
  it('are twelve, and each later than the one before', () => {
    const days = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const counts = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(days, fc.constantFrom(...intervals), counts, (day, interval, intervalCount) => {
        const plan = { ...everyDelivery(interval, intervalCount), pricingPolicies: [] };
        const product = { price: '10.00', currencyCode: 'USD' };
        const dates = ready(previewOfPlan(plan, product, day)).rows.map((row) => row.date);
        expect(dates).toHaveLength(previewedOrders);
        expect(dates[0]).toBe(day);
        expect(new Set(dates).size).toBe(previewedOrders);
        expect(dates).toEqual([...dates].sort());
      }),
    );
  });

  it.each([
    ['MONTH', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['MONTH', 6, ['2026-01-31', '2026-07-31', '2027-01-31', '2027-07-31', '2028-01-31']],
    ['WEEK', 2, ['2026-01-31', '2026-02-14', '2026-02-28', '2026-03-14', '2026-03-28']],
    ['DAY', 30, ['2026-01-31', '2026-03-02', '2026-04-01', '2026-05-01', '2026-05-31']],
  ] as const)('step by %s × %i from the first day', (interval, intervalCount, expected) => {
    const plan = { ...everyDelivery(interval, intervalCount), pricingPolicies: [] };
    const product = { price: '10.00', currencyCode: 'USD' };
    const preview = ready(previewOfPlan(plan, product, firstDay, expected.length));
    expect(preview.rows.map((row) => row.date)).toEqual(expected);
  });

  it('come back to 29 February in leap years', () => {
    const plan = { ...everyDelivery('YEAR', 1), pricingPolicies: [] };
    const product = { price: '10.00', currencyCode: 'USD' };
    const preview = ready(previewOfPlan(plan, product, '2024-02-29', 5));
    expect(preview.rows.map((row) => row.date)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });

  it('say when they leave the calendar', () => {
    const plan = { ...everyDelivery('YEAR', 9000), pricingPolicies: [] };
    const preview = previewOfPlan(plan, { price: '10.00', currencyCode: 'USD' }, firstDay);
    expect(preview).toEqual({
      status: 'incomplete',
      reason: 'Orders are too far apart. Enter a smaller number to see prices.',
    });
  });

  it.each(['2026-02-30', '31.01.2026', '2026-1-1', ''])('need a real first day: "%s"', (day) => {
    const preview = previewOfPlan(weekly([]), { price: '10.00', currencyCode: 'USD' }, day);
    expect(preview).toEqual({
      status: 'incomplete',
      reason: 'We can’t tell the date of the first order.',
    });
  });
});

it.each(['', 'abc', '-1.00', '1e999999999'])(
  'a price that is unreadable is said: "%s"',
  (price) => {
    expect(previewOfPlan(weekly([]), { price, currencyCode: 'USD' }, firstDay)).toEqual({
      status: 'incomplete',
      reason: 'We don’t know this product’s price. Choose another product to see prices.',
    });
  },
);

describe('a plan that the form can not express', () => {
  const coffee = { price: '15.00', currencyCode: 'USD' };
  const { billingPolicy, deliveryPolicy } = everyDelivery('WEEK', 1);

  it('is paid for several deliveries at once where it is prepaid', () => {
    const prepaid = {
      deliveryPolicy,
      billingPolicy: everyDelivery('WEEK', 4).billingPolicy,
      pricingPolicies: [percentage(10)],
    };
    const preview = ready(previewOfPlan(prepaid, coffee, firstDay, 2));
    expect(preview).toMatchObject({ deliveries: 4, basePrice: 6000 });
    expect(preview.rows.map(({ date, price }) => [date, price])).toEqual([
      ['2026-01-31', 5400],
      ['2026-02-28', 5400],
    ]);
  });

  it('is on its roast days, and has no known days but the first where they aren’t of its interval', () => {
    const anchors = [{ type: 'WEEKDAY' as const, day: 1, month: null, cutoffDay: null }];
    const onMondays = {
      billingPolicy: { ...billingPolicy, anchors },
      deliveryPolicy: { ...deliveryPolicy, anchors },
      pricingPolicies: [],
    };
    const datesOf = (plan: PlanTerms) =>
      ready(previewOfPlan(plan, coffee, firstDay, 3)).rows.map(({ date }) => date);
    const monthly = everyDelivery('MONTH', 1);
    expect(datesOf({ ...onMondays, billingPolicy: { ...monthly.billingPolicy, anchors } })).toEqual(
      ['2026-01-31', null, null],
    );
    const weekly = everyDelivery('WEEK', 2);
    expect(
      datesOf({
        billingPolicy: { ...weekly.billingPolicy, anchors },
        deliveryPolicy: { ...weekly.deliveryPolicy, anchors, cutoff: 2 },
        pricingPolicies: [],
      }),
    ).toEqual(['2026-01-31', '2026-02-02', '2026-02-16']);
  });

  it('ends where it says so', () => {
    const threeOrders = {
      deliveryPolicy,
      billingPolicy: { ...billingPolicy, maxCycles: 3 },
      pricingPolicies: [],
    };
    expect(ready(previewOfPlan(threeOrders, coffee, firstDay)).rows).toHaveLength(3);
  });
});
