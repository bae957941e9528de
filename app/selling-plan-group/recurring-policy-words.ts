import type { Interval, SellingPlan } from '#contract/selling-plan-group.ts';

const units: Record<Interval, string> = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' };

/** "Every week", "Every 2 weeks". */
export function frequencyInWords(policy: { interval: Interval; intervalCount: number }): string {
  const unit = units[policy.interval];
  return policy.intervalCount === 1 ? `Every ${unit}` : `Every ${policy.intervalCount} ${unit}s`;
}

type PricingPolicy = SellingPlan['pricingPolicies'][number];

/**
 * What a plan does, for a list: "Every 2 weeks, 10% off", "Every month, 20% off the first 3 orders, then 10% off".
 * It reads the platform's policies, so a discount that ends is never shown as one that recurs.
 */
export function planInWords(plan: SellingPlan, currencyCode?: string): string {
  const frequency = frequencyInWords(plan.deliveryPolicy);
  const [first, then] = plan.pricingPolicies;
  if (!first) return frequency;
  const ongoing = discountInWords(then ?? first, currencyCode);
  if (!then?.afterCycle) return ongoing === undefined ? frequency : `${frequency}, ${ongoing}`;
  const orders = then.afterCycle === 1 ? 'the first order' : `the first ${then.afterCycle} orders`;
  const start = discountInWords(first, currencyCode) ?? 'full price';
  const starting = start === 'full price' ? `full price for ${orders}` : `${start} ${orders}`;
  return `${frequency}, ${starting}, then ${ongoing ?? 'full price'}`;
}

function discountInWords(policy: PricingPolicy, currencyCode?: string): string | undefined {
  const { value } = policy.adjustmentValue;
  if (policy.adjustmentType === 'PRICE') return `for ${amount(value, currencyCode)}`;
  if (value === 0) return undefined;
  if (policy.adjustmentType === 'PERCENTAGE') return `${number(value)}% off`;
  return `${amount(value, currencyCode)} off`;
}

function number(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(value);
}

function amount(value: number, currencyCode?: string): string {
  if (currencyCode === undefined) return number(value);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode }).format(
    value,
  );
}
