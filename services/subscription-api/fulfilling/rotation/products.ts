import { notFoundTexts } from '#contract/endpoint.ts';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import type { RotationProduct } from '#contract/rotation.ts';
import { notFound } from '../../service-error.ts';
import { statusOf } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findRotationProducts, type PlatformProduct } from './documents.ts';
import type { ReadRotation } from './validate-products.ts';

/** Lightest first; a roaster tags a product `medium-dark-roast`, `Medium dark roast` or `roast: medium-dark`. */
const roastLevels = ['light', 'medium light', 'medium', 'medium dark', 'dark'];

/** The roast level of the first tag that has one, from 1 (light) to 5 (dark); null if none has. */
export function roastLevelOf(tags: readonly string[]): number | null {
  for (const tag of tags) {
    const words: string[] = tag.toLowerCase().match(/[a-z]+/g) ?? [];
    if (!words.includes('roast')) continue;
    const level = words.filter((word) => word !== 'roast' && word !== 'level').join(' ');
    const index = roastLevels.indexOf(level);
    if (index >= 0) return index + 1;
  }
  return null;
}

export function rotationProductOf(product: PlatformProduct): RotationProduct {
  return {
    original_id: originalIdOf(product.id),
    title: product.title,
    status: statusOf(product),
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    stock: product.tracksInventory ? product.totalInventory : null,
    createdAt: product.createdAt,
    roastLevel: roastLevelOf(product.tags),
  };
}

function deletedProduct(originalId: string): RotationProduct {
  return {
    original_id: originalId,
    title: null,
    status: 'deleted',
    imageUrl: null,
    stock: null,
    createdAt: null,
    roastLevel: null,
  };
}

/**
 * A product and those of its rotation, in the order of `ids` (original ids), as the store has them now. Takes one call of Shopify.
 * @throws ServiceError `not found` if the store has no such product
 */
export async function readProducts(
  { graphql }: Pick<ShopContext, 'graphql'>,
  productId: string,
  ids: readonly string[],
): Promise<ReadRotation> {
  const { shop, product, nodes } = await graphql(findRotationProducts, {
    id: globalIdOf('Product', productId),
    ids: ids.map((id) => globalIdOf('Product', id)),
  });
  if (product === null) throw notFound(notFoundTexts.Product);
  const found = new Map(
    nodes.flatMap((node) => (node === null ? [] : [[originalIdOf(node.id), node] as const])),
  );
  return {
    timeZone: shop.ianaTimezone,
    product: rotationProductOf(product),
    products: ids.map((id) => {
      const node = found.get(id);
      return node === undefined ? deletedProduct(id) : rotationProductOf(node);
    }),
  };
}
