import {
  anchorSchema,
  type BillingPolicy,
  type DeliveryPolicy,
  type Interval,
  intervalSchema,
  type PricingPolicy,
} from '#contract/selling-plan.ts';
import type {
  PlatformGroup,
  PlatformSellingPlan,
} from '../selling/selling-plan-group/platform-group.ts';
import type {
  BillingInput,
  DeliveryInput,
  PricingPolicyInput,
  SellingPlanGroupInput,
  SellingPlanInput,
} from '../selling/selling-plan-group/platform-input.ts';

function everyOf(recurring: DeliveryInput['recurring'] | BillingInput['recurring']) {
  return {
    type: 'RECURRING' as const,
    interval: intervalSchema.parse(recurring.interval),
    intervalCount: recurring.intervalCount,
    anchors: (recurring.anchors ?? []).map((anchor) =>
      anchorSchema.parse({ month: null, cutoffDay: null, ...anchor }),
    ),
  };
}

function billingOf({ recurring }: BillingInput) {
  return {
    ...everyOf(recurring),
    minCycles: recurring.minCycles ?? null,
    maxCycles: null,
  } satisfies BillingPolicy;
}

function deliveryOf({ recurring }: DeliveryInput) {
  return {
    ...everyOf(recurring),
    cutoff: recurring.cutoff ?? null,
    intent: 'FULFILLMENT_BEGIN',
    preAnchorBehavior: recurring.preAnchorBehavior ?? 'ASAP',
  } satisfies DeliveryPolicy;
}

function pricingOf(input: PricingPolicyInput): PricingPolicy {
  const adjustment = 'fixed' in input ? input.fixed : input.recurring;
  const value =
    adjustment.adjustmentType === 'PERCENTAGE'
      ? adjustment.adjustmentValue.percentage
      : adjustment.adjustmentValue.fixedValue;
  return {
    adjustmentType: adjustment.adjustmentType,
    adjustmentValue: { value },
    afterCycle: 'fixed' in input ? null : input.recurring.afterCycle,
  };
}

/** A plan's policies for a delivery and a charge every `intervalCount` intervals. */
export function cycleOf(interval: Interval, intervalCount: number) {
  const recurring = { interval, intervalCount };
  return { billingPolicy: billingOf({ recurring }), deliveryPolicy: deliveryOf({ recurring }) };
}

let nextId = 1;

const emptyPlan: Omit<PlatformSellingPlan, 'id'> = {
  name: '',
  description: null,
  options: [],
  position: null,
  category: 'OTHER',
  ...cycleOf('MONTH', 1),
  pricingPolicies: [],
};

function planOf(input: SellingPlanInput, before?: PlatformSellingPlan): PlatformSellingPlan {
  const plan = before ?? { ...emptyPlan, id: `gid://shopify/SellingPlan/new-${nextId++}` };
  return {
    ...plan,
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.options && { options: input.options }),
    ...(input.position !== undefined && { position: input.position }),
    ...(input.category && { category: input.category }),
    ...(input.billingPolicy && { billingPolicy: billingOf(input.billingPolicy) }),
    ...(input.deliveryPolicy && { deliveryPolicy: deliveryOf(input.deliveryPolicy) }),
    ...(input.pricingPolicies && { pricingPolicies: input.pricingPolicies.map(pricingOf) }),
  };
}

/**
 * Applies an input as the platform's documentation says: omitted values stay, a given policy replaces the former one as a whole, and unmentioned
 * plans stay.
 */
export function applied(input: SellingPlanGroupInput, before?: PlatformGroup): PlatformGroup {
  const kept = (before?.sellingPlans.nodes ?? [])
    .filter((plan) => !input.sellingPlansToDelete?.includes(plan.id))
    .map((plan) => {
      const change = input.sellingPlansToUpdate?.find((update) => update.id === plan.id);
      return change === undefined ? plan : planOf(change, plan);
    });
  return {
    id: before?.id ?? 'gid://shopify/SellingPlanGroup/1',
    name: input.name ?? before?.name ?? '',
    merchantCode: input.merchantCode ?? before?.merchantCode ?? '',
    position: input.position ?? before?.position ?? null,
    options: input.options ?? before?.options ?? [],
    productsCount: before?.productsCount ?? { count: 2 },
    productVariantsCount: before?.productVariantsCount ?? null,
    sellingPlans: {
      nodes: [...kept, ...(input.sellingPlansToCreate ?? []).map((plan) => planOf(plan))],
    },
  };
}

/** A group of the platform with the given plans, in this order. */
export function platformGroup(plans: ReadonlyArray<Partial<PlatformSellingPlan>>): PlatformGroup {
  return {
    id: 'gid://shopify/SellingPlanGroup/9',
    name: 'Elsewhere',
    merchantCode: 'elsewhere',
    position: null,
    options: ['Delivery every'],
    productsCount: null,
    productVariantsCount: { count: 3 },
    sellingPlans: {
      nodes: plans.map((plan, index) => ({
        ...emptyPlan,
        id: `gid://shopify/SellingPlan/${index + 1}`,
        name: `Plan ${index + 1}`,
        options: [`${index + 1} weeks`],
        position: index,
        category: 'SUBSCRIPTION',
        ...cycleOf('WEEK', index + 1),
        ...plan,
      })),
    },
  };
}
