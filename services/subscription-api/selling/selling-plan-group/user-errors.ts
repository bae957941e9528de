import type { FieldErrors } from '#contract/errors.ts';
import { repeatedOptions } from '#contract/selling-plan-group.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { GroupForm } from './plan-names.ts';

const duplicateCodes = ['SELLING_PLAN_DUPLICATE_NAME', 'SELLING_PLAN_DUPLICATE_OPTIONS'];

/** Maps the plans in an input to the form: the option's index in the form, by the plan's index in the input. */
type PlanOrigins = {
  createdFrom: readonly number[];
  updatedFrom: readonly number[];
};

function pricingField(group: GroupForm, option: number, rest: readonly string[]): string {
  const isFirstOrder = group.firstOrderDiscount > 0 && (rest[0] === '0' || rest.includes('fixed'));
  if (rest.includes('afterCycle')) return 'firstOrderDiscountCycles';
  if (isFirstOrder) return 'firstOrderDiscount';
  return group.recurringPolicies[option]?.discountType === 'NONE' && group.recurringDiscount > 0
    ? 'recurringDiscount'
    : `recurringPolicies[${option}].discountValue`;
}

function cycleField(group: GroupForm, option: number, rest: readonly string[]): string {
  if (rest.includes('anchors')) {
    return group.recurringPolicies[option]?.monthDay === undefined ? 'weekdays' : 'monthDay';
  }
  const named = ['interval', 'cutoff', 'preAnchorBehavior'].find((field) => rest.at(-1) === field);
  return named ?? 'intervalCount';
}

function planField(group: GroupForm, option: number, rest: readonly string[]): string {
  const [part, ...deeper] = rest;
  if (part === 'pricingPolicies') return pricingField(group, option, deeper);
  if (part === 'billingPolicy' || part === 'deliveryPolicy') {
    return `recurringPolicies[${option}].${cycleField(group, option, deeper)}`;
  }
  return `recurringPolicies[${option}]`;
}

/** The form's field for one of Shopify's userErrors; an empty name means the whole form. */
export function fieldOfUserError(error: UserError, group: GroupForm, origins: PlanOrigins): string {
  const path = error.field?.[0] === 'input' ? error.field.slice(1) : (error.field ?? []);
  const [part, index, ...rest] = path;
  if (part === 'name' || part === 'position') return part;
  if (part === 'sellingPlansToCreate' || part === 'sellingPlansToUpdate') {
    const from = part === 'sellingPlansToCreate' ? origins.createdFrom : origins.updatedFrom;
    const option = /^\d+$/.test(index ?? '') ? from[Number(index)] : undefined;
    if (option !== undefined) return planField(group, option, rest);
  }
  if (duplicateCodes.includes(error.code ?? '')) {
    // Shopify only says that there are two. The second one is to blame.
    const [repeated] = repeatedOptions(group);
    if (repeated) return `recurringPolicies[${repeated.index}]`;
  }
  return '';
}

/** Shopify's userErrors as field errors of the group form, without losing any. */
export function fieldErrorsOfUserErrors(
  userErrors: readonly UserError[],
  group: GroupForm,
  origins: PlanOrigins,
): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const error of userErrors) {
    const field = fieldOfUserError(error, group, origins);
    const messages = fieldErrors[field] ?? [];
    // The fixed and the recurring policy of one plan may both complain about the same number.
    if (!messages.includes(error.message)) messages.push(error.message);
    fieldErrors[field] = messages;
  }
  return fieldErrors;
}
