import { adjustmentInWords, deliveriesInWords, lowerFirst } from '#contract/plan-words.ts';
import { anchorsOf } from '#contract/roast-option.ts';
import type { CreateSellingPlanGroup, RecurringPolicyInput } from '#contract/selling-plan-group.ts';

/** The contents of the group form. Discounts are in percent; an option without an id is new. */
export type GroupForm = CreateSellingPlanGroup;
export type OptionForm = RecurringPolicyInput;

const defaultDynamicName = 'Based on usage';

function describeDiscount(group: GroupForm, option: OptionForm, currencyCode: string): string {
  const isOwn = option.discountType === 'FIXED_AMOUNT' || option.discountType === 'PERCENTAGE';
  const discount = {
    adjustmentType: option.discountType === 'FIXED_AMOUNT' ? 'FIXED_AMOUNT' : 'PERCENTAGE',
    adjustmentValue: { value: isOwn ? (option.discountValue ?? 0) : group.recurringDiscount },
  } as const;
  return adjustmentInWords(discount, currencyCode) ?? '';
}

/** How often and on which days an option's orders come: "Every 2 weeks, on Tuesdays". */
export const deliveriesOf = (option: OptionForm) => deliveriesInWords(option, anchorsOf(option));

type NameContext = {
  /** The shop's currency (ISO 4217). */
  currencyCode: string;
  /** The names of the group's plans that aren't in the form. */
  otherNames: readonly string[];
};

/**
 * The buyer-facing names of the plans, in the order of the options. Options that share an interval, also with a plan outside the form, get their
 * discount added ("Every 2 weeks, 10% off"). Identical options get the same name; the platform refuses them, and the error appears at the option.
 * Usage-based plans have the merchant's name, with the interval if there are several.
 */
export function planNames(group: GroupForm, { currencyCode, otherNames }: NameContext): string[] {
  const intervals = group.recurringPolicies.map(deliveriesOf);
  const taken = [...intervals, ...otherNames];
  const described = group.recurringPolicies.map((option, index) => {
    const interval = intervals[index] ?? '';
    const isShared = taken.filter((other) => other === interval).length > 1;
    const discount = isShared ? describeDiscount(group, option, currencyCode) : '';
    return discount === '' ? interval : `${interval}, ${discount}`;
  });
  if (!group.isDynamic) return described;
  const name =
    group.dynamicSellingPlanName === '' ? defaultDynamicName : group.dynamicSellingPlanName;
  return described.length + otherNames.length === 1
    ? [name]
    : described.map((text) => `${name}, ${lowerFirst(text)}`);
}
