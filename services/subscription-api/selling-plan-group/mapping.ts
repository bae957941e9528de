import { pricingPoliciesOf } from '#contract/pricing-policies.ts';
import { everyDelivery, type PricingPolicy, type SellingPlan } from '#contract/selling-plan.ts';
import type { RecurringPolicy, SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { describeInterval, type GroupForm, type OptionForm, planNames } from './plan-names.ts';
import type {
  AdjustmentInput,
  PlatformGroup,
  PlatformPricingPolicy,
  PlatformSellingPlan,
  PricingPolicyInput,
  SellingPlanGroupInput,
  SellingPlanInput,
} from './platform-group.ts';
import type { SellingPlanGroupSettings } from './settings-store.ts';
import { groupVersion } from './version.ts';

/** The label of the one choice that a customer makes within a group. */
const groupOptions = ['Delivery frequency'];

/** A discount as both sides know it; null is none. PRICE exists on the platform only. */
interface Discount {
  type: PlatformPricingPolicy['adjustmentType'];
  value: number;
}

function adjustmentOf({ adjustmentType, adjustmentValue }: PricingPolicy): AdjustmentInput {
  return adjustmentType === 'PERCENTAGE'
    ? { adjustmentType, adjustmentValue: { percentage: adjustmentValue.value } }
    : { adjustmentType, adjustmentValue: { fixedValue: adjustmentValue.value } };
}

/** The contract's pricing of one option as the platform's input. */
export function pricingPolicyInputsOf(group: GroupForm, option: OptionForm): PricingPolicyInput[] {
  return pricingPoliciesOf(group, option).map((policy) =>
    policy.afterCycle === null
      ? { fixed: adjustmentOf(policy) }
      : { recurring: { ...adjustmentOf(policy), afterCycle: policy.afterCycle } },
  );
}

function recurringOf(option: OptionForm): {
  recurring: { interval: string; intervalCount: number };
} {
  return { recurring: { interval: option.interval, intervalCount: option.intervalCount } };
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
    billingPolicy: recurringOf(option),
    deliveryPolicy: recurringOf(option),
    pricingPolicies: pricingPolicyInputsOf(group, option),
  };
}

/** A group's code for the merchant's eyes: letters, digits and hyphens, at most 40 characters. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return slug === '' ? 'selling-plan' : slug;
}

/** The input of `sellingPlanGroupCreate`: option i of the form is plan i. */
export function groupInputForCreate(group: GroupForm, merchantCode: string): SellingPlanGroupInput {
  const names = planNames(group);
  return {
    name: group.name,
    merchantCode,
    options: groupOptions,
    position: group.position,
    sellingPlansToCreate: group.recurringPolicies.map((option, index) =>
      newPlan(group, option, index, names[index] ?? describeInterval(option), []),
    ),
  };
}

/** Which option of the form each plan of an input came from, for finding the way back from an error's path. */
export interface GroupInput {
  input: SellingPlanGroupInput;
  createdFrom: number[];
  updatedFrom: number[];
}

/**
 * The input of `sellingPlanGroupUpdate`: everything in one call. A plan's policies and names are sent only where the form
 * changed them, so that what the form can't show (anchors, a fixed price, a name given elsewhere) survives an unrelated edit.
 * `before` is the form as it was opened, `current` the platform's group that it was made from.
 */
export function groupInputForUpdate(
  group: GroupForm,
  before: GroupForm,
  current: PlatformGroup,
  sellingPlansToDelete: readonly string[],
): GroupInput {
  const names = planNames(group);
  const namesBefore = planNames(before);
  const optionsBefore = new Map(
    before.recurringPolicies.map((option, index) => [option.id, { option, index }]),
  );
  const furtherOptions = current.sellingPlans.nodes[0]?.options.slice(1) ?? [];
  const toCreate: SellingPlanInput[] = [];
  const toUpdate: SellingPlanInput[] = [];
  const createdFrom: number[] = [];
  const updatedFrom: number[] = [];

  for (const [index, option] of group.recurringPolicies.entries()) {
    const name = names[index] ?? describeInterval(option);
    const known = optionsBefore.get(option.id);
    if (option.id === undefined || known === undefined) {
      toCreate.push(newPlan(group, option, index, name, furtherOptions));
      createdFrom.push(index);
      continue;
    }
    const plan = current.sellingPlans.nodes.find((node) => node.id === option.id);
    const change: SellingPlanInput = { id: option.id };
    if (plan?.position !== index) change.position = index;
    if (name !== namesBefore[known.index]) {
      change.name = name;
      change.options = [name, ...(plan?.options.slice(1) ?? [])];
    }
    if (
      option.interval !== known.option.interval ||
      option.intervalCount !== known.option.intervalCount
    ) {
      change.billingPolicy = recurringOf(option);
      change.deliveryPolicy = recurringOf(option);
    }
    const pricing = pricingPolicyInputsOf(group, option);
    if (JSON.stringify(pricing) !== JSON.stringify(pricingPolicyInputsOf(before, known.option))) {
      change.pricingPolicies = pricing;
    }
    if (Object.keys(change).length > 1) {
      toUpdate.push(change);
      updatedFrom.push(index);
    }
  }
  const existing = new Set(current.sellingPlans.nodes.map((plan) => plan.id));
  // One that is gone already is no reason to fail: it is where the merchant wants it.
  const toDelete = sellingPlansToDelete.filter((id) => existing.has(id));
  return {
    input: {
      name: group.name,
      position: group.position,
      ...(toCreate.length > 0 && { sellingPlansToCreate: toCreate }),
      ...(toUpdate.length > 0 && { sellingPlansToUpdate: toUpdate }),
      ...(toDelete.length > 0 && { sellingPlansToDelete: toDelete }),
    },
    createdFrom,
    updatedFrom,
  };
}

