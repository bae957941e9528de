import type { PlanDraft } from './selling-plan-drafts.ts';
import type { PricingPolicyInput, ValueInput } from './selling-plan-input.ts';
import type { Report } from './user-errors.ts';

const maximumPricingPolicies = 2;

/** Checks that a value fits its type and bounds. The two kinds of policy have different codes and messages. */
export function checkValue(
  type: string,
  value: ValueInput,
  path: readonly string[],
  report: Report,
  refusals: { both: readonly [string, string]; mismatch: readonly [string, string] },
): void {
  const percentage = value?.percentage ?? null;
  const fixedValue = value?.fixedValue ?? null;
  if (percentage !== null && fixedValue !== null) report(path, ...refusals.both);
  else if ((type === 'PERCENTAGE' ? percentage : fixedValue) === null) {
    report(path, ...refusals.mismatch);
  } else if (percentage !== null && percentage > 100) {
    report(path, 'Adjustment value must be less than or equal to 100', 'LESS_THAN_OR_EQUAL_TO');
  } else if (Number(percentage ?? fixedValue) < 0) {
    report(path, 'Adjustment value must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO');
  }
}

function checkPricingPolicy(
  policy: PricingPolicyInput,
  path: readonly string[],
  report: Report,
): void {
  const { fixed, recurring } = policy;
  const kind = fixed == null ? 'recurring' : 'fixed';
  const given = fixed ?? recurring;
  if (given == null || (fixed != null && recurring != null)) {
    report(
      path,
      'Only one of fixed or recurring pricing policy is allowed',
      'ONLY_NEED_ONE_PRICING_POLICY_TYPE',
    );
    return;
  }
  if (recurring != null && recurring.afterCycle < 1) {
    report([...path, kind, 'afterCycle'], 'After cycle must be greater than 0', 'GREATER_THAN');
  }
  if (given.adjustmentType == null) {
    report([...path, kind, 'adjustmentType'], "Adjustment type can't be blank", 'BLANK');
    return;
  }
  const at = [...path, kind, 'adjustmentValue'];
  checkValue(given.adjustmentType, given.adjustmentValue, at, report, {
    both: ['Only one pricing policy value is allowed', 'ONLY_NEED_ONE_PRICING_POLICY_VALUE'],
    mismatch: [
      'Pricing policy adjustment value and adjustment type must match',
      'PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH',
    ],
  });
}

/** Reports the platform's errors about a plan's pricing policies. */
export function checkPricing(draft: PlanDraft, path: readonly string[], report: Report): void {
  const policies = draft.input.pricingPolicies ?? [];
  const at = [...path, 'pricingPolicies'];
  const fixedCount = policies.filter((policy) => policy.fixed != null).length;
  if (policies.length > maximumPricingPolicies) {
    report(
      at,
      `${draft.noun} pricing policies can't have more than ${maximumPricingPolicies} pricing policies`,
      'SELLING_PLAN_PRICING_POLICIES_LIMIT',
    );
  } else if (policies.length > 0 && fixedCount !== 1) {
    report(
      at,
      `${draft.noun} pricing policies must contain one fixed pricing policy`,
      'SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY',
    );
  } else if (draft.plan.billing.kind === 'fixed' && draft.plan.pricing.length > 1) {
    report(
      at,
      `${draft.noun} can't have more than one pricing policy with a fixed billing policy`,
      'SELLING_PLAN_FIXED_PRICING_POLICIES_LIMIT',
    );
  }
  for (const [index, policy] of policies.entries()) {
    checkPricingPolicy(policy, [...at, String(index)], report);
  }
}
