import { z } from 'zod';
import { checkedOnce } from './checked-once.ts';
import { globalIdSchema } from './global-id.ts';
import { variantsPerRequest } from './limits.ts';
import { decimalOfNumber } from './money.ts';
import { nameSchema } from './name.ts';
import { listQuerySchema, pageInfoSchema, pageSchema } from './pagination.ts';
import { type GroupDiscounts, pricingPoliciesOf } from './pricing-policies.ts';
import { anchorsOf, preAnchorBehaviors, roastProblems } from './roast-option.ts';
import { intervalSchema, sellingPlanSchema } from './selling-plan.ts';

export { variantsPerRequest };

/** Fixed Amount is known in validation only: the form offers it solely where a plan already has it (§9). */
export const discountTypes = ['NONE', 'PERCENTAGE', 'FIXED_AMOUNT'] as const;
export const discountTypeSchema = z.enum(discountTypes, { error: 'Invalid type' });

/** The platform's and the database's whole numbers have 32 bits. */
const largestInteger = 2_147_483_647;
/** Eleven digits: in every currency's minor units still a whole number that JavaScript keeps exactly. */
const largestAmount = 99_999_999_999;
const mostDecimals = 4;
/** The platform allows no more plans in a group. */
export const mostOptions = 31;
/** The platform's limit for the names of groups and plans. */
const longestName = 255;
/** The plan's name holds more than the merchant's words: how often it comes, and what it takes off. */
const longestDynamicName = 200;

const integerLimit = `Value must be less than or equal to ${largestInteger}`;
const nameLimit = (length: number) => `Name is too long (maximum is ${length} characters)`;

function hasFewDecimals(value: number): boolean {
  return (decimalOfNumber(value)?.scale ?? 0) <= mostDecimals;
}

const decimalsLimit = `Value must have at most ${mostDecimals} decimals`;
const discountMessage = 'Value must be between 0 and 100';
const discountSchema = z
  .number({ error: discountMessage })
  .min(0, discountMessage)
  .max(100, discountMessage)
  .refine(hasFewDecimals, decimalsLimit)
  .default(0);

const notADay = 'Please pick a day';

/** An option's roast days (contract/roast-option.ts); left out if it has none. */
const roastFields = {
  weekdays: z.array(z.int32(notADay).min(1, notADay).max(7, notADay)).max(7, notADay).optional(),
  monthDay: z.int32(notADay).min(1, notADay).max(31, notADay).optional(),
  cutoff: z
    .number({ error: 'Value must be an integer' })
    .int('Value must be an integer')
    .optional(),
  preAnchorBehavior: z.enum(preAnchorBehaviors, { error: 'Invalid type' }).optional(),
};

/**
 * One option of the group's form; it becomes one selling plan of the platform.
 * `id` is the selling plan's global id where it exists already. `discountValue` is percent (above 0, at most 100)
 * for PERCENTAGE and major currency units of the shop for FIXED_AMOUNT. Source: specification §3 and §5.
 */
