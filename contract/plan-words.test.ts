import { describe, expect, it } from 'vitest';
import { planInWords } from './plan-words.ts';
import { everyDelivery, type PlanTerms } from './selling-plan.ts';

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
    ['Every week, 20% off the first order, then 10% off', 1, [percent(20), percent(10, 1)]],
    ['Every week, 20% off the first 3 orders, then full price', 1, [percent(20), percent(0, 3)]],
    ['Every week, full price for the first order, then 5% off', 1, [percent(0), percent(5, 1)]],
    [
      'Every week, $2.50 off',
      1,
      [{ adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { value: 2.5 }, afterCycle: null }],
    ],
    [
      'Every week, for $9.00',
      1,
      [{ adjustmentType: 'PRICE', adjustmentValue: { value: 9 }, afterCycle: null }],
    ],
  ])('says "%s"', (words, count, policies) => {
    expect(planInWords(plan(count, policies), 'USD')).toBe(words);
  });
});
