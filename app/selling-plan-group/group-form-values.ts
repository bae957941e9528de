import type { FormMetadata } from '@conform-to/react';
import type { z } from 'zod';
import type {
  createSellingPlanGroupSchema,
  RecurringPolicy,
  SellingPlanGroup,
} from '#contract/selling-plan-group.ts';

/** The group form's fields, by name. */
export type GroupFormInput = z.input<typeof createSellingPlanGroupSchema>;
export type GroupFormMetadata = FormMetadata<GroupFormInput>;
export type OptionInput = GroupFormInput['recurringPolicies'][number];

/** A new option: every Week, interval count 1, no discount (specification §9). */
export const newOption = {
  interval: 'WEEK',
  intervalCount: '1',
  discountType: 'NONE',
  discountValue: '0',
} as const;

/** A new option of a usage-based group, whose discount type is fixed to Percentage (specification §4). */
export const newUsageOption = { ...newOption, discountType: 'PERCENTAGE' } as const;

/** Initial values of the group form, as texts (specification §9 has the defaults). */
export function groupFormValues(group: SellingPlanGroup | undefined) {
  if (!group) {
    return {
      name: '',
      position: '0',
      isDynamic: '',
      firstOrderDiscount: '0',
      firstOrderDiscountCycles: '1',
      recurringDiscount: '0',
      dynamicSellingPlanName: '',
      recurringPolicies: [newOption],
    };
  }
  const options = group.recurringPolicies.map(optionFormValues);
  return {
    name: group.name,
    position: String(group.position),
    isDynamic: group.isDynamic ? 'on' : '',
    firstOrderDiscount: String(group.firstOrderDiscount),
    firstOrderDiscountCycles: String(group.firstOrderDiscountCycles),
    recurringDiscount: String(group.recurringDiscount),
    dynamicSellingPlanName: group.dynamicSellingPlanName,
    recurringPolicies: group.sellingPlans.length + options.length > 0 ? options : [newOption],
  };
}

function optionFormValues(option: RecurringPolicy) {
  return {
    id: option.id,
    interval: option.interval,
    intervalCount: String(option.intervalCount),
    discountType: option.discountType,
    discountValue: String(option.discountValue),
    weekdays: option.weekdays?.map(String),
    monthDay: option.monthDay?.toString(),
    cutoff: option.cutoff?.toString(),
    // An empty text is ASAP, as in an option that never had roast days.
    preAnchorBehavior: option.preAnchorBehavior === 'NEXT' ? 'NEXT' : undefined,
  };
}
