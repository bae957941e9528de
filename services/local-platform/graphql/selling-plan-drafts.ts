import type { Group, Plan, PricingPolicy } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import { idOf } from './global-id.ts';
import type { GroupInput, PlanInput, PricingPolicyInput } from './selling-plan-input.ts';
import type { PlanDraft } from './selling-plan-rules.ts';
import type { UserError } from './user-errors.ts';

function pricingOf(policy: PricingPolicyInput, createdAt: string): PricingPolicy {
  const given = policy.fixed ?? policy.recurring;
  const fixedValue = given?.adjustmentValue?.fixedValue ?? null;
  return {
    afterCycle: policy.recurring?.afterCycle ?? null,
    adjustmentType: given?.adjustmentType ?? 'PERCENTAGE',
    percentage: given?.adjustmentValue?.percentage ?? null,
    fixedValue: fixedValue === null ? null : String(fixedValue),
    createdAt,
  };
}

/** A plan as an input makes it, out of nothing or out of the plan that was. What the input leaves out stays. */
function mergePlan(
  input: PlanInput,
  existing: Plan | null,
  fallback: { id: () => number; position: number; createdAt: string },
): Plan {
  const billing = input.billingPolicy?.recurring;
  const delivery = input.deliveryPolicy?.recurring;
  return {
    id: existing?.id ?? fallback.id(),
    name: input.name ?? existing?.name ?? '',
    description: input.description ?? existing?.description ?? null,
    options: input.options ?? existing?.options ?? [],
    position: input.position ?? existing?.position ?? fallback.position,
    category: input.category ?? existing?.category ?? 'OTHER',
    billing: {
      interval: billing?.interval ?? existing?.billing.interval ?? 'MONTH',
      intervalCount: billing?.intervalCount ?? existing?.billing.intervalCount ?? 1,
      minCycles: billing?.minCycles ?? existing?.billing.minCycles ?? null,
      maxCycles: billing?.maxCycles ?? existing?.billing.maxCycles ?? null,
    },
    delivery: {
      interval: delivery?.interval ?? existing?.delivery.interval ?? 'MONTH',
      intervalCount: delivery?.intervalCount ?? existing?.delivery.intervalCount ?? 1,
      cutoff: delivery?.cutoff ?? existing?.delivery.cutoff ?? 0,
      intent: delivery?.intent ?? existing?.delivery.intent ?? 'FULFILLMENT_BEGIN',
      preAnchorBehavior:
        delivery?.preAnchorBehavior ?? existing?.delivery.preAnchorBehavior ?? 'ASAP',
    },
    reserve: input.inventoryPolicy?.reserve ?? existing?.reserve ?? 'ON_FULFILLMENT',
    pricing:
      input.pricingPolicies?.map((policy) => pricingOf(policy, fallback.createdAt)) ??
      existing?.pricing ??
      [],
    createdAt: existing?.createdAt ?? fallback.createdAt,
  };
}

export interface DraftedPlans {
  drafts: PlanDraft[];
  deletedIds: number[];
  /** Ids in the input that lead nowhere. */
  errors: UserError[];
}

/** Works out which plans a group would have after an input, without judging them. */
export function draftPlans(
  input: GroupInput,
  group: Group | null,
  transaction: Transaction,
  createdAt: string,
): DraftedPlans {
  const errors: UserError[] = [];
  const known = new Map(group?.plans.map((plan) => [plan.id, plan]));
  const deletedIds: number[] = [];
  for (const value of input.sellingPlansToDelete ?? []) {
    const id = idOf('SellingPlan', value);
    if (id !== null && known.has(id)) {
      if (!deletedIds.includes(id)) deletedIds.push(id);
    } else {
      errors.push({
        field: ['input', 'sellingPlansToDelete'],
        message: 'Selling plan does not exist.',
        code: 'PLAN_DOES_NOT_EXIST',
      });
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
      errors.push({
        field: [...path, 'id'],
        message: 'Selling plan does not exist.',
        code: 'PLAN_DOES_NOT_EXIST',
      });
      continue;
    }
    updates.set(existing.id, {
      path,
      noun: 'Selling plans to update',
      input: planInput,
      existing,
      plan: mergePlan(planInput, existing, {
        id: () => existing.id,
        position: existing.position,
        createdAt,
      }),
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
      plan: mergePlan(planInput, null, {
        id: () => transaction.newId(),
        position: drafts.length + 1,
        createdAt,
      }),
    });
  }
  return { drafts, deletedIds, errors };
}
