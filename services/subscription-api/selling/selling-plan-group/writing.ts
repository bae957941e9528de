import { pricingPoliciesOf } from '#contract/pricing-policies.ts';
import { roastOptionOf, roastTermsOf } from '#contract/roast-option.ts';
import { endOfDay, roastRuleInWords } from '#contract/roast-words.ts';
import type { PricingPolicy } from '#contract/selling-plan.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { groupAppId } from '#contract/theme.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import { deliveriesOf, type GroupForm, type OptionForm, planNames } from './plan-names.ts';
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

/** The platform has the days of an option in both policies, and wants them to be the same. */
function cycleOf(option: OptionForm) {
  const { interval, intervalCount } = option;
  const roast = roastTermsOf(option);
  return {
    interval,
    intervalCount,
    ...(roast && { anchors: roast.anchors.map(({ type, day }) => ({ type, day })) }),
  };
}

function deliveryOf(option: OptionForm): DeliveryInput['recurring'] {
  const roast = roastTermsOf(option);
  if (roast === null) return cycleOf(option);
  const { cutoff, preAnchorBehavior } = roast;
  return { ...cycleOf(option), cutoff, preAnchorBehavior };
}

/** A store's terms that words for customers need. */
export type StoreTerms = { currencyCode: string; timeZone: string };

/** The words for customers about roast days, which themes show beside the plan. */
const descriptionOf = (option: OptionForm, { timeZone }: StoreTerms) =>
  roastRuleInWords(option, timeZone);

/** The same words, also of other days and of the time zone that the store was in then. */
const roastRule = new RegExp(`^Roasted [^.]+\\. Changes until [^.]+ before, ${endOfDay} [^.]+\\.$`);

function newPlan(
  group: GroupForm,
  option: OptionForm,
  {
    position,
    name,
    furtherOptions,
    terms,
  }: { position: number; name: string; furtherOptions: readonly string[]; terms: StoreTerms },
): SellingPlanInput {
  const description = descriptionOf(option, terms);
  return {
    name,
    ...(description !== '' && { description }),
    options: [name, ...furtherOptions],
    position,
    category: 'SUBSCRIPTION',
    billingPolicy: { recurring: cycleOf(option) },
    deliveryPolicy: { recurring: deliveryOf(option) },
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
  terms: StoreTerms,
): SellingPlanGroupInput {
  const { currencyCode } = terms;
  const names = planNames(group, { currencyCode, otherNames: [] });
  return {
    appId: groupAppId,
    name: group.name,
    merchantCode,
    options: groupOptions,
    position: group.position,
    sellingPlansToCreate: group.recurringPolicies.map((option, index) =>
      newPlan(group, option, {
        position: index,
        name: names[index] ?? deliveriesOf(option),
        furtherOptions: [],
        terms,
      }),
    ),
  };
}

/** Keeps the order of days that are the same, because one policy may be written without the other. */
function cycleIn(
  option: OptionForm,
  policy: PlatformSellingPlan['billingPolicy' | 'deliveryPolicy'],
) {
  const { anchors, ...cycle } = cycleOf(option);
  if (anchors === undefined || policy.type === 'FIXED')
    return { ...cycle, ...(anchors && { anchors }) };
  const before = policy.anchors.map(({ type, day }) => ({ type, day }));
  const named = (all: typeof before) =>
    all
      .map(({ type, day }) => `${type} ${day}`)
      .sort()
      .join();
  return { ...cycle, anchors: named(before) === named(anchors) ? before : anchors };
}

/** Changes a policy's cycle. Shopify replaces the policy as a whole, so this repeats the rest of it. */
function billingWith(option: OptionForm, { billingPolicy }: PlatformSellingPlan): BillingInput {
  const minCycles = billingPolicy.type === 'RECURRING' ? billingPolicy.minCycles : null;
  return {
    recurring: { ...cycleIn(option, billingPolicy), ...(minCycles !== null && { minCycles }) },
  };
}

function deliveryWith(option: OptionForm, { deliveryPolicy }: PlatformSellingPlan): DeliveryInput {
  if (deliveryPolicy.type === 'FIXED') return { recurring: cycleOf(option) };
  const { cutoff, preAnchorBehavior } = deliveryPolicy;
  const roast = roastTermsOf(option);
  if (roast !== null) {
    return { recurring: { ...deliveryOf(option), ...cycleIn(option, deliveryPolicy) } };
  }
  // A cut-off without days means nothing, but is somebody's: only the days' own goes with them.
  if (deliveryPolicy.anchors.length > 0) return { recurring: cycleOf(option) };
  return {
    recurring: {
      ...cycleOf(option),
      ...(cutoff !== null && cutoff !== 0 && { cutoff }),
      ...(preAnchorBehavior !== 'ASAP' && { preAnchorBehavior }),
    },
  };
}

type EditedGroup = {
  /** The form as it would show the current group. */
  before: SellingPlanGroup;
  /** Shopify's group that it was read from. */
  current: PlatformGroup;
  terms: StoreTerms;
};

/** The input, and for each plan in it the option that it came from, to map the path of an error back. */
type GroupUpdate = {
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
  { before, current, terms }: EditedGroup,
  sellingPlansToDelete: readonly string[],
): GroupUpdate {
  const plans = new Map(current.sellingPlans.nodes.map((plan) => [plan.id, plan]));
  // A plan that is already gone is what the merchant wants.
  const deleted = sellingPlansToDelete.filter((id) => plans.has(id));
  const optionsBefore = new Map(
    before.recurringPolicies.map((option, index) => [option.id, { option, index }]),
  );
  const nameContextOf = (ids: ReadonlyArray<string | undefined>) => ({
    currencyCode: terms.currencyCode,
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
    const name = names[index] ?? deliveriesOf(option);
    const position = positions[index];
    const plan = option.id === undefined ? undefined : plans.get(option.id);
    const known = optionsBefore.get(option.id ?? '');
    if (plan === undefined || known === undefined) {
      toCreate.push(
        newPlan(group, option, { position: position ?? index, name, furtherOptions, terms }),
      );
      createdFrom.push(index);
      continue;
    }
    const change: SellingPlanInput = { id: plan.id };
    if (position !== undefined) change.position = position;
    const isOther = (of: (one: OptionForm) => unknown) =>
      JSON.stringify(of(option)) !== JSON.stringify(of(known.option));
    if (isOther(cycleOf)) change.billingPolicy = billingWith(option, plan);
    if (isOther(deliveryOf)) {
      change.deliveryPolicy = deliveryWith(option, plan);
      const description = descriptionOf(option, terms);
      const ours = descriptionOf(known.option, terms);
      // A description that somebody else wrote is theirs.
      const isOurs =
        [ours, '', null].includes(plan.description) || roastRule.test(plan.description ?? '');
      if (isOurs && description !== (plan.description ?? '')) change.description = description;
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
      hasRoastDays(plan.deliveryPolicy, option) &&
      JSON.stringify(policiesInOrder(plan)) === pricing,
  );
}

function hasRoastDays(
  policy: Extract<PlatformSellingPlan['deliveryPolicy'], { type: 'RECURRING' }>,
  option: OptionForm,
): boolean {
  const read = roastOptionOf(policy);
  return (
    read !== null && JSON.stringify(roastTermsOf(read)) === JSON.stringify(roastTermsOf(option))
  );
}
