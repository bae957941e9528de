import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { getProfile, type PlatformProfile } from './documents.ts';
import { profileOf } from './mapping.ts';
import { readOnlyProfileIds } from './read-only.ts';

export const profileNotFound = notFoundTexts.DeliveryProfile;

/** The profile with all its groups, including those after the first page. */
export async function completeProfile(
  context: ShopContext,
  profile: PlatformProfile,
  readOnlyIds: ReadonlySet<string>,
): Promise<DeliveryProfile> {
  const groups = await allNodes(profile.sellingPlanGroups, async (groupsAfter) => {
    const more = await context.graphql(getProfile, { id: profile.id, groupsAfter });
    return more.deliveryProfile?.sellingPlanGroups ?? noNodes;
  });
  return profileOf(profile, groups, readOnlyIds.has(profile.id));
}

/** One profile with all its selling plan groups. Throws `not found` if the shop has no such profile. */
export async function getDeliveryProfile(
  context: ShopContext,
  id: string,
): Promise<DeliveryProfile> {
  const { shop, deliveryProfile } = await context.graphql(getProfile, { id });
  if (deliveryProfile === null) throw notFound(profileNotFound);
  return await completeProfile(context, deliveryProfile, await readOnlyProfileIds(context, shop));
}
