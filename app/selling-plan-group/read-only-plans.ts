import type { SellingPlan } from '#contract/selling-plan.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';

/** The group's plans that the form can't express. */
export function readOnlyPlansOf(group: SellingPlanGroup | undefined): SellingPlan[] {
  return group?.sellingPlans.filter((plan) => plan.readOnlyReasons.length > 0) ?? [];
}

/**
 * The plans that saving deletes. `target` is the group that saving changes and `opened` the one that the form was filled
 * from; they differ where somebody else saved meanwhile and the merchant overwrites it.
 *
 * @param kept ids of the plans that are options of the form still.
 * @param removed ids of the read-only plans that the merchant removed.
 */
export function plansToDelete(
  target: SellingPlanGroup,
  opened: SellingPlanGroup,
  kept: ReadonlySet<string | undefined>,
  removed: ReadonlySet<string>,
): string[] {
  const options = target.recurringPolicies.map(({ id }) => id).filter((id) => !kept.has(id));
  // Options from when the form was opened are still in it, or were removed there.
  const wereOptions = new Set(opened.recurringPolicies.map(({ id }) => id));
  const readOnly = readOnlyPlansOf(target)
    .map(({ id }) => id)
    .filter((id) => removed.has(id) || wereOptions.has(id));
  return [...options, ...readOnly];
}
