import { z } from 'zod';
import { planTermsOf } from '#contract/pricing-policies.ts';
import type { PlanTerms } from '#contract/selling-plan.ts';
import {
  createSellingPlanGroupSchema,
  recurringPolicyInputSchema,
} from '#contract/selling-plan-group.ts';
import { parseNumber } from '../forms/parse-number.ts';
import { type RoastTexts, roastTextsOf } from './roast-texts.ts';

/** A field's text on screen, maybe half typed. */
type FieldText = string | undefined;

/** The fields of the group form that prices depend on, for one of its options. */
export type PlanFormValues = {
  group: {
    firstOrderDiscount: FieldText;
    firstOrderDiscountCycles: FieldText;
    recurringDiscount: FieldText;
    isDynamic?: FieldText;
  };
  option: {
    interval: FieldText;
    intervalCount: FieldText;
    discountType: FieldText;
    discountValue: FieldText;
  } & { [Field in keyof RoastTexts]?: RoastTexts[Field] | undefined };
};

/** The typed values as a plan of the platform, or a sentence about what is missing. */
type TypedPlan = { terms: PlanTerms } | { terms: null; reason: string };

/** The contract's own rules for the fields that prices depend on. */
const groupDiscountsSchema = z.object({
  firstOrderDiscount: createSellingPlanGroupSchema.shape.firstOrderDiscount,
  firstOrderDiscountCycles: createSellingPlanGroupSchema.shape.firstOrderDiscountCycles,
  recurringDiscount: createSellingPlanGroupSchema.shape.recurringDiscount,
});

function textOf(text: FieldText): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function numberOf(text: FieldText): number | undefined {
  const entered = textOf(text);
  return entered === undefined ? undefined : parseNumber(entered);
}

const intervalUnits: Record<string, string> = {
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  YEAR: 'years',
};

function reasonOf(error: z.ZodError, values: PlanFormValues): string {
  const [issue] = error.issues;
  // A broken limit has its own message. A missing value, or one that is no number, gets a message about the field.
  if (issue && /at most|less than or equal/.test(issue.message)) return `${issue.message}.`;
  switch (issue?.path[0]) {
    case 'firstOrderDiscount':
      return 'Enter a first-order discount between 0 and 100 to see prices.';
    case 'firstOrderDiscountCycles':
      return 'Enter how many orders get the first-order discount, 1 or more, to see prices.';
    case 'recurringDiscount':
      return 'Enter a recurring discount between 0 and 100 to see prices.';
    case 'interval':
      return 'Choose an interval to see prices.';
    case 'intervalCount': {
      const unit = intervalUnits[values.option.interval ?? ''] ?? 'intervals';
      return `Enter a whole number of ${unit} between orders, 1 or more, to see prices.`;
    }
    case 'cutoff':
      return 'Enter a cut-off in days, shorter than the time between roast days, to see prices.';
    case 'preAnchorBehavior':
      return `${issue.message}.`;
    case 'discountValue':
      return values.option.discountType === 'FIXED_AMOUNT'
        ? 'Enter a discount above 0 to see prices.'
        : 'Enter a discount above 0 and up to 100 to see prices.';
    default:
      return 'Choose a discount type to see prices.';
  }
}

function typedRoast({ group: { isDynamic }, option }: PlanFormValues) {
  const { weekdays, monthDay } = roastTextsOf(option);
  if (isDynamic === 'on' || (weekdays.length === 0 && monthDay === undefined)) return {};
  return {
    weekdays: weekdays.map(Number),
    monthDay: numberOf(monthDay),
    cutoff: numberOf(option.cutoff),
    preAnchorBehavior: textOf(option.preAnchorBehavior),
  };
}

/**
 * The plan that an option becomes once it is saved, or why there is none yet. Empty fields count as the contract's
 * defaults, as they do when the form is sent. Never throws.
 */
export function typedPlanOf(values: PlanFormValues): TypedPlan {
  const group = groupDiscountsSchema.safeParse({
    firstOrderDiscount: numberOf(values.group.firstOrderDiscount),
    firstOrderDiscountCycles: numberOf(values.group.firstOrderDiscountCycles),
    recurringDiscount: numberOf(values.group.recurringDiscount),
  });
  if (!group.success) return { terms: null, reason: reasonOf(group.error, values) };

  const discountType = textOf(values.option.discountType);
  const hasDiscount = discountType !== undefined && discountType !== 'NONE';
  const option = recurringPolicyInputSchema.safeParse({
    interval: textOf(values.option.interval),
    intervalCount: numberOf(values.option.intervalCount),
    discountType,
    // The field is hidden while there is no discount: what it still holds must not stand in the way.
    discountValue: hasDiscount ? numberOf(values.option.discountValue) : undefined,
    ...typedRoast(values),
  });
  if (!option.success) return { terms: null, reason: reasonOf(option.error, values) };
  return { terms: planTermsOf(group.data, option.data) };
}
