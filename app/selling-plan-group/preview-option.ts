import { planInWords } from '#contract/plan-words.ts';
import type { PlanTerms, SellingPlan } from '#contract/selling-plan.ts';

/** One choice of a customer. Without `terms` it is half typed, and `reason` says what is missing. */
export type PreviewOption = { key: string; label: string } & (
  | { terms: PlanTerms; note?: (currencyCode: string) => string }
  | { terms: null; reason: string }
);

/** Selling plans that exist. One that the form can't express says in words what its prices alone don't. */
export function existingOptionsOf(plans: SellingPlan[]): PreviewOption[] {
  return plans.map((plan) => ({
    key: plan.id,
    label: plan.name,
    terms: plan,
    ...(plan.readOnlyReasons.length > 0 && {
      note: (currencyCode: string) => `${planInWords(plan, currencyCode)}.`,
    }),
  }));
}