export const recurringPolicyInputSchema = z
  .object({
    id: globalIdSchema.optional(),
    interval: intervalSchema,
    intervalCount: z
      .number({ error: 'Value must be a number' })
      .gt(0, 'Value must be greater than 0')
      .max(largestInteger, { error: integerLimit, abort: true })
      .int('Value must be an integer'),
    discountType: discountTypeSchema.default('NONE'),
    discountValue: z.number({ error: 'Value must be a number' }).optional(),
    ...roastFields,
  })
  .superRefine((option, context) => {
    for (const { field, message } of roastProblems(option)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
    if (option.discountType === 'NONE') return;
    const path = ['discountValue'];
    const value = option.discountValue;
    if (value === undefined) {
      context.addIssue({ code: 'custom', path, message: 'Value must be a number' });
    } else if (option.discountType === 'PERCENTAGE' && (value <= 0 || value > 100)) {
      context.addIssue({ code: 'custom', path, message: discountMessage });
    } else if (option.discountType === 'FIXED_AMOUNT' && value <= 0) {
      context.addIssue({ code: 'custom', path, message: 'Value must be greater than 0' });
    } else if (value > largestAmount) {
      const message = `Value must be less than or equal to ${largestAmount}`;
      context.addIssue({ code: 'custom', path, message });
    } else if (!hasFewDecimals(value)) {
      context.addIssue({ code: 'custom', path, message: decimalsLimit });
    }
  });

export type RecurringPolicyInput = z.infer<typeof recurringPolicyInputSchema>;

function wholeNumberFrom(least: number, tooSmall: string) {
  return z
    .number({ error: 'Value must be an integer' })
    .min(least, tooSmall)
    .max(largestInteger, { error: integerLimit, abort: true })
    .int('Value must be an integer');
}

const sellingPlanGroupFields = {
  name: nameSchema(longestName, {
    name: 'Please enter a name for selling plan',
    longName: nameLimit(longestName),
  }),
  position: wholeNumberFrom(0, 'Value must be greater than or equal to 0').default(0),
  isDynamic: z.boolean().default(false),
  firstOrderDiscount: discountSchema,
  firstOrderDiscountCycles: wholeNumberFrom(1, 'Value must be greater than 1').default(1),
  recurringDiscount: discountSchema,
  dynamicSellingPlanName: z
    .string()
    .trim()
    .max(longestDynamicName, nameLimit(longestDynamicName))
    .default(''),
};

const optionsSchema = z
  .array(recurringPolicyInputSchema)
  .max(mostOptions, `At most ${mostOptions} options`);

/** For a group without a plan; the API says it of an edit that would leave none (specification §5). */
export const optionRequired = 'At least one option is required';

type OptionsOfGroup = GroupDiscounts & {
  isDynamic: boolean;
  recurringPolicies: readonly RecurringPolicyInput[];
};

/**
 * The options that come as often and cost as much as one before them, which the platform refuses: by index, with the index of the
 * first of each kind.
 */
export function repeatedOptions(
  group: GroupDiscounts & Pick<OptionsOfGroup, 'recurringPolicies'>,
): Array<{ index: number; first: number }> {
  const kinds = group.recurringPolicies.map((option) =>
    JSON.stringify([
      ...[option.interval, option.intervalCount, anchorsOf(option)],
      pricingPoliciesOf(group, option),
    ]),
  );
  return kinds.flatMap((kind, index) => {
    const first = kinds.indexOf(kind);
    return first < index ? [{ index, first }] : [];
  });
}

/** The error of a repeated option; `first` is the index of the one that it repeats. */
export function sameAsOption(first: number): string {
  return `Same as option ${first + 1}. Change how often it comes, or its discount`;
}

function checkOptions(group: OptionsOfGroup, context: z.RefinementCtx): void {
  for (const { index, first } of repeatedOptions(group)) {
    // Plans that another app made may be the same but for their names: only the API knows which were so before.
    const isNew = [index, first].some((at) => group.recurringPolicies[at]?.id === undefined);
    if (!isNew) continue;
    const path = ['recurringPolicies', index, 'intervalCount'];
    context.addIssue({ code: 'custom', path, message: sameAsOption(first) });
  }
  if (!group.isDynamic) return;
  for (const [index, option] of group.recurringPolicies.entries()) {
    if (anchorsOf(option).length > 0) {
      const field = option.monthDay === undefined ? 'weekdays' : 'monthDay';
      const message = 'Usage-based orders have no roast days';
      context.addIssue({ code: 'custom', path: ['recurringPolicies', index, field], message });
    }
    if (option.discountType === 'PERCENTAGE') continue;
    const path = ['recurringPolicies', index, 'discountType'];
    context.addIssue({ code: 'custom', path, message: 'Invalid type' });
  }
}

/**
 * Body of POST /subscription/selling-plan-group, and what the group form posts (specification §3, §5, §7).
 * Discounts are percent 0 to 100; cycles count orders. Usage-based groups (`isDynamic`) take percentages only (§4).
 */
export const createSellingPlanGroupSchema = z
  .object({ ...sellingPlanGroupFields, recurringPolicies: optionsSchema.min(1, optionRequired) })
  .superRefine(checkOptions);

/**
 * Body of PATCH /subscription/selling-plan-group/{id}: the create body plus the removed selling plans (global ids).
 *
 * `recurringPolicies` are the options of the form, so those of the group's plans that the form can express, and the new
 * ones. Plans that are in neither list stay wholly as they are; a read-only one can be removed. `recurringPolicies` may
 * be empty where read-only plans remain.
 *
 * `version` is the one the merchant's edit started from; the API answers 409 when the group has another by now.
 * Leaving `version` out overwrites.
 */
export const updateSellingPlanGroupSchema = z
  .object({
    ...sellingPlanGroupFields,
    recurringPolicies: optionsSchema,
    sellingPlansToDelete: z.array(globalIdSchema).default([]),
    version: z.string().optional(),
  })
  .superRefine(checkOptions);

export type CreateSellingPlanGroup = z.infer<typeof createSellingPlanGroupSchema>;
export type UpdateSellingPlanGroup = z.infer<typeof updateSellingPlanGroupSchema>;

const countSchema = z.object({ count: z.number().int().min(0) });

/**
 * Products that a group covers, directly or by a variant. `AT_LEAST` where a group is too large to be counted to the end:
 * the list looks at some 450 variants of all its groups together, the other answers at none.
 */
export const productsCountSchema = countSchema.extend({ precision: z.enum(['EXACT', 'AT_LEAST']) });

export type ProductsCount = z.infer<typeof productsCountSchema>;

/**
 * A plan that the form can express, as it edits it; discounts are what the option itself adds, not the group's. Has the
 * id of its plan among `sellingPlans`.
 */
const recurringPolicySchema = z.object({
  id: globalIdSchema,
  interval: intervalSchema,
  intervalCount: z.number().int(),
  discountType: discountTypeSchema,
  discountValue: z.number(),
  ...roastFields,
});

export type RecurringPolicy = z.infer<typeof recurringPolicySchema>;

/**
 * A group without its variants: the answer of POST and PATCH (specification §3). `sellingPlans` are all its plans in
 * their order; `recurringPolicies` are those of them that the form can express, which can be none. The first-order
 * discount is theirs; the other plans say in `readOnlyReasons` what keeps them from the form.
 *
 * `productsCount` counts the products that are covered, directly or by a variant.
 */
export const sellingPlanGroupSchema = z.object({
  id: globalIdSchema,
  name: z.string(),
  position: z.number().int(),
  isDynamic: z.boolean(),
  firstOrderDiscount: z.number(),
  firstOrderDiscountCycles: z.number().int(),
  recurringDiscount: z.number(),
  dynamicSellingPlanName: z.string(),
  sellingPlans: z.array(sellingPlanSchema),
  recurringPolicies: z.array(recurringPolicySchema),
  productsCount: productsCountSchema,
  productVariantsCount: countSchema,
  /** Changes whenever what the form edits changes. */
  version: z.string(),
});

export type SellingPlanGroup = z.infer<typeof sellingPlanGroupSchema>;

export const sellingPlanGroupSortKeys = ['NAME', 'CREATED_AT', 'UPDATED_AT'] as const;

/** Query of GET /subscription/selling-plan-group. Sorted by NAME unless told. */
export const sellingPlanGroupListQuerySchema = listQuerySchema.extend({
  sortKey: z.enum(sellingPlanGroupSortKeys, { error: 'Unknown sort order' }).optional(),
});

export type SellingPlanGroupListQuery = z.infer<typeof sellingPlanGroupListQuerySchema>;

/**
 * A group of the list, without the version that an edit starts from. `currencyCode` is the shop's (ISO 4217): that of every amount
 * in it.
 */
const sellingPlanGroupListItemSchema = sellingPlanGroupSchema.omit({ version: true }).extend({
  currencyCode: z.string(),
});

export type SellingPlanGroupListItem = z.infer<typeof sellingPlanGroupListItemSchema>;

/** Answer of GET /subscription/selling-plan-group. */
export const sellingPlanGroupListSchema = pageSchema.extend({
  sellingPlanGroups: z.array(checkedOnce(sellingPlanGroupListItemSchema)),
});

export type SellingPlanGroupList = z.infer<typeof sellingPlanGroupListSchema>;

/** A variant of a group. `price` is a decimal string in `currencyCode`'s major units. */
const sellingPlanGroupVariantSchema = z.object({
  id: globalIdSchema,
  displayName: z.string(),
  title: z.string(),
  price: z.string(),
  product: z.object({
    id: globalIdSchema,
    title: z.string(),
    imageUrl: z.string().nullable(),
  }),
});

export type SellingPlanGroupVariant = z.infer<typeof sellingPlanGroupVariantSchema>;

/** Query of GET /subscription/selling-plan-group/{id}: which page of its variants. `query` searches product titles. */
export const sellingPlanGroupDetailQuerySchema = listQuerySchema;

/** Answer of GET /subscription/selling-plan-group/{id}: the group with one page of its variants. */
export const sellingPlanGroupDetailSchema = sellingPlanGroupSchema.extend({
  currencyCode: z.string(),
  /** The store's day, by its own calendar. */
  today: z.iso.date(),
  variants: z.array(sellingPlanGroupVariantSchema),
  variantsPageInfo: pageInfoSchema,
});

export type SellingPlanGroupDetail = z.infer<typeof sellingPlanGroupDetailSchema>;

const variantIdsSchema = z
  .array(globalIdSchema)
  .min(1, 'Please select at least one variant')
  .max(variantsPerRequest, `At most ${variantsPerRequest} variants at once`);

/** Body of DELETE /subscription/selling-plan-group/variant/{id}. */
export const variantsSchema = z.object({ variants: variantIdsSchema });

/** Body of POST /subscription/selling-plan-group/variant. */
export const addVariantsSchema = variantsSchema.extend({ sellingPlanGroupId: globalIdSchema });

/** Answer of both: what was changed, and what was not with the platform's reason. */
export const variantsResultSchema = z.object({
  changed: z.array(globalIdSchema),
  failed: z.array(z.object({ id: globalIdSchema, reason: z.string() })),
});

export type VariantsResult = z.infer<typeof variantsResultSchema>;
