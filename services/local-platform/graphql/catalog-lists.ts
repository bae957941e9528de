import type { Product, Variant } from '../store/records.ts';
import { type Store, View } from '../store/store.ts';
import { by, Listing } from './listing.ts';
import { matchesId, matchesOneOf } from './search-syntax.ts';

export function variantsOf(store: Store, product: Product): Variant[] {
  const variants: Variant[] = [];
  for (const id of product.variantIds) {
    const variant = store.tables.variants.get(id);
    if (variant !== undefined) variants.push(variant);
  }
  return variants;
}

export function totalInventory(store: Store, product: Product): number {
  return variantsOf(store, product).reduce((sum, variant) => sum + variant.inventoryQuantity, 0);
}

/** Entries by each of their keys. */
export function grouped<Key, Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly Key[],
): ReadonlyMap<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry))
      groups
        .set(key, groups.get(key) ?? [])
        .get(key)
        ?.push(entry);
  }
  return groups;
}

/** Which groups name a product or a variant directly. */
export const membership = new View(['groups'], ({ tables }) => ({
  byProduct: grouped(tables.groups.all(), ({ productIds }) => productIds),
  byVariant: grouped(tables.groups.all(), ({ variantIds }) => variantIds),
}));

/** Which profile a variant is in; one that is missing here is in the default profile. */
export const profileByVariant = new View<ReadonlyMap<number, number>>(['profiles'], (store) => {
  const profiles = new Map<number, number>();
  for (const profile of store.tables.profiles.all()) {
    for (const id of profile.variantIds) profiles.set(id, profile.id);
  }
  return profiles;
});

export const products = new Listing<Product>({
  from: ['products', 'variants'],
  all: (store) => store.tables.products.all(),
  keys: {
    TITLE: (product) => product.title.toLowerCase(),
    VENDOR: (product) => product.vendor.toLowerCase(),
    PRODUCT_TYPE: (product) => product.productType.toLowerCase(),
    CREATED_AT: (product) => product.createdAt,
    PUBLISHED_AT: (product) => product.createdAt,
    UPDATED_AT: (product) => product.updatedAt,
    INVENTORY_TOTAL: (product, store) => totalInventory(store, product),
  },
  texts: ({ title, vendor, productType, tags }) => [title, vendor, productType, ...tags],
  terms: {
    title: by.text((product) => product.title),
    vendor: by.text((product) => product.vendor),
    product_type: by.oneOf((product) => product.productType),
    handle: by.oneOf((product) => product.handle),
    status: by.oneOf((product) => product.status),
    tag: by.oneOf((product) => product.tags),
    tag_not: (product, term) => !product.tags.some((tag) => matchesOneOf(tag, term)),
    id: by.id((product) => product.id),
    variant_id: by.id((product) => product.variantIds),
    variant_title: by.text((product, store) =>
      variantsOf(store, product).map(({ title }) => title),
    ),
    sku: by.oneOf((product, store) => variantsOf(store, product).map(({ sku }) => sku)),
    inventory_total: by.number((product, store) => totalInventory(store, product)),
    created_at: by.time((product) => product.createdAt),
    updated_at: by.time((product) => product.updatedAt),
  },
});

const productOf = (variant: Variant, store: Store) => store.tables.products.get(variant.productId);

/** What the platform shows for a variant outside its product. */
export function fullTitle(variant: Variant, store: Store): string {
  return `${productOf(variant, store)?.title ?? ''} - ${variant.title}`;
}

export const variants = new Listing<Variant>({
  from: ['products', 'variants'],
  all: (store) => store.tables.variants.all(),
  keys: {
    TITLE: (variant) => variant.title.toLowerCase(),
    FULL_TITLE: (variant, store) => fullTitle(variant, store).toLowerCase(),
    NAME: (variant, store) => fullTitle(variant, store).toLowerCase(),
    SKU: (variant) => variant.sku,
    POSITION: (variant) => variant.position,
    INVENTORY_QUANTITY: (variant) => variant.inventoryQuantity,
  },
  texts: (variant, store) => [fullTitle(variant, store), variant.sku],
  terms: {
    title: by.text((variant) => variant.title),
    sku: by.oneOf((variant) => variant.sku),
    id: by.id((variant) => variant.id),
    product_id: ({ productId }, term) =>
      term.value.split(',').some((value) => matchesId(productId, { ...term, value })),
    product_status: by.oneOf((variant, store) => productOf(variant, store)?.status ?? []),
    vendor: by.text((variant, store) => productOf(variant, store)?.vendor ?? []),
    product_type: by.oneOf((variant, store) => productOf(variant, store)?.productType ?? []),
    tag: by.oneOf((variant, store) => productOf(variant, store)?.tags ?? []),
    inventory_quantity: by.number((variant) => variant.inventoryQuantity),
    updated_at: by.time((variant) => variant.updatedAt),
  },
});
