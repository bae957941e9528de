import type { PlanDraft } from './selling-plan-drafts.ts';
import { checkPolicies } from './selling-plan-policy-rules.ts';
import { checkPricing } from './selling-plan-pricing-rules.ts';
import type { Report, UserError } from './user-errors.ts';

const maximumPlans = 31;
const maximumOptions = 3;
const maximumTextLength = 255;

function checkName(name: string, title: string, path: readonly string[], report: Report): void {
  const at = [...path, 'name'];
  if (name.trim() === '') report(at, `${title} can't be blank`, 'BLANK');
  else if (name.length > maximumTextLength) {
    report(at, `${title} is too long (maximum is ${maximumTextLength} characters)`, 'TOO_LONG');
  }
}

function checkTexts(
  draft: PlanDraft,
  path: readonly string[],
  labels: number,
  report: Report,
): void {
  const { plan, noun } = draft;
  checkName(plan.name, `${noun} name`, path, report);
  const at = [...path, 'options'];
  if (plan.options.length > maximumOptions) {
    report(at, 'Too many selling plan options (maximum 3 options)', 'TOO_LONG');
    return;
  }
  for (const number of [2, 3]) {
    if (plan.options.length >= number && labels < number) {
      report(
        at,
        `${noun} option${number} can't be defined without a label on the selling plan group`,
        `SELLING_PLAN_MISSING_OPTION${number}_LABEL_ON_PARENT_GROUP`,
      );
    } else if (plan.options.length < number && labels >= number) {
      report(
        at,
        `${noun} option${number} is required as defined on the selling plan group`,
        `SELLING_PLAN_OPTION${number}_REQUIRED_AS_DEFINED_ON_PARENT_GROUP`,
      );
    }
  }
}

/** Plans of a group must differ in name and options. The error goes to the plan that the mutation changes. */
function checkUniqueness(drafts: readonly PlanDraft[], report: Report): void {
  const names = new Set<string>();
  const optionSets = new Set<string>();
  const untouchedFirst = [
    ...drafts.filter((draft) => draft.path === null),
    ...drafts.filter((draft) => draft.path !== null),
  ];
  for (const { path, plan } of untouchedFirst) {
    const options = JSON.stringify(plan.options);
    if (path !== null && optionSets.has(options)) {
      report(
        [...path, 'options'],
        'Cannot have multiple selling plans with the same options.',
        'SELLING_PLAN_DUPLICATE_OPTIONS',
      );
    }
    if (path !== null && plan.name.trim() !== '' && names.has(plan.name)) {
      report(
        [...path, 'name'],
        'Cannot have multiple selling plans with the same name.',
        'SELLING_PLAN_DUPLICATE_NAME',
      );
    }
    optionSets.add(options);
    names.add(plan.name);
  }
}

/** The platform's errors about a group's name, labels and plans; empty if all is well. */
export function checkGroup(
  group: { name: string; options: readonly string[] },
  drafts: readonly PlanDraft[],
  countPath: readonly string[],
): UserError[] {
  const errors: UserError[] = [];
  const report: Report = (path, message, code) => errors.push({ field: [...path], message, code });

  checkName(group.name, 'Name', ['input'], report);
  if (group.options.length > maximumOptions) {
    report(
      ['input', 'options'],
      'Too many selling plan group options (maximum 3 options)',
      'TOO_LONG',
    );
  }
  for (const draft of drafts) {
    if (draft.path === null) continue;
    checkTexts(draft, draft.path, group.options.length, report);
    checkPolicies(draft, draft.path, report);
    checkPricing(draft, draft.path, report);
  }
  checkUniqueness(drafts, report);
  if (drafts.length > maximumPlans) {
    report(
      ['input'],
      `Selling plan groups can't have more than ${maximumPlans} selling plans.`,
      'SELLING_PLAN_COUNT_UPPER_BOUND',
    );
  } else if (drafts.length === 0) {
    report(
      countPath,
      'Selling plan groups must have at least 1 selling plan.',
      'SELLING_PLAN_COUNT_LOWER_BOUND',
    );
  }
  return errors;
}
