import type { ShopContext } from '../../shop-context.ts';
import { merchantOwnedProfiles, type PlatformShop } from './documents.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Global ids of the profiles that apps can't change: all of the merchant's own with market-driven shipping, otherwise none. Shopify reports a change
 * of one as a success, but does nothing. `shop` is the shop's data from an earlier answer, if there is one.
 */
export async function readOnlyProfileIds(
  context: ShopContext,
  shop?: PlatformShop,
): Promise<ReadonlySet<string>> {
  if (shop?.features.marketDrivenShipping === false) return none;
  const ids = new Set<string>();
  let after: string | undefined;
  do {
    const answer = await context.graphql(merchantOwnedProfiles, { ...(after && { after }) });
    if (!answer.shop.features.marketDrivenShipping) return none;
    for (const { id } of answer.deliveryProfiles.nodes) ids.add(id);
    const { hasNextPage, endCursor } = answer.deliveryProfiles.pageInfo;
    after = hasNextPage && endCursor !== null ? endCursor : undefined;
  } while (after !== undefined);
  return ids;
}
