import type { DeliveryProfileList, DeliveryProfileListItem } from '#contract/delivery-profile.ts';
import type { ListQuery } from '#contract/pagination.ts';
import { collectPage } from '../../platform/collected-page.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type ListedProfile, listProfiles, type PlatformShop } from './documents.ts';
import { readOnlyProfileIds } from './read-only.ts';

function nameFilter(typed: string): (profile: ListedProfile) => boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return (profile) => {
    const name = profile.name.toLowerCase();
    return words.every((word) => name.includes(word));
  };
}

function listItemOf(
  { id, name, default: isDefault, sellingPlanGroups }: ListedProfile,
  readOnlyIds: ReadonlySet<string>,
) {
  return {
    id,
    name,
    isDefault,
    isReadOnly: readOnlyIds.has(id),
    sellingPlanGroups: sellingPlanGroups.nodes,
    sellingPlanGroupsCount: {
      count: sellingPlanGroups.nodes.length,
      precision: sellingPlanGroups.pageInfo.hasNextPage ? 'AT_LEAST' : 'EXACT',
    },
  } satisfies DeliveryProfileListItem;
}

/**
 * A page of the shop's delivery profiles. It takes one call of the platform, however many groups they have, and more if some may be read-only. The
 * platform can't search profiles, so `query.query` filters them here.
 */
export async function listDeliveryProfiles(
  context: ShopContext,
  query: ListQuery,
): Promise<DeliveryProfileList> {
  let shop: PlatformShop | undefined;
  const page = await collectPage({
    context,
    kind: 'delivery profiles',
    request: query,
    scanSize: 100,
    ...(query.query && { matches: nameFilter(query.query) }),
    fetchPage: async (cursors) => {
      const data = await context.graphql(listProfiles, {
        ...cursors,
        reverse: query.reverse ?? false,
      });
      shop = data.shop;
      return data.deliveryProfiles;
    },
  });
  const readOnlyIds = await readOnlyProfileIds(context, shop);
  return {
    deliveryProfiles: page.nodes.map((profile) => listItemOf(profile, readOnlyIds)),
    pageInfo: page.pageInfo,
  };
}
