import { emptyPageInfo } from '#contract/pagination.ts';
import type {
  SellingPlanGroupList,
  SellingPlanGroupListQuery,
} from '#contract/selling-plan-group.ts';
import { collectPage } from '../../platform/collected-page.ts';
import { nameSearch } from '../../platform/search-query.ts';
import type { ShopContext } from '../../shop-context.ts';
import { countCoveredProducts } from './covered-products.ts';
import { listGroups } from './documents.ts';
import { findGroupSettings } from './group-settings.ts';
import { listItemOf } from './list-item.ts';

/**
 * A page of the shop's groups. Takes one query of the database and one call of Shopify, however many groups, and another call if products must be
 * counted through variants.
 */
export async function listSellingPlanGroups(
  context: ShopContext,
  query: SellingPlanGroupListQuery,
): Promise<SellingPlanGroupList> {
  const search = nameSearch(query.query);
  if (search === null) return { sellingPlanGroups: [], pageInfo: emptyPageInfo };
  let currencyCode = '';
  let timeZone = 'UTC';
  const page = await collectPage({
    context,
    kind: 'selling plan groups',
    request: query,
    scanSize: 100,
    fetchPage: async (cursors) => {
      const data = await context.graphql(listGroups, {
        ...cursors,
        ...(search !== undefined && { query: search }),
        sortKey: query.sortKey ?? 'NAME',
        reverse: query.reverse ?? false,
      });
      ({ currencyCode, ianaTimezone: timeZone } = data.shop);
      return data.sellingPlanGroups;
    },
  });
  const [settings, productsCounts] = await Promise.all([
    findGroupSettings(context, page.nodes),
    countCoveredProducts(context, page.nodes),
  ]);
  return {
    sellingPlanGroups: page.nodes.map((group) =>
      listItemOf(context, group, {
        settings: settings.get(group.id),
        productsCount: productsCounts.get(group.id),
        currencyCode,
        timeZone,
      }),
    ),
    pageInfo: page.pageInfo,
  };
}
