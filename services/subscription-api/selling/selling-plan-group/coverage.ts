import { z } from 'zod';
import type { Coverage } from '#contract/coverage.ts';
import { operation } from '../../platform/admin-graphql.ts';
import type { ShopContext } from '../../shop-context.ts';
import { countProductsOfAll } from './covered-products.ts';

const countSchema = z.object({ count: z.number().int() }).nullable();

/** The most groups that Shopify lets one call ask for with all their plans. */
const firstGroups = operation<Record<string, never>>('read_products')(
  `query SellingPlanCoverage {
    sellingPlanGroups(first: 25) {
      nodes {
        id
        productsCount { count }
        productVariantsCount { count }
        sellingPlans(first: 31) { nodes { id } }
      }
      pageInfo { hasNextPage }
    }
  }`,
  z.object({
    sellingPlanGroups: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          productsCount: countSchema,
          productVariantsCount: countSchema,
          sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
        }),
      ),
      pageInfo: z.object({ hasNextPage: z.boolean() }),
    }),
  }),
);

/**
 * How many plans the shop has, and how many products they cover. Takes two calls of Shopify, however many groups there are.
 * @throws ServiceError if Shopify fails
 */
export async function readCoverage(context: ShopContext): Promise<Coverage> {
  const { sellingPlanGroups } = await context.graphql(firstGroups, {});
  const { nodes, pageInfo } = sellingPlanGroups;
  const products = await countProductsOfAll(context, nodes);
  const plans = nodes.reduce((sum, group) => sum + group.sellingPlans.nodes.length, 0);
  return {
    plansCount: { count: plans, precision: pageInfo.hasNextPage ? 'AT_LEAST' : 'EXACT' },
    productsCount: pageInfo.hasNextPage ? { ...products, precision: 'AT_LEAST' } : products,
  };
}

/**
 * Whether one of the shop's groups sells a product, added here or in the admin.
 * @throws ServiceError if Shopify fails
 */
export async function isAnyProductCovered(context: ShopContext): Promise<boolean> {
  const { sellingPlanGroups } = await context.graphql(firstGroups, {});
  return sellingPlanGroups.nodes.some(
    ({ productsCount, productVariantsCount }) =>
      (productsCount?.count ?? 0) + (productVariantsCount?.count ?? 0) > 0,
  );
}

/**
 * Whether the shop has a group of plans, whichever screen created it.
 * @throws ServiceError if Shopify fails
 */
export async function isAnyGroupMade(context: ShopContext): Promise<boolean> {
  const { sellingPlanGroups } = await context.graphql(firstGroups, {});
  return sellingPlanGroups.nodes.length > 0;
}
