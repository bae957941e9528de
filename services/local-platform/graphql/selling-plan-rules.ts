import type { Plan } from '../store/records.ts';
import type { PlanInput, PricingPolicyInput } from './selling-plan-input.ts';
import type { UserError } from './user-errors.ts';

export const maximumPlans = 31;
const maximumPricingPolicies = 2;
const maximumOptions = 3;
const maximumTextLength = 255;

/** A plan as a mutation would leave it, and where its input came from. */
export interface PlanDraft {
  /** Path of its input; null for a plan of the group that the mutation leaves as it is. */
  readonly path: readonly string[] | null;
  /** How the platform's messages begin: `Selling plans to create`. */
  readonly noun: string;
  readonly input: PlanInput;
  /** Null where the plan is new. */
  readonly existing: Plan | null;
  readonly plan: Plan;
}

/** The longest cycle, ten years, in each unit. */
const largestIntervalCount = { DAY: 3650, WEEK: 520, MONTH: 120, YEAR: 10 } as const;

/** Days and weeks measure each other, and so do months and years; the two kinds don't. */
const cycleUnits = {
  DAY: { kind: 'days', length: 1 },
  WEEK: { kind: 'days', length: 7 },
  MONTH: { kind: 'months', length: 1 },
  YEAR: { kind: 'months', length: 12 },
} as const;

function isMultiple(billing: Plan['billing'], delivery: Plan['delivery']): boolean {
  const long = cycleUnits[billing.interval];
  const short = cycleUnits[delivery.interval];
  if (long.kind !== short.kind) return false;
  return (long.length * billing.intervalCount) % (short.length * delivery.intervalCount) === 0;
}

type Report = (path: readonly string[], message: string, code: string) => void;

function checkCycles(draft: PlanDraft, path: readonly string[], report: Report): void {
  const { input, plan, noun, existing } = draft;
  const billing = input.billingPolicy?.recurring;
  const delivery = input.deliveryPolicy?.recurring;
  if (existing === null && billing == null) {
    report(
      [...path, 'billingPolicy'],
      `${noun} billing policy must be present.`,
      'SELLING_PLAN_BILLING_POLICY_MISSING',
    );
  }
  if (existing === null && delivery == null) {
    report(
      [...path, 'deliveryPolicy'],
      `${noun} delivery policy must be present.`,
      'SELLING_PLAN_DELIVERY_POLICY_MISSING',
    );
  }
  if (plan.billing.intervalCount === 0 || plan.delivery.intervalCount === 0) {
    // Reported below, by policy; without a length there is no multiple to check.
  } else if (
    (existing !== null || (billing != null && delivery != null)) &&
    !isMultiple(plan.billing, plan.delivery)
  ) {
    report(
      path,
      `${noun} billing cycle must be a multiple of the delivery cycle`,
      'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE',
    );
  }
  for (const [name, given, cycle, code] of [
    ['billingPolicy', billing, plan.billing, 'BILLING_POLICY_INTERVAL_TOO_LARGE'],
    ['deliveryPolicy', delivery, plan.delivery, 'DELIVERY_POLICY_INTERVAL_TOO_LARGE'],
  ] as const) {
    if (given == null) continue;
    const at = [...path, name, 'recurring', 'intervalCount'];
    if (existing === null && given.interval == null) {
      report([...path, name, 'recurring', 'interval'], "Interval can't be blank", 'BLANK');
    }
    if (cycle.intervalCount <= 0) {
      report(at, 'Interval count must be greater than 0', 'GREATER_THAN');
    } else if (cycle.intervalCount > largestIntervalCount[cycle.interval]) {
      report(at, 'Interval is too large', code);
    }
  }
  const { minCycles, maxCycles } = plan.billing;
  for (const [name, title, cycles] of [
    ['minCycles', 'Min', minCycles],
    ['maxCycles', 'Max', maxCycles],
  ] as const) {
    if (cycles === null || cycles >= 1) continue;
    report(
      [...path, 'billingPolicy', 'recurring', name],
      `${title} cycles must be within the range of 1 to 2,147,483,647`,
      'INVALID',
    );
  }
  if (minCycles !== null && maxCycles !== null && maxCycles < minCycles) {
    report(
      [...path, 'billingPolicy', 'recurring', 'maxCycles'],
      'Max cycles must be greater than min cycles',
      'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES',
    );
  }
  if (plan.delivery.cutoff < 0) {
    report(
      [...path, 'deliveryPolicy', 'recurring', 'cutoff'],
      'Cutoff must be within the range of 0 to 2,147,483,647',
      'INVALID',
    );
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
  const at = [...path, kind, 'adjustmentValue'];
  const percentage = given.adjustmentValue?.percentage ?? null;
  const fixedValue = given.adjustmentValue?.fixedValue ?? null;
  if (given.adjustmentType == null) {
    report([...path, kind, 'adjustmentType'], "Adjustment type can't be blank", 'BLANK');
  } else if (percentage !== null && fixedValue !== null) {
    report(at, 'Only one pricing policy value is allowed', 'ONLY_NEED_ONE_PRICING_POLICY_VALUE');
  } else if ((given.adjustmentType === 'PERCENTAGE' ? percentage : fixedValue) === null) {
    report(
      at,
      'Pricing policy adjustment value and adjustment type must match',
      'PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH',
    );
  } else if (percentage !== null && percentage > 100) {
    report(at, 'Adjustment value must be less than or equal to 100', 'LESS_THAN_OR_EQUAL_TO');
  } else if (Number(percentage ?? fixedValue) < 0) {
    report(at, 'Adjustment value must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO');
  }
}

function checkPricing(draft: PlanDraft, path: readonly string[], report: Report): void {
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
  }
  for (const [index, policy] of policies.entries()) {
    checkPricingPolicy(policy, [...at, String(index)], report);
  }
}

