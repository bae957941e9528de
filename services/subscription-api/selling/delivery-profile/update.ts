import type { DeliveryProfile, UpdateDeliveryProfile } from '#contract/delivery-profile.ts';
import { ResourceNotFoundError } from '../../platform/admin-graphql.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import { invalidFields, notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { completeProfile, getDeliveryProfile, profileNotFound } from './detail.ts';
import { updateProfile } from './documents.ts';
import { profileFieldErrorsOf } from './mapping.ts';
import { readOnlyProfileIds } from './read-only.ts';

/** Said instead of a change that the platform would answer as a success and not carry out. */
const readOnlyText =
  'Your store sets up shipping by market, so apps can’t change your own delivery profiles.';

/** The platform takes no longer lists in one call. */
const maximumGroups = 250;

/** The profile where an update was carried out although its answer was lost; else throws `failure`. */
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
 * @throws ServiceError `not found` where the shop has no such profile, `invalid fields` where it is read-only
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
      // Either the profile is gone, which this finds, or one of the groups.
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
    // These errors have no code: whether it is the profile that is missing, the platform must be asked.
    await getDeliveryProfile(context, id);
    throw invalidFields(profileFieldErrorsOf(userErrors));
  }
  if (profile === null) throw notFound(profileNotFound);
  return await completeProfile(context, profile, readOnlyIds);
}
