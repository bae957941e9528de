import { z } from 'zod';
import type { Group, Product, Variant } from '../store/records.ts';
import { type Store, View } from '../store/store.ts';
import { exactly, pageArguments, paginate, paginateById } from './connection.ts';
import { type Context, rootFields } from './context.ts';
import { globalId, idIn } from './global-id.ts';
import { by, grouped, Listing } from './listing.ts';

export function variantsOf(store: Store, product: Product): Variant[] {
  const variants: Variant[] = [];
  for (const id of product.variantIds) {
    const variant = store.tables.variants.get(id);
    if (variant !== undefined) variants.push(variant);
  }
  return variants;
}

/** Whether no more of it is sold than there is. */
export const isLimited = ({ isOversold, isTracked }: Variant): boolean =>
  isOversold !== true && isTracked !== false;

export const isAvailable = (variant: Variant): boolean =>
  variant.inventoryQuantity > 0 || !isLimited(variant);

function totalInventory(store: Store, product: Product): number {
  return variantsOf(store, product).reduce((sum, variant) => sum + variant.inventoryQuantity, 0);
}

/** The groups that name a product or a variant directly. */
export const membership = new View(['groups'], ({ tables }) => ({
  byProduct: grouped(tables.groups.all(), ({ productIds }) => productIds),
  byVariant: grouped(tables.groups.all(), ({ variantIds }) => variantIds),
}));

const products = new Listing<Product>({
  from: ['products', 'variants'],
  all: (store) => store.tables.products.all(),
  keys: {
    TITLE: (product) => product.title.toLowerCase(),
    CREATED_AT: (product) => product.createdAt,
    UPDATED_AT: (product) => product.updatedAt,
  },
  texts: ({ title, vendor, productType, tags }) => [title, vendor, productType, ...tags],
  terms: {
    title: by.text((product) => product.title),
    vendor: by.text((product) => product.vendor),
    product_type: by.oneOf((product) => product.productType),
    handle: by.oneOf((product) => product.handle),
    status: by.oneOf((product) => product.status),
    tag: by.oneOf((product) => product.tags),
    id: by.id((product) => product.id),
    variant_id: by.id((product) => product.variantIds),
    sku: by.oneOf((product, store) => variantsOf(store, product).map(({ sku }) => sku)),
    created_at: by.time((product) => product.createdAt),
    updated_at: by.time((product) => product.updatedAt),
  },
});

const productOf = ({ productId }: Variant, store: Store) => store.tables.products.get(productId);
const fullTitle = (variant: Variant, store: Store) =>
  `${productOf(variant, store)?.title ?? ''} - ${variant.title}`;

const productVariants = new Listing<Variant>({
  from: ['products', 'variants'],
  all: (store) => store.tables.variants.all(),
  keys: {
    TITLE: ({ title }) => title.toLowerCase(),
    FULL_TITLE: (variant, store) => fullTitle(variant, store).toLowerCase(),
    SKU: ({ sku }) => sku,
    POSITION: ({ position }) => position,
    INVENTORY_QUANTITY: ({ inventoryQuantity }) => inventoryQuantity,
  },
  texts: (variant, store) => [fullTitle(variant, store), variant.sku],
  terms: {
    title: by.text(fullTitle),
    sku: by.oneOf(({ sku }) => sku),
    product_id: by.id(({ productId }) => productId),
    id: by.id(({ id }) => id),
  },
});

const countArguments = z.object({ query: z.string().nullish() });

export function pictureOf(product: Product | undefined, context: Context) {
  if (product === undefined || product.picture === null) return null;
  const url = `${context.picturesUrl}/${product.picture}.svg`;
  return {
    __typename: 'Image',
    id: globalId('ProductImage', product.id),
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

function groupsOfProduct(product: Product, context: Context): Group[] {
  const { byProduct, byVariant } = membership.of(context.store);
  return distinctById([
    ...(byProduct.get(product.id) ?? []),
    ...product.variantIds.flatMap((id) => byVariant.get(id) ?? []),
  ]);
}

function groupsOfVariant(variant: Variant, context: Context): Group[] {
  const { byProduct, byVariant } = membership.of(context.store);
  return distinctById([
    ...(byVariant.get(variant.id) ?? []),
    ...(byProduct.get(variant.productId) ?? []),
  ]);
}

export const productResolvers = {
  QueryRoot: rootFields(['read_products'], {
    product: (args, { store }) => store.tables.products.get(idIn('Product', args)),
    products: (args, { store }) => products.page(store, args),
    productsCount: (args, { store }) =>
      exactly(products.count(store, countArguments.parse(args).query)),
    productVariants: (args, { store }) => productVariants.page(store, args),
  }),
  Product: {
    id: (product: Product) => globalId('Product', product.id),
    featuredImage: (product: Product, _: unknown, context: Context) => pictureOf(product, context),
    featuredMedia: (product: Product, _: unknown, context: Context) => {
      const image = pictureOf(product, context);
      return image === null
        ? null
        : {
            __typename: 'MediaImage',
            id: globalId('MediaImage', product.id),
            alt: product.title,
            image,
            preview: { image },
          };
    },
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
    variantsCount: (product: Product) => exactly(product.variantIds.length),
    sellingPlanGroups: (product: Product, args: unknown, context: Context) =>
      paginateById(args, groupsOfProduct(product, context)),
  },
  ProductVariant: {
    id: (variant: Variant) => globalId('ProductVariant', variant.id),
    availableForSale: isAvailable,
    inventoryPolicy: ({ isOversold }: Variant) => (isOversold === true ? 'CONTINUE' : 'DENY'),
    displayName: (variant: Variant, _: unknown, { store }: Context) => fullTitle(variant, store),
    product: (variant: Variant, _: unknown, { store }: Context) => productOf(variant, store),
    inventoryItem: ({ id, weightGrams, isTracked = true }: Variant) => ({
      id: globalId('InventoryItem', id),
      tracked: isTracked,
      measurement: {
        id: globalId('InventoryItemMeasurement', id),
        weight:
          weightGrams < 1000
            ? { value: weightGrams, unit: 'GRAMS' }
            : { value: weightGrams / 1000, unit: 'KILOGRAMS' },
      },
    }),
    // A local product has one picture, so its variants have none of their own.
    image: () => null,
    sellingPlanGroups: (variant: Variant, args: unknown, context: Context) =>
      paginateById(args, groupsOfVariant(variant, context)),
  },
};
