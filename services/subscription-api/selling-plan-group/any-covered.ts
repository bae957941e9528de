import type { ShopContext } from '../shop-context.ts';
import { newestGroupsCoverage } from './documents.ts';

/** Whether one of the shop's newest groups sells a product, however it came into it: here or in the admin. */
export async function isAnyProductCovered(context: ShopContext): Promise<boolean> {
  const { sellingPlanGroups } = await context.graphql(newestGroupsCoverage, {});
  return sellingPlanGroups.nodes.some(
    ({ productsCount, productVariantsCount }) =>
      (productsCount?.count ?? 0) + (productVariantsCount?.count ?? 0) > 0,
  );
}
