import { isoIn } from '#contract/calendar.ts';
import { isPaidAtEveryDelivery } from '#contract/order-prices.ts';
import { roastOptionOf } from '#contract/roast-option.ts';
import type { Anchor, PricingPolicy, ReadOnlyReason, SellingPlan } from '#contract/selling-plan.ts';
import {
  createSellingPlanGroupSchema,
  type RecurringPolicy,
  type SellingPlanGroup,
} from '#contract/selling-plan-group.ts';
import { knownProducts } from './covered-products.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import { type PlatformGroup, type PlatformSellingPlan, plansInOrder } from './platform-group.ts';
import { groupVersion } from './version.ts';

/** A discount in a form common to our settings and Shopify's policies; null is none. */
type Discount = { type: PricingPolicy['adjustmentType']; value: number } | null;

type PlanPolicies = Pick<PlatformSellingPlan, 'billingPolicy' | 'deliveryPolicy'>;

type FirstOrder = { value: number; cycles: number } | null;

/** A plan with the discounts that the form would show, and the reasons why it can't be edited there. */
type ReadPlan = {
  plan: PlatformSellingPlan;
  firstOrder: FirstOrder;
  ongoing: Discount;
  reasons: ReadOnlyReason[];
};

function discountOf(policy: PricingPolicy | undefined): Discount {
  if (policy === undefined) return null;
  const { value } = policy.adjustmentValue;
  // 0 off is no discount, but a price of 0 is a price.
  if (policy.adjustmentType !== 'PRICE' && value === 0) return null;
  return { type: policy.adjustmentType, value };
}

/** The contract's order: the policy of the first orders, then the one that replaces it. */
export function policiesInOrder({ pricingPolicies }: PlatformSellingPlan): PricingPolicy[] {
  return [...pricingPolicies].sort(
    (left, right) => (left.afterCycle ?? -1) - (right.afterCycle ?? -1),
  );
}

function isFormsRoastDays({ billingPolicy, deliveryPolicy }: PlanPolicies): boolean {
  if (billingPolicy.type === 'FIXED' || deliveryPolicy.type === 'FIXED') return false;
  const daysOf = ({ anchors }: { anchors: Anchor[] }) =>
    anchors.map(({ type, day }) => `${type} ${day}`).join();
  return roastOptionOf(deliveryPolicy) !== null && daysOf(billingPolicy) === daysOf(deliveryPolicy);
}

function reasonsOfCycle({ billingPolicy, deliveryPolicy }: PlanPolicies): ReadOnlyReason[] {
  if (billingPolicy.type === 'FIXED' || deliveryPolicy.type === 'FIXED') return ['FIXED_DELIVERY'];
  const reasons: ReadOnlyReason[] = [];
  if (!isPaidAtEveryDelivery({ billingPolicy, deliveryPolicy })) reasons.push('PREPAID');
  const hasAnchors = billingPolicy.anchors.length + deliveryPolicy.anchors.length > 0;
  if (hasAnchors && !isFormsRoastDays({ billingPolicy, deliveryPolicy })) reasons.push('ANCHORS');
  // A minimum of one order binds nobody.
  if ((billingPolicy.minCycles ?? 1) > 1 || billingPolicy.maxCycles !== null) {
    reasons.push('CYCLE_LIMITS');
  }
  return reasons;
}

function hasKnownPolicies([first, second, ...more]: PricingPolicy[]): boolean {
  if (first === undefined) return true;
  const isRecurring = second === undefined || (second.afterCycle ?? 0) > 0;
  return first.afterCycle === null && isRecurring && more.length === 0;
}

function readPlan(plan: PlatformSellingPlan, isDynamic: boolean): ReadPlan {
  const reasons = reasonsOfCycle(plan);
  const policies = policiesInOrder(plan);
  const [fixed, recurring] = policies;
  const ongoing = discountOf(recurring ?? fixed);
  const start = recurring === undefined ? null : discountOf(fixed);
  if (policies.some(({ adjustmentType }) => adjustmentType === 'PRICE')) reasons.push('PRICE');
  if (!hasKnownPolicies(policies)) reasons.push('MORE_POLICIES');
  if (start?.type === 'FIXED_AMOUNT') reasons.push('FIRST_ORDER_AMOUNT');
  if (recurring !== undefined && start === null && ongoing !== null) reasons.push('LATER_DISCOUNT');
  if (isDynamic && ongoing?.type !== 'PERCENTAGE') reasons.push('NOT_A_PERCENTAGE');
  const { billingPolicy } = plan;
  const hasAnchors = billingPolicy.type === 'RECURRING' && billingPolicy.anchors.length > 0;
  if (isDynamic && hasAnchors && !reasons.includes('ANCHORS')) reasons.push('ANCHORS');
  const firstOrder =
    start === null ? null : { value: start.value, cycles: recurring?.afterCycle ?? 1 };
  return { plan, firstOrder, ongoing, reasons };
}

/** The first-order discount that most plans have, which is the group's; of equally frequent ones, the first. */
function firstOrderOf(plans: readonly ReadPlan[]): FirstOrder {
  let best: { firstOrder: FirstOrder; count: number } = { firstOrder: null, count: 0 };
  for (const { firstOrder } of plans) {
    const count = plans.filter((other) => isSame(other.firstOrder, firstOrder)).length;
    if (count > best.count) best = { firstOrder, count };
  }
  return best.firstOrder;
}

function isSame(one: FirstOrder, other: FirstOrder): boolean {
  return one?.value === other?.value && one?.cycles === other?.cycles;
}

