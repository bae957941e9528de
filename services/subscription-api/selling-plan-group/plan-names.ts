import type { CreateSellingPlanGroup, RecurringPolicyInput } from '#contract/selling-plan-group.ts';

/** What the group form edits. Discounts in percent; an option without an id is new. */
export type GroupForm = CreateSellingPlanGroup;
export type OptionForm = RecurringPolicyInput;

/** The name of a usage-based plan where the merchant gave none. */
export const defaultDynamicName = 'Based on usage';

/** "Every week", "Every 2 weeks". */
export function describeInterval(option: Pick<OptionForm, 'interval' | 'intervalCount'>): string {
  const interval = option.interval.toLowerCase();
  return option.intervalCount === 1
    ? `Every ${interval}`
    : `Every ${option.intervalCount} ${interval}s`;
}

function describeDiscount(group: GroupForm, option: OptionForm): string {
  if (option.discountType === 'FIXED_AMOUNT')
    return `${(option.discountValue ?? 0).toFixed(2)} off`;
  const percent =
    option.discountType === 'PERCENTAGE' ? (option.discountValue ?? 0) : group.recurringDiscount;
  return percent > 0 ? `${percent}% off` : '';
}

/**
 * The buyer-facing names of the plans, in the order of the options. Options that share an interval are told apart by their
 * discount ("Every 2 weeks, 10% off"). Options that are the same in all of it get the same name: the platform refuses
 * them, and says so at the option. Usage-based plans have the merchant's name, with the interval where there are several.
 */
export function planNames(group: GroupForm): string[] {
  const intervals = group.recurringPolicies.map(describeInterval);
  const described = group.recurringPolicies.map((option, index) => {
    const interval = intervals[index] ?? '';
    const isShared = intervals.filter((other) => other === interval).length > 1;
    const discount = isShared ? describeDiscount(group, option) : '';
    return discount === '' ? interval : `${interval}, ${discount}`;
  });
  if (!group.isDynamic) return described;
  const name =
    group.dynamicSellingPlanName === '' ? defaultDynamicName : group.dynamicSellingPlanName;
  return described.length === 1
    ? [name]
    : described.map((text) => `${name}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}
