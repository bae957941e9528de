import { intervalInWords } from '#contract/plan-words.ts';
import { pricingPoliciesOf } from '#contract/pricing-policies.ts';
import type { PricingPolicy } from '#contract/selling-plan.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { groupAppId } from '#contract/theme.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import { type GroupForm, type OptionForm, planNames } from './plan-names.ts';
import { positionsOf } from './plan-positions.ts';
import type { PlatformGroup, PlatformSellingPlan } from './platform-group.ts';
import type {
  AdjustmentInput,
  BillingInput,
  DeliveryInput,
  PricingPolicyInput,
  SellingPlanGroupInput,
  SellingPlanInput,
} from './platform-input.ts';
import { policiesInOrder } from './reading.ts';

/** The label of the one choice that a customer makes within a group. */
const groupOptions = ['Delivery frequency'];

function adjustmentOf({ adjustmentType, adjustmentValue }: PricingPolicy): AdjustmentInput {
  return adjustmentType === 'PERCENTAGE'
    ? { adjustmentType, adjustmentValue: { percentage: adjustmentValue.value } }
    : { adjustmentType, adjustmentValue: { fixedValue: adjustmentValue.value } };
}

/** The contract's pricing of one option as Shopify's input. */
export function pricingPolicyInputsOf(group: GroupForm, option: OptionForm): PricingPolicyInput[] {
  return pricingPoliciesOf(group, option).map((policy) =>
    policy.afterCycle === null
      ? { fixed: adjustmentOf(policy) }
      : { recurring: { ...adjustmentOf(policy), afterCycle: policy.afterCycle } },
  );
}

function cycleOf({ interval, intervalCount }: OptionForm) {
  return { interval, intervalCount };
}

function newPlan(
  group: GroupForm,
  option: OptionForm,
  position: number,
  name: string,
  furtherOptions: readonly string[],
): SellingPlanInput {
  return {
    name,
    options: [name, ...furtherOptions],
    position,
    category: 'SUBSCRIPTION',
    billingPolicy: { recurring: cycleOf(option) },
    deliveryPolicy: { recurring: cycleOf(option) },
    pricingPolicies: pricingPolicyInputsOf(group, option),
  };
}

/** A readable code for a group: lower-case letters, digits and hyphens, at most 40 characters. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return slug === '' ? 'selling-plan' : slug;
}

/** The input of `sellingPlanGroupCreate`: option i of the form is plan i. */
export function groupInputForCreate(
  group: GroupForm,
  merchantCode: string,
  currencyCode: string,
): SellingPlanGroupInput {
  const names = planNames(group, { currencyCode, otherNames: [] });
  return {
    appId: groupAppId,
    name: group.name,
    merchantCode,
    options: groupOptions,
    position: group.position,
    sellingPlansToCreate: group.recurringPolicies.map((option, index) =>
      newPlan(group, option, index, names[index] ?? intervalInWords(option), []),
    ),
  };
}

/** Changes a policy's cycle. Shopify replaces the policy as a whole, so this repeats the rest of it. */
function billingWith(option: OptionForm, { billingPolicy }: PlatformSellingPlan): BillingInput {
  const minCycles = billingPolicy.type === 'RECURRING' ? billingPolicy.minCycles : null;
  return { recurring: { ...cycleOf(option), ...(minCycles !== null && { minCycles }) } };
}

function deliveryWith(option: OptionForm, { deliveryPolicy }: PlatformSellingPlan): DeliveryInput {
  if (deliveryPolicy.type === 'FIXED') return { recurring: cycleOf(option) };
  const { cutoff, preAnchorBehavior } = deliveryPolicy;
  return {
    recurring: {
      ...cycleOf(option),
      ...(cutoff !== null && cutoff !== 0 && { cutoff }),
      ...(preAnchorBehavior !== 'ASAP' && { preAnchorBehavior }),
    },
  };
}

export type EditedGroup = {
  /** The form as it would show the current group. */
  before: SellingPlanGroup;
  /** Shopify's group that it was read from. */
  current: PlatformGroup;
  currencyCode: string;
};

/** The input, and for each plan in it the option that it came from, to map the path of an error back. */
export type GroupUpdate = {
  /** Null if there is nothing to change. */
  input: SellingPlanGroupInput | null;
  createdFrom: number[];
  updatedFrom: number[];
};

/**
 * The input of `sellingPlanGroupUpdate`: the differences between the form and Shopify's group, in one call. It doesn't mention plans that aren't in
 * the form. For the others it has only the changed parts (pricing, cycle, name), so that an unrelated edit can't lose what the form doesn't show.
 */
