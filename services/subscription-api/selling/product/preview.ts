import { dayIn } from '#contract/calendar.ts';
import type { PreviewProduct, PreviewProductList } from '#contract/product.ts';
import type { ShopContext } from '../../shop-context.ts';
import { listActiveProducts, type PlatformProduct } from './documents.ts';

/** Enough to choose an example from. */
const productsShown = 20;

/** A product with its first variant's price; undefined if it has no variant, so that there is no price to show. */
function productOf(product: PlatformProduct, currencyCode: string): PreviewProduct | undefined {
  const variant = product.variants.nodes[0];
  if (variant === undefined) return undefined;
  return {
    id: product.id,
    title: product.title,
    variantTitle: product.hasOnlyDefaultVariant ? null : variant.title,
    price: variant.price,
    currencyCode,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
  };
}

/** The shop's first active products by title, each with the price of its first variant. Takes one call of Shopify. */
export async function listPreviewProducts(context: ShopContext): Promise<PreviewProductList> {
  const { shop, products } = await context.graphql(listActiveProducts, {
    first: productsShown,
  });
  return {
    products: products.nodes.flatMap((node) => productOf(node, shop.currencyCode) ?? []),
    today: dayIn(shop.ianaTimezone, context.now()),
  };
}
