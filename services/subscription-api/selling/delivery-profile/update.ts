import type { DeliveryProfile, UpdateDeliveryProfile } from '#contract/delivery-profile.ts';
import { ResourceNotFoundError } from '../../platform/admin-graphql.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import { invalidFields, notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { completeProfile, getDeliveryProfile, profileNotFound } from './detail.ts';
import { updateProfile } from './documents.ts';
import { profileFieldErrorsOf } from './mapping.ts';
import { readOnlyProfileIds } from './read-only.ts';

/** Shopify would report such a change as a success without carrying it out. */
const readOnlyText =
  'Your store sets up shipping by market, so apps can’t change your own delivery profiles.';

/** Shopify takes no longer lists in one call. */
const maximumGroups = 250;

/** After a lost answer, returns the profile if the update was carried out; otherwise throws `failure`. */
async function readOutcome(
  context: ShopContext,
  { id, sellingPlanGroupsToAssociate, sellingPlanGroupsToDissociate }: UpdateDeliveryProfile,
  failure: OutcomeUnknownError,
): Promise<DeliveryProfile> {
  const profile = await getDeliveryProfile(context, id).catch(() => null);
  const held = new Set(profile?.sellingPlanGroups.map((group) => group.id));
  const isDone =
    sellingPlanGroupsToAssociate.every((group) => held.has(group)) &&
    !sellingPlanGroupsToDissociate.some((group) => held.has(group));
  if (profile === null || !isDone) throw failure;
  return profile;
}

/**
 * Associates or dissociates selling plan groups.
 * @throws ServiceError `not found` if the shop has no such profile, `invalid fields` if it is read-only
 */
export async function updateDeliveryProfile(
  context: ShopContext,
  body: UpdateDeliveryProfile,
): Promise<DeliveryProfile> {
  const { id, sellingPlanGroupsToAssociate, sellingPlanGroupsToDissociate } = body;
  if (!/^gid:\/\/shopify\/DeliveryProfile\/\d+$/.test(id)) throw notFound(profileNotFound);
  for (const [field, groups] of Object.entries({
    sellingPlanGroupsToAssociate,
    sellingPlanGroupsToDissociate,
  })) {
    if (groups.length > maximumGroups) {
      throw invalidFields({ [field]: [`At most ${maximumGroups} selling plan groups at once`] });
    }
    if (groups.some((group) => !/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/.test(group))) {
      throw invalidFields({ [field]: ['Invalid id'] });
    }
  }
  const readOnlyIds = await readOnlyProfileIds(context);
  if (readOnlyIds.has(id)) throw invalidFields({ '': [readOnlyText] });
  const answer = await context
    .graphql(updateProfile, {
      id,
      profile: {
        ...(sellingPlanGroupsToAssociate.length > 0 && { sellingPlanGroupsToAssociate }),
        ...(sellingPlanGroupsToDissociate.length > 0 && { sellingPlanGroupsToDissociate }),
      },
    })
    .catch(async (error: unknown) => {
      if (error instanceof OutcomeUnknownError) return await readOutcome(context, body, error);
      if (!(error instanceof ResourceNotFoundError)) throw error;
      // If the profile is gone, this call throws; otherwise one of the groups is gone.
      await getDeliveryProfile(context, id);
      const field =
        sellingPlanGroupsToAssociate.length > 0
          ? 'sellingPlanGroupsToAssociate'
          : 'sellingPlanGroupsToDissociate';
      throw invalidFields({ [field]: ['A selling plan group no longer exists'] });
    });
  if (!('deliveryProfileUpdate' in answer)) return answer;
  const { profile, userErrors } = answer.deliveryProfileUpdate;
  if (userErrors.length > 0) {
    // These errors have no code, so this call finds out whether the profile is gone.
    await getDeliveryProfile(context, id);
    throw invalidFields(profileFieldErrorsOf(userErrors));
  }
  if (profile === null) throw notFound(profileNotFound);
  return await completeProfile(context, profile, readOnlyIds);
}
