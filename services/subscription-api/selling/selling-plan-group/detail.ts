import { dayIn } from '#contract/calendar.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/pagination.ts';
import type {
  SellingPlanGroupDetail,
  SellingPlanGroupVariant,
} from '#contract/selling-plan-group.ts';
import { collectPage } from '../../platform/collected-page.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { getGroup, getGroupWithVariants, type PlatformVariant } from './documents.ts';
import { findGroupSettings, type SellingPlanGroupSettings } from './group-settings.ts';
import type { PlatformGroup } from './platform-group.ts';
import { groupOf, inStoreTimeZone } from './reading.ts';

export const groupNotFound = notFoundTexts.SellingPlanGroup;

function variantOf(variant: PlatformVariant): SellingPlanGroupVariant {
  const { featuredMedia, ...product } = variant.product;
  return {
    id: variant.id,
    displayName: variant.displayName,
    title: variant.title,
    price: variant.price,
    product: { ...product, imageUrl: featuredMedia?.preview?.image?.url ?? null },
  };
}

export type FoundGroup = {
  group: PlatformGroup;
  settings: SellingPlanGroupSettings | undefined;
  /** The shop's currency (ISO 4217). */
  currencyCode: string;
  timeZone: string;
};

/** Shopify's group with our settings for it. Throws `not found` if the shop has no such group. */
export async function findGroup(context: ShopContext, id: string): Promise<FoundGroup> {
  const { sellingPlanGroup, shop } = await context.graphql(getGroup, { id });
  if (sellingPlanGroup === null) throw notFound(groupNotFound);
  const settings = await findGroupSettings(context, [sellingPlanGroup]);
  const { currencyCode, ianaTimezone: timeZone } = shop;
  return { group: sellingPlanGroup, settings: settings.get(id), currencyCode, timeZone };
}

/** Matches if every typed word occurs in the title. Shopify can't search within a group's variants. */
function titleFilter(typed: string): (variant: PlatformVariant) => boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return (variant) => {
    const title = variant.product.title.toLowerCase();
    return words.every((word) => title.includes(word));
  };
}

/** A group with one page of its variants. `query.query` searches the titles of their products. */
export async function getSellingPlanGroup(
  context: ShopContext,
  id: string,
  query: ListQuery,
): Promise<SellingPlanGroupDetail> {
  let found: { group: PlatformGroup; currencyCode: string; timeZone: string } | undefined;
  const page = await collectPage({
    context,
    kind: "a selling plan group's variants",
    request: query,
    scanSize: 250,
    ...(query.query && { matches: titleFilter(query.query) }),
    fetchPage: async (cursors) => {
      const data = await context.graphql(getGroupWithVariants, {
        ...cursors,
        id,
        reverse: query.reverse ?? false,
      });
      if (data.sellingPlanGroup === null) throw notFound(groupNotFound);
      const { currencyCode, ianaTimezone: timeZone } = data.shop;
      found = { group: data.sellingPlanGroup, currencyCode, timeZone };
      return data.sellingPlanGroup.productVariants;
    },
  });
  if (found === undefined) throw notFound(groupNotFound);
  const settings = await findGroupSettings(context, [found.group]);
  return {
    ...inStoreTimeZone(groupOf(found.group, settings.get(id)), found.timeZone),
    currencyCode: found.currencyCode,
    today: dayIn(found.timeZone, context.now()),
    variants: page.nodes.map(variantOf),
    variantsPageInfo: page.pageInfo,
  };
}
