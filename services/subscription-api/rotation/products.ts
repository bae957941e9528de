import { notFoundTexts } from '#contract/endpoint.ts';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import type { RotationProduct } from '#contract/rotation.ts';
import { notFound } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { findRotationProducts, type PlatformProduct } from './documents.ts';

const statuses = new Map<string, RotationProduct['status']>([
  ['ACTIVE', 'active'],
  ['ARCHIVED', 'archived'],
]);

export function rotationProductOf(product: PlatformProduct): RotationProduct {
  return {
    original_id: originalIdOf(product.id),
    title: product.title,
    status: statuses.get(product.status) ?? 'unavailable',
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    stock: product.tracksInventory ? product.totalInventory : null,
    createdAt: product.createdAt,
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
  };
}

/**
 * A product and those of its rotation, in the order of `ids` (original ids), as the store has them now; one call of the platform.
 * @throws ServiceError 404 where the store has no such product
 */
export async function readProducts(
  context: ShopContext,
  productId: string,
  ids: readonly string[],
): Promise<{ product: RotationProduct; products: RotationProduct[] }> {
  const { product, nodes } = await context.graphql(findRotationProducts, {
    id: globalIdOf('Product', productId),
    ids: ids.map((id) => globalIdOf('Product', id)),
  });
  if (product === null) throw notFound(notFoundTexts.Product);
  const found = new Map(
    nodes.flatMap((node) => (node === null ? [] : [[originalIdOf(node.id), node] as const])),
  );
  return {
    product: rotationProductOf(product),
    products: ids.map((id) => {
      const node = found.get(id);
      return node === undefined ? deletedProduct(id) : rotationProductOf(node);
    }),
  };
}
