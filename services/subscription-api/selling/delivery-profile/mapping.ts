import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { PlatformProfile } from './documents.ts';

/** A profile of the contract from the platform's, with the given groups. */
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

/** Errors of the profile's input, by the names of our own bodies; everything else is the form's. */
export function profileFieldErrorsOf(userErrors: readonly UserError[]): FieldErrors {
  const names = ['name', 'sellingPlanGroupsToAssociate', 'sellingPlanGroupsToDissociate'];
  const fieldErrors: FieldErrors = {};
  for (const error of userErrors) {
    const field = error.field?.find((part) => names.includes(part)) ?? '';
    fieldErrors[field] = [...(fieldErrors[field] ?? []), error.message];
  }
  return fieldErrors;
}
