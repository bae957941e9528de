import type {
  Anchor,
  BillingPolicy,
  DeliveryPolicy,
  Plan,
  PricingPolicy,
} from '../store/records.ts';
import { money } from './money.ts';
import type {
  AnchorInput,
  BillingPolicyInput,
  DeliveryPolicyInput,
  PricingPolicyInput,
  ValueInput,
} from './selling-plan-input.ts';

type StoredValue = { percentage: number | null; fixedValue: string | null };

function storedValue(value: ValueInput): StoredValue {
  const fixedValue = value?.fixedValue ?? null;
  return {
    percentage: value?.percentage ?? null,
    fixedValue: fixedValue === null ? null : String(fixedValue),
  };
}

function anchorsOf(anchors: readonly AnchorInput[] | null | undefined): Anchor[] {
  return (anchors ?? []).map((anchor) => ({
    type: anchor.type ?? 'WEEKDAY',
    day: anchor.day ?? 0,
    month: anchor.month ?? null,
    cutoffDay: anchor.cutoffDay ?? null,
  }));
}

/** An input's billing policy; null if it has none. The rules check required fields. */
export function billingOf(input: BillingPolicyInput | null | undefined): BillingPolicy | null {
  if (input?.recurring != null) {
    const { interval, intervalCount, anchors, minCycles, maxCycles } = input.recurring;
    return {
      kind: 'recurring',
      interval: interval ?? 'MONTH',
      intervalCount: intervalCount ?? 1,
      anchors: anchorsOf(anchors),
      minCycles: minCycles ?? null,
      maxCycles: maxCycles ?? null,
    };
  }
  if (input?.fixed == null) return null;
  const { checkoutCharge, ...remaining } = input.fixed;
  return {
    kind: 'fixed',
    checkoutCharge: {
      type: checkoutCharge?.type ?? 'PERCENTAGE',
      ...(checkoutCharge == null
        ? { percentage: 100, fixedValue: null }
        : storedValue(checkoutCharge.value)),
    },
    remainingBalanceChargeTrigger:
      remaining.remainingBalanceChargeTrigger ?? 'NO_REMAINING_BALANCE',
    remainingBalanceChargeExactTime: remaining.remainingBalanceChargeExactTime ?? null,
    remainingBalanceChargeTimeAfterCheckout:
      remaining.remainingBalanceChargeTimeAfterCheckout ?? null,
  };
}

/** An input's delivery policy; null if it has none. */
export function deliveryOf(input: DeliveryPolicyInput | null | undefined): DeliveryPolicy | null {
  const given = input?.recurring ?? input?.fixed;
  if (input == null || given == null) return null;
  const anchors = anchorsOf(given.anchors);
  const terms = {
    anchors,
    cutoff: given.cutoff ?? (anchors.some((anchor) => anchor.cutoffDay !== null) ? null : 0),
    intent: given.intent ?? 'FULFILLMENT_BEGIN',
    preAnchorBehavior: given.preAnchorBehavior ?? 'ASAP',
  };
  if (input.recurring != null) {
    const { interval, intervalCount } = input.recurring;
    return {
      kind: 'recurring',
      interval: interval ?? 'MONTH',
      intervalCount: intervalCount ?? 1,
      ...terms,
    };
  }
  return {
    kind: 'fixed',
    fulfillmentTrigger: input.fixed?.fulfillmentTrigger ?? 'ASAP',
    fulfillmentExactTime: input.fixed?.fulfillmentExactTime ?? null,
    ...terms,
  };
}

export function pricingOf(policy: PricingPolicyInput, createdAt: string): PricingPolicy {
  const given = policy.fixed ?? policy.recurring;
  return {
    afterCycle: policy.recurring?.afterCycle ?? null,
    adjustmentType: given?.adjustmentType ?? 'PERCENTAGE',
    ...storedValue(given?.adjustmentValue),
    createdAt,
  };
}

function answerValue(value: StoredValue, percentageType: string, currencyCode: string) {
  return value.fixedValue === null
    ? { __typename: percentageType, percentage: value.percentage ?? 0 }
    : { __typename: 'MoneyV2', ...money(value.fixedValue, currencyCode) };
}

/** `SellingPlan.billingPolicy`. */
export function answerBilling({ billing, createdAt }: Plan, currencyCode: string) {
  if (billing.kind === 'recurring') {
    return { __typename: 'SellingPlanRecurringBillingPolicy', ...billing, createdAt };
  }
  const { type, ...value } = billing.checkoutCharge;
  return {
    __typename: 'SellingPlanFixedBillingPolicy',
    ...billing,
    checkoutCharge: {
      type,
      value: answerValue(value, 'SellingPlanCheckoutChargePercentageValue', currencyCode),
    },
  };
}

/** `SellingPlan.deliveryPolicy`. */
export function answerDelivery({ delivery, createdAt }: Plan) {
  return delivery.kind === 'recurring'
    ? { __typename: 'SellingPlanRecurringDeliveryPolicy', ...delivery, createdAt }
    : { __typename: 'SellingPlanFixedDeliveryPolicy', ...delivery };
}

/** `SellingPlan.pricingPolicies`. */
export function answerPricing({ pricing }: Plan, currencyCode: string) {
  return pricing.map((policy) => ({
    __typename:
      policy.afterCycle === null
        ? 'SellingPlanFixedPricingPolicy'
        : 'SellingPlanRecurringPricingPolicy',
    ...policy,
    adjustmentValue: answerValue(policy, 'SellingPlanPricingPolicyPercentageValue', currencyCode),
  }));
}
