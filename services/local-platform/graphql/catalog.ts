import { z } from 'zod';
import type { Group, Product, Variant } from '../store/records.ts';
import {
  fullTitle,
  membership,
  products,
  profileByVariant,
  totalInventory,
  variants,
  variantsOf,
} from './catalog-lists.ts';
import { exactly, pageArguments, paginate, paginateById } from './connection.ts';
import { type Context, rootFields } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { amountOf, hundredthsOf, money } from './money.ts';

const countArguments = z.object({ query: z.string().nullish() });

export function pictureOf(product: Product | undefined, context: Context) {
  if (product === undefined || product.picture === null) return null;
  const url = `${context.picturesUrl}/${product.picture}.svg`;
  return {
    __typename: 'Image',
    id: globalId('ProductImage', product.id),
    altText: product.title,
    url,
    originalSrc: url,
    width: 600,
    height: 600,
  };
}

function distinctById(groups: readonly Group[]): Group[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return [...byId.values()].sort((left, right) => left.id - right.id);
}

/** Groups that name the product, or any of its variants. */
function groupsOfProduct(product: Product, context: Context): Group[] {
  const { byProduct, byVariant } = membership.of(context.store);
  return distinctById([
    ...(byProduct.get(product.id) ?? []),
    ...product.variantIds.flatMap((id) => byVariant.get(id) ?? []),
  ]);
}

/** Groups that name the variant, or its product. */
function groupsOfVariant(variant: Variant, context: Context): Group[] {
  const { byProduct, byVariant } = membership.of(context.store);
  return distinctById([
    ...(byVariant.get(variant.id) ?? []),
    ...(byProduct.get(variant.productId) ?? []),
  ]);
}

function priceRange(product: Product, context: Context) {
  const prices = variantsOf(context.store, product).map((variant) => hundredthsOf(variant.price));
  const { currencyCode } = context.store.shop;
  const price = (hundredths: number) => money(amountOf(hundredths), currencyCode);
  return {
    minVariantPrice: price(prices.length === 0 ? 0 : Math.min(...prices)),
    maxVariantPrice: price(prices.length === 0 ? 0 : Math.max(...prices)),
  };
}

export const catalogResolvers = {
  QueryRoot: rootFields(['read_products'], {
    product: (args, { store }) => store.tables.products.get(idIn('Product', args)),
    products: (args, { store }) => products.page(store, args),
    productsCount: (args, { store }) =>
      exactly(products.count(store, countArguments.parse(args).query)),
    productVariant: (args, { store }) => store.tables.variants.get(idIn('ProductVariant', args)),
    productVariants: (args, { store }) => variants.page(store, args),
  }),
  Product: {
    id: (product: Product) => globalId('Product', product.id),
    legacyResourceId: (product: Product) => String(product.id),
    featuredImage: (product: Product, _: unknown, context: Context) => pictureOf(product, context),
    featuredMedia: (product: Product, _: unknown, context: Context) => {
      const image = pictureOf(product, context);
      return image === null
        ? null
        : {
            __typename: 'MediaImage',
            id: globalId('MediaImage', product.id),
            alt: image.altText,
            image,
            preview: { image },
          };
    },
    priceRangeV2: (product: Product, _: unknown, context: Context) => priceRange(product, context),
    totalInventory: (product: Product, _: unknown, { store }: Context) =>
      totalInventory(store, product),
    tracksInventory: () => true,
    hasOnlyDefaultVariant: (product: Product, _: unknown, { store }: Context) =>
      product.variantIds.length === 1 &&
      store.tables.variants.get(product.variantIds[0] ?? null)?.title === 'Default Title',
    variants: (product: Product, args: unknown, { store }: Context) =>
      paginate(pageArguments.parse(args), variantsOf(store, product), (variant) => [
        variant.position,
        variant.id,
      ]),
    onlineStoreUrl: (product: Product, _: unknown, { storefrontUrl }: Context) =>
      product.status === 'ACTIVE' ? `${storefrontUrl}/products/${product.handle}` : null,
    onlineStorePreviewUrl: (product: Product, _: unknown, { storefrontUrl }: Context) =>
      `${storefrontUrl}/products/${product.handle}`,
    variantsCount: (product: Product) => exactly(product.variantIds.length),
    sellingPlanGroups: (product: Product, args: unknown, context: Context) =>
      paginateById(args, groupsOfProduct(product, context)),
    sellingPlanGroupsCount: (product: Product, _: unknown, { store }: Context) =>
      exactly(membership.of(store).byProduct.get(product.id)?.length ?? 0),
  },
  ProductVariant: {
    id: (variant: Variant) => globalId('ProductVariant', variant.id),
    legacyResourceId: (variant: Variant) => String(variant.id),
    displayName: (variant: Variant, _: unknown, { store }: Context) => fullTitle(variant, store),
    product: (variant: Variant, _: unknown, { store }: Context) =>
      store.tables.products.get(variant.productId),
    selectedOptions: (variant: Variant) => variant.options,
    // The local stores have one picture a product, so a variant has none of its own, as on the platform.
    image: () => null,
    compareAtPrice: () => null,
    availableForSale: (variant: Variant) => variant.inventoryQuantity > 0,
    inventoryItem: (variant: Variant) => ({
      id: globalId('InventoryItem', variant.id),
      tracked: true,
      requiresShipping: true,
      measurement: {
        id: globalId('InventoryItemMeasurement', variant.id),
        weight: { unit: 'GRAMS', value: variant.weightGrams },
      },
    }),
    deliveryProfile: (variant: Variant, _: unknown, { store }: Context) => {
      const own = store.tables.profiles.get(profileByVariant.of(store).get(variant.id) ?? null);
      return own ?? store.tables.profiles.all().find((profile) => profile.isDefault);
    },
    sellingPlanGroups: (variant: Variant, args: unknown, context: Context) =>
      paginateById(args, groupsOfVariant(variant, context)),
    sellingPlanGroupsCount: (variant: Variant, _: unknown, { store }: Context) =>
      exactly(membership.of(store).byVariant.get(variant.id)?.length ?? 0),
  },
};
