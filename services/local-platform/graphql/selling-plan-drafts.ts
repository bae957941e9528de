import type { Group, Plan } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import { idOf } from './global-id.ts';
import type { GroupInput, PlanInput } from './selling-plan-input.ts';
import { billingOf, deliveryOf, pricingOf } from './selling-plan-policies.ts';
import type { UserError } from './user-errors.ts';

/** A plan as a mutation would leave it, with the place of its input. */
export type PlanDraft = {
  /** The input's path; null for a plan that the mutation doesn't change. */
  readonly path: readonly string[] | null;
  /** The beginning of the platform's messages, such as `Selling plans to create`. */
  readonly noun: string;
  readonly input: PlanInput;
  readonly existing: Plan | null;
  readonly plan: Plan;
};

function beginPlan(id: number, position: number, createdAt: string): Plan {
  const cycle = { kind: 'recurring', interval: 'MONTH', intervalCount: 1 } as const;
  return {
    id,
    name: '',
    description: null,
    options: [],
    position,
    category: 'OTHER',
    billing: { ...cycle, anchors: [], minCycles: null, maxCycles: null },
    delivery: {
      ...cycle,
      anchors: [],
      cutoff: 0,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: 'ASAP',
    },
    pricing: [],
    createdAt,
  };
}

/** A plan with an input's changes. A given policy replaces the whole old one; missing fields stay. */
function mergePlan(input: PlanInput, plan: Plan, now: string): Plan {
  return {
    ...plan,
    name: input.name ?? plan.name,
    description: input.description ?? plan.description,
    options: input.options ?? plan.options,
    position: input.position ?? plan.position,
    category: input.category ?? plan.category,
    billing: billingOf(input.billingPolicy) ?? plan.billing,
    delivery: deliveryOf(input.deliveryPolicy) ?? plan.delivery,
    pricing: input.pricingPolicies?.map((policy) => pricingOf(policy, now)) ?? plan.pricing,
  };
}

const planMissing = (field: string[]): UserError => ({
  field,
  message: 'Selling plan does not exist.',
  code: 'PLAN_DOES_NOT_EXIST',
});

/** The plans that a group would have after an input, not validated yet. `errors` report unknown ids. */
export function draftPlans(
  input: GroupInput,
  group: Group | null,
  transaction: Transaction,
  now: string,
) {
  const errors: UserError[] = [];
  const known = new Map(group?.plans.map((plan) => [plan.id, plan]));
  const deletedIds: number[] = [];
  for (const value of input.sellingPlansToDelete ?? []) {
    const id = idOf('SellingPlan', value);
    if (id !== null && known.has(id)) {
      if (!deletedIds.includes(id)) deletedIds.push(id);
    } else {
      errors.push(planMissing(['input', 'sellingPlansToDelete']));
    }
  }

  const updates = new Map<number, PlanDraft>();
  for (const [index, planInput] of (input.sellingPlansToUpdate ?? []).entries()) {
    const path = ['input', 'sellingPlansToUpdate', String(index)];
    if (planInput.id == null) {
      errors.push({
        field: [...path, 'id'],
        message: 'Id must be specified to update a Selling Plan.',
        code: 'PLAN_ID_MUST_BE_SPECIFIED_TO_UPDATE',
      });
      continue;
    }
    const id = idOf('SellingPlan', planInput.id);
    const existing = id === null ? undefined : known.get(id);
    if (existing === undefined || deletedIds.includes(existing.id)) {
      errors.push(planMissing([...path, 'id']));
      continue;
    }
    updates.set(existing.id, {
      path,
      noun: 'Selling plans to update',
      input: planInput,
      existing,
      plan: mergePlan(planInput, existing, now),
    });
  }

  const drafts: PlanDraft[] = [];
  for (const plan of known.values()) {
    if (deletedIds.includes(plan.id)) continue;
    drafts.push(updates.get(plan.id) ?? { path: null, noun: '', input: {}, existing: plan, plan });
  }
  for (const [index, planInput] of (input.sellingPlansToCreate ?? []).entries()) {
    drafts.push({
      path: ['input', 'sellingPlansToCreate', String(index)],
      noun: 'Selling plans to create',
      input: planInput,
      existing: null,
      plan: mergePlan(planInput, beginPlan(transaction.newId(), drafts.length + 1, now), now),
    });
  }
  return { drafts, deletedIds, errors };
}
