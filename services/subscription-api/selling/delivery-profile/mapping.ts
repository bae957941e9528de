import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { PlatformProfile } from './documents.ts';

/** Maps Shopify's profile, with the given groups, to the contract's. */
export function profileOf(
  profile: PlatformProfile,
  groups: PlatformProfile['sellingPlanGroups']['nodes'],
  isReadOnly: boolean,
): DeliveryProfile {
  return {
    id: profile.id,
    name: profile.name,
    isDefault: profile.default,
    isReadOnly,
    sellingPlanGroups: groups.map((group) => ({
      ...group,
      productVariantsCount: group.productVariantsCount ?? { count: 0 },
    })),
  };
}

/** Errors by the names of our own fields; all others belong to the whole form. */
export function profileFieldErrorsOf(userErrors: readonly UserError[]): FieldErrors {
  const names = ['name', 'sellingPlanGroupsToAssociate', 'sellingPlanGroupsToDissociate'];
  const fieldErrors: FieldErrors = {};
  for (const error of userErrors) {
    const field = error.field?.find((part) => names.includes(part)) ?? '';
    fieldErrors[field] = [...(fieldErrors[field] ?? []), error.message];
  }
  return fieldErrors;
}
