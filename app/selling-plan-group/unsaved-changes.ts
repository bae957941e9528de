import { parseNumber } from '../forms/parse-number.ts';
import { type RoastTexts, roastTextsOf } from './roast-texts.ts';

type OptionTexts = {
  id?: string;
  interval?: string;
  intervalCount?: string;
  discountType?: string;
  discountValue?: string;
} & RoastTexts;

/** The group form's values as texts; an empty field may be missing, as a form library leaves it out. */
export type GroupTexts = {
  name?: string;
  position?: string;
  isDynamic?: string;
  firstOrderDiscount?: string;
  firstOrderDiscountCycles?: string;
  recurringDiscount?: string;
  dynamicSellingPlanName?: string;
  recurringPolicies?: string | ReadonlyArray<OptionTexts | undefined>;
};

/**
 * Whether the form would save anything else than it started with. Touching a field, or writing "10.0" for "10", changes
 * nothing; nor does what a field holds that the form doesn't show, such as the discount of an option without one.
 */
export function hasUnsavedChanges(initial: GroupTexts, current: GroupTexts): boolean {
  return JSON.stringify(comparable(initial)) !== JSON.stringify(comparable(current));
}

function comparable(group: GroupTexts) {
  const isDynamic = text(group.isDynamic) !== '';
  const options = Array.isArray(group.recurringPolicies) ? group.recurringPolicies : [];
  return [
    text(group.name),
    amount(group.position),
    isDynamic,
    amount(group.firstOrderDiscount),
    amount(group.firstOrderDiscountCycles),
    amount(group.recurringDiscount),
    isDynamic ? text(group.dynamicSellingPlanName) : '',
    options.map((option: OptionTexts | undefined) => {
      const hasDiscount = text(option?.discountType) !== 'NONE';
      return [
        text(option?.id),
        text(option?.interval),
        amount(option?.intervalCount),
        text(option?.discountType),
        hasDiscount ? amount(option?.discountValue) : '',
        isDynamic ? [] : comparableRoast(option),
      ];
    }),
  ];
}

/** The days of the interval, and what only counts with any. */
function comparableRoast(option: OptionTexts | undefined) {
  const { weekdays, monthDay } = roastTextsOf(option ?? {});
  if (weekdays.length === 0 && monthDay === undefined) return [];
  return [
    [...weekdays].sort(),
    monthDay ?? '',
    amount(option?.cutoff) || 0,
    text(option?.preAnchorBehavior),
  ];
}

function text(value: string | undefined): string {
  return value?.trim() ?? '';
}

function amount(value: string | undefined): string | number {
  const written = text(value);
  const number = parseNumber(written);
  return Number.isNaN(number) ? written : number;
}
