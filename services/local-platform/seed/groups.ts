import { handleOf } from '../graphql/pages.ts';
import { draftPlans } from '../graphql/selling-plan-drafts.ts';
import type { PlanInput } from '../graphql/selling-plan-input.ts';
import type { Group } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';

type Interval = NonNullable<
  NonNullable<NonNullable<PlanInput['billingPolicy']>['recurring']>['interval']
>;

function percentOff(percentage: number) {
  return { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage } } as const;
}

/** A plan that is billed and delivered in one cycle, as the app makes them: with percent off, and others `afterwards`. */
export function plainPlan(
  name: string,
  [intervalCount, interval]: readonly [number, Interval],
  percentage: number,
  afterwards?: { afterCycle: number; percentage: number },
): PlanInput {
  const policy = { recurring: { interval, intervalCount } };
  return {
    name,
    billingPolicy: policy,
    deliveryPolicy: policy,
    pricingPolicies: [
      { fixed: percentOff(percentage) },
      ...(afterwards
        ? [{ recurring: { ...percentOff(afterwards.percentage), ...afterwards } }]
        : []),
    ],
  };
}

/** One of each kind of plan that other apps make and this app's form cannot. */
export const importedPlans: readonly PlanInput[] = [
  {
    ...plainPlan('Club price, every month', [1, 'MONTH'], 0),
    pricingPolicies: [
      { fixed: { adjustmentType: 'PRICE', adjustmentValue: { fixedValue: '9.00' } } },
    ],
  },
  {
    ...plainPlan('3 months prepaid, delivered monthly', [1, 'MONTH'], 15),
    billingPolicy: {
      recurring: { interval: 'MONTH', intervalCount: 3, minCycles: 1, maxCycles: 4 },
    },
  },
  {
    name: 'Next harvest, deposit now',
    category: 'PRE_ORDER',
    billingPolicy: {
      fixed: {
        checkoutCharge: { type: 'PERCENTAGE', value: { percentage: 20 } },
        remainingBalanceChargeTrigger: 'ON_FULFILLMENT',
      },
    },
    deliveryPolicy: {
      fixed: { fulfillmentTrigger: 'EXACT_TIME', fulfillmentExactTime: '2027-03-01T08:00:00Z' },
    },
    pricingPolicies: [{ fixed: percentOff(10) }],
  },
  {
    ...plainPlan('Every week, roasted on Tuesday', [1, 'WEEK'], 10),
    billingPolicy: {
      recurring: { interval: 'WEEK', intervalCount: 1, anchors: [{ type: 'WEEKDAY', day: 2 }] },
    },
    deliveryPolicy: {
      recurring: {
        interval: 'WEEK',
        intervalCount: 1,
        anchors: [{ type: 'WEEKDAY', day: 2 }],
        cutoff: 1,
        preAnchorBehavior: 'NEXT',
      },
    },
  },
  {
    ...plainPlan('Every 2 weeks, $5 off the first', [2, 'WEEK'], 0),
    pricingPolicies: [
      { fixed: { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { fixedValue: '5.00' } } },
      { recurring: { ...percentOff(0), afterCycle: 1 } },
    ],
  },
];

/** Puts a selling plan group of the app. */
export function putGroup(
  transaction: Transaction,
  seed: {
    name: string;
    position: number;
    plans: readonly PlanInput[];
    productIds?: readonly number[];
    variantIds?: readonly number[];
    createdAt: string;
  },
): Group {
  const { plans, createdAt, ...named } = seed;
  const ascending = (ids: readonly number[] = []) => [...ids].sort((left, right) => left - right);
  const sellingPlansToCreate = plans.map((plan, position) => ({
    category: 'SUBSCRIPTION' as const,
    options: [plan.name ?? ''],
    position,
    ...plan,
  }));
  const { drafts } = draftPlans({ sellingPlansToCreate }, null, transaction, createdAt);
  const group: Group = {
    ...named,
    merchantCode: handleOf(seed.name),
    id: transaction.newId(),
    appId: null,
    description: null,
    options: ['Delivery frequency'],
    plans: drafts.map((draft) => draft.plan),
    productIds: ascending(seed.productIds),
    variantIds: ascending(seed.variantIds),
    createdAt,
    updatedAt: createdAt,
  };
  transaction.put('groups', group);
  return group;
}
