import type { AvailableGroups, AvailableGroupsQuery } from '#contract/delivery-profile.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import { allNodes } from '../../platform/all-nodes.ts';
import { collectPage } from '../../platform/collected-page.ts';
import { nameSearch } from '../../platform/search-query.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { profileNotFound } from './detail.ts';
import {
  type GroupIds,
  getProfileGroupIds,
  listGroupsForProfile,
  type ProfileGroup,
} from './documents.ts';

/** The ids of all groups of a profile, including those after the first page. */
async function allGroupIds(
  context: ShopContext,
  profileId: string,
  firstPage: GroupIds,
): Promise<Set<string>> {
  const groups = await allNodes(firstPage, async (after) => {
    const { deliveryProfile } = await context.graphql(getProfileGroupIds, { id: profileId, after });
    if (deliveryProfile === null) throw notFound(profileNotFound);
    return deliveryProfile.sellingPlanGroups;
  });
  return new Set(groups.map(({ id }) => id));
}

/**
 * A page, by name, of the selling plan groups that a profile could take: those with variants that aren't in it yet. The first call also asks for the
 * profile's groups, by id only.
 * @throws ServiceError `not found` if the shop has no such profile
 */
export async function listAvailableGroups(
  context: ShopContext,
  profileId: string,
  query: AvailableGroupsQuery,
): Promise<AvailableGroups> {
  const search = nameSearch(query.query);
  if (search === null) return { sellingPlanGroups: [], pageInfo: emptyPageInfo };
  let taken: Set<string> | undefined;
  const page = await collectPage({
    context,
    kind: 'selling plan groups for a delivery profile',
    request: query,
    scanSize: 100,
    matches: (group: ProfileGroup) =>
      (group.productVariantsCount?.count ?? 0) > 0 && !taken?.has(group.id),
    fetchPage: async (cursors) => {
      const data = await context.graphql(listGroupsForProfile, {
        ...cursors,
        ...(search !== undefined && { query: search }),
        profileId,
        withProfile: taken === undefined,
      });
      if (taken === undefined) {
        if (data.deliveryProfile == null) throw notFound(profileNotFound);
        taken = await allGroupIds(context, profileId, data.deliveryProfile.sellingPlanGroups);
      }
      return data.sellingPlanGroups;
    },
  });
  return {
    sellingPlanGroups: page.nodes.map(({ id, name, productVariantsCount }) => ({
      id,
      name,
      productVariantsCount: productVariantsCount ?? { count: 0 },
    })),
    pageInfo: page.pageInfo,
  };
}