function checkTexts(
  draft: PlanDraft,
  path: readonly string[],
  labels: number,
  report: Report,
): void {
  const { plan, noun } = draft;
  if (plan.name.trim() === '') {
    report([...path, 'name'], `${noun} name can't be blank`, 'BLANK');
  } else if (plan.name.length > maximumTextLength) {
    report(
      [...path, 'name'],
      `${noun} name is too long (maximum is ${maximumTextLength} characters)`,
      'TOO_LONG',
    );
  }
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
        number === 2
          ? 'SELLING_PLAN_MISSING_OPTION2_LABEL_ON_PARENT_GROUP'
          : 'SELLING_PLAN_MISSING_OPTION3_LABEL_ON_PARENT_GROUP',
      );
    } else if (plan.options.length < number && labels >= number) {
      report(
        at,
        `${noun} option${number} is required as defined on the selling plan group`,
        number === 2
          ? 'SELLING_PLAN_OPTION2_REQUIRED_AS_DEFINED_ON_PARENT_GROUP'
          : 'SELLING_PLAN_OPTION3_REQUIRED_AS_DEFINED_ON_PARENT_GROUP',
      );
    }
  }
}

/** Two plans of a group may share neither their name nor their options; the one that the mutation brings is at fault. */
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

/** What the platform would say about a group's name, labels and plans; nothing where all is well. */
export function checkGroup(
  group: { name: string; options: readonly string[] },
  drafts: readonly PlanDraft[],
  countPath: readonly string[],
): UserError[] {
  const errors: UserError[] = [];
  const report: Report = (path, message, code) => errors.push({ field: [...path], message, code });

  if (group.name.trim() === '') report(['input', 'name'], "Name can't be blank", 'BLANK');
  else if (group.name.length > maximumTextLength) {
    report(
      ['input', 'name'],
      `Name is too long (maximum is ${maximumTextLength} characters)`,
      'TOO_LONG',
    );
  }
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
    checkCycles(draft, draft.path, report);
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