export function groupInputForUpdate(
  group: GroupForm,
  { before, current, currencyCode }: EditedGroup,
  sellingPlansToDelete: readonly string[],
): GroupUpdate {
  const plans = new Map(current.sellingPlans.nodes.map((plan) => [plan.id, plan]));
  // A plan that is already gone is what the merchant wants.
  const deleted = sellingPlansToDelete.filter((id) => plans.has(id));
  const optionsBefore = new Map(
    before.recurringPolicies.map((option, index) => [option.id, { option, index }]),
  );
  const nameContextOf = (ids: ReadonlyArray<string | undefined>) => ({
    currencyCode,
    otherNames: current.sellingPlans.nodes
      .filter(({ id }) => !ids.includes(id))
      .map(({ name }) => name),
  });
  const kept = [...group.recurringPolicies.map(({ id }) => id), ...deleted];
  const names = planNames(group, nameContextOf(kept));
  const namesBefore = planNames(before, nameContextOf([...optionsBefore.keys()]));
  const positions = positionsOf(group.recurringPolicies, before, current, deleted);
  const isNamedAnew = group.dynamicSellingPlanName !== before.dynamicSellingPlanName;
  const furtherOptions = current.sellingPlans.nodes[0]?.options.slice(1) ?? [];

  const toCreate: SellingPlanInput[] = [];
  const toUpdate: SellingPlanInput[] = [];
  const createdFrom: number[] = [];
  const updatedFrom: number[] = [];
  for (const [index, option] of group.recurringPolicies.entries()) {
    const name = names[index] ?? intervalInWords(option);
    const position = positions[index];
    const plan = option.id === undefined ? undefined : plans.get(option.id);
    const known = optionsBefore.get(option.id ?? '');
    if (plan === undefined || known === undefined) {
      toCreate.push(newPlan(group, option, position ?? index, name, furtherOptions));
      createdFrom.push(index);
      continue;
    }
    const change: SellingPlanInput = { id: plan.id };
    if (position !== undefined) change.position = position;
    if (
      option.interval !== known.option.interval ||
      option.intervalCount !== known.option.intervalCount
    ) {
      change.billingPolicy = billingWith(option, plan);
      change.deliveryPolicy = deliveryWith(option, plan);
    }
    const pricing = pricingPolicyInputsOf(group, option);
    if (JSON.stringify(pricing) !== JSON.stringify(pricingPolicyInputsOf(before, known.option))) {
      change.pricingPolicies = pricing;
    }
    const nameBefore = namesBefore[known.index];
    // An untouched plan keeps a name that we didn't make up.
    const isTouched = isNamedAnew || 'billingPolicy' in change || 'pricingPolicies' in change;
    const isRenamed = name !== nameBefore && name !== plan.name;
    if (isRenamed && (isTouched || plan.name === nameBefore)) {
      change.name = name;
      change.options = [name, ...plan.options.slice(1)];
    }
    if (Object.keys(change).length > 1) {
      toUpdate.push(change);
      updatedFrom.push(index);
    }
  }
  const input: SellingPlanGroupInput = {
    ...(group.name !== before.name && { name: group.name }),
    ...(group.position !== before.position && { position: group.position }),
    ...(toCreate.length > 0 && { sellingPlansToCreate: toCreate }),
    ...(toUpdate.length > 0 && { sellingPlansToUpdate: toUpdate }),
    ...(deleted.length > 0 && { sellingPlansToDelete: deleted }),
  };
  return { input: Object.keys(input).length > 0 ? input : null, createdFrom, updatedFrom };
}

/**
 * The settings that we store beside Shopify's group. `planIds` are the plans' ids in the order of the options. Settings of plans that aren't in the
 * form stay.
 */
export function settingsOf(
  group: GroupForm,
  planIds: ReadonlyArray<string | undefined>,
  previous?: SellingPlanGroupSettings,
): SellingPlanGroupSettings {
  const plans = group.recurringPolicies.flatMap((option, index) => {
    const id = planIds[index];
    if (id === undefined) return [];
    const discountValue = option.discountType === 'NONE' ? 0 : (option.discountValue ?? 0);
    return [{ id, discountType: option.discountType, discountValue }];
  });
  const written = new Set(plans.map(({ id }) => id));
  return {
    isDynamic: group.isDynamic,
    dynamicSellingPlanName: group.dynamicSellingPlanName,
    firstOrderDiscountCycles: group.firstOrderDiscountCycles,
    recurringDiscount: group.recurringDiscount,
    plans: [...plans, ...(previous?.plans.filter(({ id }) => !written.has(id)) ?? [])],
  };
}

/**
 * The ids of the options' plans, in their order. A new option may be a plan already, if an earlier attempt created it. Null if an option isn't on the
 * platform.
 */
export function matchedPlanIds(group: GroupForm, current: PlatformGroup): string[] | null {
  const mentioned = new Set(group.recurringPolicies.map(({ id }) => id));
  const unmentioned = current.sellingPlans.nodes.filter(({ id }) => !mentioned.has(id));
  const existing = new Set(current.sellingPlans.nodes.map(({ id }) => id));
  const planIds: string[] = [];
  for (const option of group.recurringPolicies) {
    const made = option.id === undefined ? madeOf(group, option, unmentioned) : undefined;
    if (made !== undefined) unmentioned.splice(unmentioned.indexOf(made), 1);
    const id = option.id ?? made?.id;
    if (id === undefined || !existing.has(id) || planIds.includes(id)) return null;
    planIds.push(id);
  }
  return planIds;
}

function madeOf(
  group: GroupForm,
  option: OptionForm,
  plans: readonly PlatformSellingPlan[],
): PlatformSellingPlan | undefined {
  const pricing = JSON.stringify(pricingPoliciesOf(group, option));
  return plans.find(
    (plan) =>
      plan.deliveryPolicy.type === 'RECURRING' &&
      plan.deliveryPolicy.interval === option.interval &&
      plan.deliveryPolicy.intervalCount === option.intervalCount &&
      JSON.stringify(policiesInOrder(plan)) === pricing,
  );
}
