import { z } from 'zod';
import { groupAppId } from '#contract/theme.ts';
import { handleOf } from '../graphql/pages.ts';
import { draftPlans } from '../graphql/selling-plan-drafts.ts';
import { type PlanInput, planInput } from '../graphql/selling-plan-input.ts';
import type { Group } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import plans from './imported-plans.json' with { type: 'json' };

type Interval = NonNullable<
  NonNullable<NonNullable<PlanInput['billingPolicy']>['recurring']>['interval']
>;

function percentOff(percentage: number) {
  return { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage } } as const;
}

/** A plan like the app's: a percentage off, and another percentage `afterwards`. */
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

/** One plan of each kind that this app's form can't make. */
export const importedPlans = z.array(planInput).parse(plans);

/** Stores a selling plan group of the app. */
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
    isOfAnotherApp: false,
    appId: groupAppId,
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
