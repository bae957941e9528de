import { deliveriesPerCharge, priceAfter } from '../graphql/subscriptions/prices.ts';
import type { Group, Plan, PricingPolicy } from '../store/records.ts';

/** The Liquid object `selling_plan_allocation`; prices are in hundredths of the market's currency. */
export function allocationOf(
  group: Group,
  plan: Plan,
  basePrice: number,
  rate: number,
  selectedPlan: string | undefined,
) {
  const inMarket = (amount: string | null) => Math.round(Number(amount ?? '0') * rate * 100);
  const priceBy = (policy: PricingPolicy | undefined) =>
    policy === undefined ? basePrice : priceAfter(basePrice, policy, inMarket);
  const policies = plan.pricing.toSorted(
    (left, right) => (left.afterCycle ?? 0) - (right.afterCycle ?? 0),
  );
  const deliveries = deliveriesPerCharge(plan);
  const perDelivery = priceBy(policies[0]);
  const price = perDelivery * deliveries;
  const { billing } = plan;
  const charge =
    billing.kind === 'recurring'
      ? price
      : billing.checkoutCharge.type === 'PERCENTAGE'
        ? Math.round((price * (billing.checkoutCharge.percentage ?? 100)) / 100)
        : Math.min(price, inMarket(billing.checkoutCharge.fixedValue));
  return {
    price,
    compare_at_price: basePrice * deliveries,
    per_delivery_price: perDelivery,
    checkout_charge_amount: charge,
    remaining_balance_charge_amount: price - charge,
    selling_plan_group_id: String(group.id),
    price_adjustments: policies.map((policy, index) => ({
      position: index + 1,
      price: priceBy(policy) * deliveries,
    })),
    selling_plan: sellingPlanOf(group, plan, policies, inMarket, selectedPlan),
  };
}

function sellingPlanOf(
  group: Group,
  plan: Plan,
  policies: readonly PricingPolicy[],
  inMarket: (amount: string | null) => number,
  selectedPlan: string | undefined,
) {
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    group_id: String(group.id),
    recurring_deliveries: plan.delivery.kind === 'recurring',
    selected: selectedPlan === String(plan.id),
    options: plan.options.map((value, index) => ({
      name: group.options[index] ?? '',
      position: index + 1,
      value,
    })),
    price_adjustments: policies.map((policy, index) => ({
      position: index + 1,
      order_count: policies[index + 1]?.afterCycle ?? null,
      value_type: policy.adjustmentType.toLowerCase(),
      value: policy.percentage ?? inMarket(policy.fixedValue),
    })),
  };
}
