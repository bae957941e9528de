import { describe, expect, it } from 'vitest';
import { everyDelivery, type PricingPolicy } from '#contract/selling-plan.ts';
import { previewOfPlan, type ReadyPreview } from './plan-preview.ts';
import { optionText, summaryOf, warningsOf } from './preview-texts.ts';

type Adjustment = [PricingPolicy['adjustmentType'], number, (number | null)?];

function previewWith(
  adjustments: Adjustment[],
  price = '15.00',
  currencyCode = 'USD',
): ReadyPreview {
  const pricingPolicies = adjustments.map(([adjustmentType, value, afterCycle = null]) => ({
    adjustmentType,
    adjustmentValue: { value },
    afterCycle,
  }));
  const plan = { ...everyDelivery('WEEK', 1), pricingPolicies };
  const preview = previewOfPlan(plan, { price, currencyCode }, '2026-01-31');
  if (preview.status !== 'ready') throw new Error(preview.reason);
  return preview;
}

describe('summaryOf', () => {
  it.each<[Adjustment[], string]>([
    [[], 'Every order costs $15.00 (no discount).'],
    [[['PERCENTAGE', 12.5]], 'Every order costs $13.13 (12.5% off).'],
    [
      [
        ['PERCENTAGE', 20],
        ['PERCENTAGE', 10, 3],
      ],
      'Orders 1–3 cost $12.00 (20% off), then $13.50 (10% off).',
    ],
    [
      [
        ['PERCENTAGE', 20],
        ['PERCENTAGE', 0, 1],
      ],
      'Order 1 costs $12.00 (20% off), then $15.00 (no discount).',
    ],
    [
      [
        ['PERCENTAGE', 10],
        ['PERCENTAGE', 10, 4],
      ],
      'Every order costs $13.50 (10% off).',
    ],
    [[['PRICE', 18]], 'Every order costs $18.00 (20% more than a one-time purchase).'],
    [
      [
        ['PERCENTAGE', 30],
        ['PERCENTAGE', 20, 1],
        ['PERCENTAGE', 10, 3],
      ],
      'Order 1 costs $10.50 (30% off), then orders 2–3 cost $12.00 (20% off), then $13.50 (10% off).',
    ],
  ])('%j', (adjustments, expected) => {
    expect(summaryOf(previewWith(adjustments))).toBe(expected);
  });

  it('says that a free product has nothing to discount', () => {
    const preview = previewWith([['PERCENTAGE', 20]], '0.00');
    expect(summaryOf(preview)).toBe('This product is free, so there is nothing to discount.');
    expect(warningsOf(preview)).toEqual([]);
  });

  it("writes money the currency's way", () => {
    const yen = previewWith([['FIXED_AMOUNT', 100]], '1200.0', 'JPY');
    expect(summaryOf(yen)).toBe('Every order costs ¥1,100 (8.33% off).');
    const dinars = previewWith([['FIXED_AMOUNT', 0.125]], '1.250', 'KWD');
    expect(summaryOf(dinars)).toBe('Every order costs KWD\u00a01.125 (10% off).');
  });
});

describe('warningsOf', () => {
  it.each<[string, Adjustment[], string[]]>([
    ['an ordinary discount', [['PERCENTAGE', 49]], []],
    [
      'half the price',
      [['PERCENTAGE', 50]],
      ['Every order is 50% off. Make sure that’s what you want.'],
    ],
    [
      'an amount above the price',
      [['FIXED_AMOUNT', 20]],
      ['Every order is free. Customers pay nothing for this product.'],
    ],
    [
      'free first orders',
      [
        ['PERCENTAGE', 100],
        ['PERCENTAGE', 10, 2],
      ],
      ['Orders 1–2 are free. Customers pay nothing for this product.'],
    ],
    [
      'a first-order discount smaller than the recurring one',
      [
        ['PERCENTAGE', 5],
        ['PERCENTAGE', 10, 1],
      ],
      [
        'Order 1 costs more ($14.25) than the ones after ($13.50). ' +
          'The first-order discount is smaller than the recurring one.',
      ],
    ],
    [
      'a price above the one-time one',
      [['PRICE', 18]],
      ['Every order costs more than a one-time purchase ($15.00).'],
    ],
  ])('%s', (_name, adjustments, expected) => {
    expect(warningsOf(previewWith(adjustments))).toEqual(expected);
  });
});

describe('optionText', () => {
  it.each([
    ['WEEK', '1', 'Every week'],
    ['MONTH', '3', 'Every 3 months'],
    ['WEEK', '', 'Option 2'],
    ['', '1', 'Option 2'],
    ['DAY', '1.5', 'Option 2'],
  ])('%s × "%s" is "%s"', (interval, intervalCount, expected) => {
    const option = { interval, intervalCount, discountType: 'NONE', discountValue: '' };
    expect(optionText(option, 2)).toBe(expected);
  });
});