/** What is kept in our own table beside the platform's group; `planIds` are the plans' ids in the order of the options. */
export function settingsOf(
  group: GroupForm,
  planIds: ReadonlyArray<string | undefined>,
): SellingPlanGroupSettings {
  return {
    isDynamic: group.isDynamic,
    dynamicSellingPlanName: group.dynamicSellingPlanName,
    firstOrderDiscountCycles: group.firstOrderDiscountCycles,
    recurringDiscount: group.recurringDiscount,
    plans: group.recurringPolicies.flatMap((option, index) => {
      const id = planIds[index];
      if (id === undefined) return [];
      const discountValue = option.discountType === 'NONE' ? 0 : (option.discountValue ?? 0);
      return [{ id, discountType: option.discountType, discountValue }];
    }),
  };
}

interface PlanPricing {
  first: { discount: Discount; cycles: number } | null;
  ongoing: Discount | null;
}

function discountOf(policy: PlatformPricingPolicy | undefined): Discount | null {
  if (policy === undefined) return null;
  // 0 off is none; a price of 0 is a price.
  if (policy.adjustmentType !== 'PRICE' && policy.adjustmentValue === 0) return null;
  return { type: policy.adjustmentType, value: policy.adjustmentValue };
}

function pricingOf(plan: PlatformSellingPlan): PlanPricing {
  const recurring = plan.pricingPolicies.find((policy) => typeof policy.afterCycle === 'number');
  const fixed = plan.pricingPolicies.find((policy) => typeof policy.afterCycle !== 'number');
  if (recurring === undefined) return { first: null, ongoing: discountOf(fixed) };
  const first = discountOf(fixed);
  const cycles = recurring.afterCycle ?? 0;
  return {
    first: first === null || cycles < 1 ? null : { discount: first, cycles },
    ongoing: discountOf(recurring),
  };
}

/** The platform's order of the plans: by position, those without one last. */
export function plansInOrder(group: PlatformGroup): PlatformSellingPlan[] {
  const rank = (plan: PlatformSellingPlan): number => plan.position ?? Number.MAX_SAFE_INTEGER;
  return [...group.sellingPlans.nodes].sort((left, right) => rank(left) - rank(right));
}

function ownDiscount(
  ongoing: Discount | null,
  recurringDiscount: number,
  stored: { discountType: string } | undefined,
): Pick<RecurringPolicy, 'discountType' | 'discountValue'> {
  // A fixed price has no place in the form. It stays as it is until the merchant gives the option a discount.
  if (ongoing === null || ongoing.type === 'PRICE')
    return { discountType: 'NONE', discountValue: 0 };
  const isTheGroups =
    ongoing.type === 'PERCENTAGE' &&
    recurringDiscount > 0 &&
    ongoing.value === recurringDiscount &&
    stored?.discountType !== 'PERCENTAGE';
  if (isTheGroups) return { discountType: 'NONE', discountValue: 0 };
  return { discountType: ongoing.type, discountValue: ongoing.value };
}

/**
 * The group as the form edits it. Where the settings and the platform's policies disagree (someone edited the group
 * elsewhere) the policies win; what they leave open (whose discount it is, usage-based mode) comes from the settings.
 */
export function groupOf(
  group: PlatformGroup,
  settings: SellingPlanGroupSettings | undefined,
): SellingPlanGroup {
  const plans = plansInOrder(group);
  const pricing = plans.map((plan) => ({ plan, ...pricingOf(plan) }));
  const firstOrder = pricing.find(({ first }) => first?.discount.type === 'PERCENTAGE')?.first;
  const hasOneWithout = pricing.some(({ ongoing }) => ongoing === null || ongoing.type === 'PRICE');
  const recurringDiscount = hasOneWithout ? 0 : (settings?.recurringDiscount ?? 0);
  const form = {
    name: group.name,
    position: group.position ?? 0,
    isDynamic: settings?.isDynamic ?? false,
    firstOrderDiscount: firstOrder?.discount.value ?? 0,
    firstOrderDiscountCycles: firstOrder?.cycles ?? settings?.firstOrderDiscountCycles ?? 1,
    recurringDiscount,
    dynamicSellingPlanName: settings?.dynamicSellingPlanName ?? '',
    recurringPolicies: pricing.map(({ plan, ongoing }) => ({
      id: plan.id,
      interval: plan.deliveryPolicy.interval ?? 'WEEK',
      intervalCount: plan.deliveryPolicy.intervalCount ?? 1,
      ...ownDiscount(
        ongoing,
        recurringDiscount,
        settings?.plans.find((stored) => stored.id === plan.id),
      ),
    })),
  };
  return {
    id: group.id,
    ...form,
    sellingPlans: plans.map(sellingPlanOf),
    productsCount: group.productsCount ?? { count: 0 },
    productVariantsCount: group.productVariantsCount ?? { count: 0 },
    version: groupVersion(form),
  };
}

function sellingPlanOf(plan: PlatformSellingPlan): SellingPlan {
  // The contract's order: what holds from the first order on, then what replaces it.
  const inOrder = [...plan.pricingPolicies].sort(
    (left, right) => (left.afterCycle ?? -1) - (right.afterCycle ?? -1),
  );
  return {
    id: plan.id,
    name: plan.name,
    category: null,
    ...everyDelivery(
      plan.deliveryPolicy.interval ?? 'WEEK',
      plan.deliveryPolicy.intervalCount ?? 1,
    ),
    readOnlyReasons: [],
    pricingPolicies: inOrder.map((policy) => ({
      adjustmentType: policy.adjustmentType,
      adjustmentValue: { value: policy.adjustmentValue },
      afterCycle: policy.afterCycle ?? null,
    })),
  };
}
