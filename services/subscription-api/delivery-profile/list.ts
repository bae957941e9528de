import type {
  DeliveryProfile,
  DeliveryProfileList,
  DeliveryProfileListQuery,
} from '#contract/delivery-profile.ts';
import { collectPage } from '../platform/collected-page.ts';
import type { ShopContext } from '../shop-context.ts';
import { completeProfile } from './detail.ts';
import { listProfiles, type PlatformProfile } from './documents.ts';

function nameFilter(typed: string): (profile: PlatformProfile) => boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return (profile) => {
    const name = profile.name.toLowerCase();
    return words.every((word) => name.includes(word));
  };
}

/** A page of the shop's delivery profiles. The platform can't search them: `query.query` is looked for here. */
export async function listDeliveryProfiles(
  context: ShopContext,
  query: DeliveryProfileListQuery,
): Promise<DeliveryProfileList> {
  const page = await collectPage({
    kind: 'delivery profiles',
    request: query,
    deadline: context.deadline,
    scanSize: 100,
    ...(query.query && { matches: nameFilter(query.query) }),
    fetchPage: async (cursors) => {
      const data = await context.graphql(listProfiles, {
        ...cursors,
        reverse: query.reverse ?? false,
      });
      return data.deliveryProfiles;
    },
  });
  const deliveryProfiles: DeliveryProfile[] = [];
  for (const profile of page.nodes) deliveryProfiles.push(await completeProfile(context, profile));
  return { deliveryProfiles, pageInfo: page.pageInfo };
}