function ownDiscount(
  ongoing: Discount,
  recurringDiscount: number,
  stored: { discountType: string } | undefined,
): Pick<RecurringPolicy, 'discountType' | 'discountValue'> {
  if (ongoing === null || ongoing.type === 'PRICE') {
    return { discountType: 'NONE', discountValue: 0 };
  }
  const isTheGroups =
    ongoing.type === 'PERCENTAGE' &&
    recurringDiscount > 0 &&
    ongoing.value === recurringDiscount &&
    stored?.discountType !== 'PERCENTAGE';
  if (isTheGroups) return { discountType: 'NONE', discountValue: 0 };
  return { discountType: ongoing.type, discountValue: ongoing.value };
}

function optionOf(
  { plan, ongoing }: ReadPlan,
  recurringDiscount: number,
  settings: SellingPlanGroupSettings | undefined,
): RecurringPolicy | null {
  const { deliveryPolicy } = plan;
  if (deliveryPolicy.type === 'FIXED') return null;
  return {
    id: plan.id,
    interval: deliveryPolicy.interval,
    intervalCount: deliveryPolicy.intervalCount,
    ...ownDiscount(
      ongoing,
      recurringDiscount,
      settings?.plans.find((stored) => stored.id === plan.id),
    ),
    ...roastOptionOf(deliveryPolicy),
  };
}

/** Whether the form's own rules would let a plan's numbers be saved again. */
function isInRange(read: ReadPlan): boolean {
  const option = optionOf(read, 0, undefined);
  if (option === null) return false;
  const { id: _, ...numbers } = option;
  return createSellingPlanGroupSchema.safeParse({
    name: 'A plan by itself',
    ...(read.firstOrder && {
      firstOrderDiscount: read.firstOrder.value,
      firstOrderDiscountCycles: read.firstOrder.cycles,
    }),
    recurringPolicies: [numbers],
  }).success;
}

function readPlans(
  group: PlatformGroup,
  isDynamic: boolean,
): { plans: ReadPlan[]; firstOrder: FirstOrder } {
  const plans = plansInOrder(group).map((plan) => readPlan(plan, isDynamic));
  for (const read of plans) {
    if (read.reasons.length === 0 && !isInRange(read)) read.reasons.push('OUT_OF_RANGE');
  }
  const firstOrder = firstOrderOf(plans.filter(({ reasons }) => reasons.length === 0));
  for (const read of plans) {
    if (read.reasons.length === 0 && !isSame(read.firstOrder, firstOrder)) {
      read.reasons.push('FIRST_ORDER_DIFFERS');
    }
  }
  return { plans, firstOrder };
}

function sellingPlanOf({ plan, reasons }: ReadPlan): SellingPlan {
  const { id, name, category, billingPolicy, deliveryPolicy } = plan;
  return {
    id,
    name,
    category,
    billingPolicy,
    deliveryPolicy,
    pricingPolicies: policiesInOrder(plan),
    readOnlyReasons: reasons,
  };
}

/** A group in a list. It needs no version, because an edit starts from the group's own screen. */
type ReadGroup = Omit<SellingPlanGroup, 'version'>;

/**
 * The group with all its plans, and as options those that the form can edit. If settings and Shopify's policies disagree (somebody edited the group
 * elsewhere), the policies win. The settings decide only what policies leave open: whose discount it is, and usage-based mode.
 */
export function readGroup(
  group: PlatformGroup,
  settings: SellingPlanGroupSettings | undefined,
): ReadGroup {
  const isDynamic = settings?.isDynamic ?? false;
  const { plans, firstOrder } = readPlans(group, isDynamic);
  const editable = plans.filter(({ reasons }) => reasons.length === 0);
  // The group's discount is on every option without one of its own. If one such option costs the full price, the group has none.
  const hasFullPrice = editable.some(({ ongoing }) => ongoing === null);
  const recurringDiscount = hasFullPrice ? 0 : (settings?.recurringDiscount ?? 0);
  return {
    id: group.id,
    name: group.name,
    position: group.position ?? 0,
    isDynamic,
    firstOrderDiscount: firstOrder?.value ?? 0,
    firstOrderDiscountCycles: firstOrder?.cycles ?? settings?.firstOrderDiscountCycles ?? 1,
    recurringDiscount,
    dynamicSellingPlanName: settings?.dynamicSellingPlanName ?? '',
    sellingPlans: plans.map(sellingPlanOf),
    recurringPolicies: editable.flatMap(
      (read) => optionOf(read, isDynamic ? 0 : recurringDiscount, settings) ?? [],
    ),
    productsCount: knownProducts(group),
    productVariantsCount: group.productVariantsCount ?? { count: 0 },
  };
}

/** The same with its version, for editing. */
export function groupOf(
  group: PlatformGroup,
  settings: SellingPlanGroupSettings | undefined,
): SellingPlanGroup {
  const read = readGroup(group, settings);
  return { ...read, version: groupVersion(read) };
}

/** The group with its plans' times in the store's time zone, so that their days are the store's. */
export function inStoreTimeZone<Group extends ReadGroup>(group: Group, timeZone: string): Group {
  const shown = (time: string | null) => {
    const instant = new Date(time ?? '');
    return Number.isNaN(instant.getTime()) ? time : isoIn(timeZone, instant);
  };
  return {
    ...group,
    sellingPlans: group.sellingPlans.map(({ billingPolicy, deliveryPolicy, ...plan }) => ({
      ...plan,
      billingPolicy:
        billingPolicy.type === 'FIXED'
          ? {
              ...billingPolicy,
              remainingBalanceChargeExactTime: shown(billingPolicy.remainingBalanceChargeExactTime),
            }
          : billingPolicy,
      deliveryPolicy:
        deliveryPolicy.type === 'FIXED'
          ? { ...deliveryPolicy, fulfillmentExactTime: shown(deliveryPolicy.fulfillmentExactTime) }
          : deliveryPolicy,
    })),
  };
}
