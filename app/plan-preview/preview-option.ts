import { planInWords } from '#contract/plan-words.ts';
import type { PlanTerms, SellingPlan } from '#contract/selling-plan.ts';
import { optionText } from './preview-texts.ts';
import { type PlanFormValues, typedPlanOf } from './typed-plan.ts';

/** One choice of a customer. Without `terms` it is half typed, and `reason` says what is missing. */
export type PreviewOption = { key: string; label: string } & (
  | { terms: PlanTerms; note?: (currencyCode: string) => string }
  | { terms: null; reason: string }
);

/** Raw texts of an option's fields; `key` tells the options apart while they are added and removed. */
export type TypedOption = PlanFormValues['option'] & { key: string };

/** The options of a group's form as they are being typed. */
export function typedOptionsOf(
  group: PlanFormValues['group'],
  options: TypedOption[],
): PreviewOption[] {
  return options.map(({ key, ...option }, index) => ({
    key,
    label: optionText(option, index + 1),
    ...typedPlanOf({ group, option }),
  }));
}

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
