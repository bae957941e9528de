import type { ContractLine, Plan, PricingPolicy } from '../../store/records.ts';
import { amountOf, hundredthsOf } from '../money.ts';

/** The number of deliveries that one charge pays for. */
export function deliveriesPerCharge({ billing, delivery }: Plan): number {
  if (billing.kind !== 'recurring' || delivery.kind !== 'recurring') return 1;
  if (billing.interval !== delivery.interval) return 1;
  return Math.max(1, Math.round(billing.intervalCount / delivery.intervalCount));
}

/** The price after a policy, in hundredths; `inHundredths` converts the policy's amounts to another market. */
export function priceAfter(
  base: number,
  { adjustmentType, percentage, fixedValue }: PricingPolicy,
  inHundredths: (amount: string) => number = hundredthsOf,
): number {
  const fixed = inHundredths(fixedValue ?? '0');
  if (adjustmentType === 'PRICE') return fixed;
  const off = adjustmentType === 'PERCENTAGE' ? (base * (percentage ?? 0)) / 100 : fixed;
  return Math.max(0, Math.round(base - off));
}

/** A variant's prices under a plan: the contract line's first price, and the notes about later ones. */
export function pricesOf(
  variantPrice: string,
  plan: Plan,
): Required<Pick<ContractLine, 'currentPrice'>> & {
  pricing: NonNullable<ContractLine['pricing']>;
} {
  const base = hundredthsOf(variantPrice);
  const deliveries = deliveriesPerCharge(plan);
  const cycleDiscounts = plan.pricing
    .map((policy) => ({
      afterCycle: policy.afterCycle ?? 0,
      adjustmentType: policy.adjustmentType,
      percentage: policy.percentage,
      fixedValue: policy.fixedValue,
      computedPrice: amountOf(priceAfter(base, policy) * deliveries),
    }))
    .sort((left, right) => left.afterCycle - right.afterCycle);
  const basePrice = amountOf(base * deliveries);
  const first = cycleDiscounts[0];
  return {
    currentPrice: first?.afterCycle === 0 ? first.computedPrice : basePrice,
    pricing: { basePrice, cycleDiscounts },
  };
}
