import type { Group, Product, Variant } from '../store/records.ts';
import { type Store, View } from '../store/store.ts';
import { Listing } from './listing.ts';
import {
  matchesId,
  matchesNumber,
  matchesOneOf,
  matchesText,
  matchesTime,
} from './search-syntax.ts';

/** What the platform shows for a variant outside its product. */
export function displayNameOf(product: Product | undefined, variant: Variant): string {
  return `${product?.title ?? ''} - ${variant.title}`;
}

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

interface Membership {
  readonly byProduct: ReadonlyMap<number, readonly Group[]>;
  readonly byVariant: ReadonlyMap<number, readonly Group[]>;
}

/** Which groups name a product or a variant directly. */
export const membership = new View<Membership>(['groups'], (store) => {
  const byProduct = new Map<number, Group[]>();
  const byVariant = new Map<number, Group[]>();
  const add = (groups: Map<number, Group[]>, id: number, group: Group) => {
    const known = groups.get(id);
    if (known === undefined) groups.set(id, [group]);
    else known.push(group);
  };
  for (const group of store.tables.groups.all()) {
    for (const id of group.productIds) add(byProduct, id, group);
    for (const id of group.variantIds) add(byVariant, id, group);
  }
  return { byProduct, byVariant };
});

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
  test: (store) => (product, term) => {
    switch (term.field) {
      case null:
        return [product.title, product.vendor, product.productType, ...product.tags].some((text) =>
          matchesText(text, term, true),
        );
      case 'title':
        return matchesText(product.title, term);
      case 'vendor':
        return matchesText(product.vendor, term);
      case 'product_type':
        return matchesOneOf(product.productType, term);
      case 'handle':
        return matchesOneOf(product.handle, term);
      case 'status':
        return matchesOneOf(product.status, term);
      case 'tag':
        return product.tags.some((tag) => matchesOneOf(tag, term));
      case 'tag_not':
        return !product.tags.some((tag) => matchesOneOf(tag, term));
      case 'id':
        return matchesId(product.id, term);
      case 'variant_id':
        return product.variantIds.some((id) => matchesId(id, term));
      case 'variant_title':
        return variantsOf(store, product).some((variant) => matchesText(variant.title, term));
      case 'sku':
        return variantsOf(store, product).some((variant) => matchesOneOf(variant.sku, term));
      case 'inventory_total':
        return matchesNumber(totalInventory(store, product), term);
      case 'created_at':
        return matchesTime(product.createdAt, term);
      case 'updated_at':
        return matchesTime(product.updatedAt, term);
      default:
        return null;
    }
  },
});

export const variants = new Listing<Variant>({
  from: ['products', 'variants'],
  all: (store) => store.tables.variants.all(),
  keys: {
    TITLE: (variant) => variant.title.toLowerCase(),
    FULL_TITLE: (variant, store) =>
      displayNameOf(store.tables.products.get(variant.productId), variant).toLowerCase(),
    NAME: (variant, store) =>
      displayNameOf(store.tables.products.get(variant.productId), variant).toLowerCase(),
    SKU: (variant) => variant.sku,
    POSITION: (variant) => variant.position,
    INVENTORY_QUANTITY: (variant) => variant.inventoryQuantity,
  },
  test: (store) => (variant, term) => {
    const product = store.tables.products.get(variant.productId);
    switch (term.field) {
      case null:
        return [displayNameOf(product, variant), variant.sku].some((text) =>
          matchesText(text, term, true),
        );
      case 'title':
        return matchesText(variant.title, term);
      case 'sku':
        return matchesOneOf(variant.sku, term);
      case 'id':
        return matchesId(variant.id, term);
      case 'product_id':
        return term.value
          .split(',')
          .some((value) => matchesId(variant.productId, { ...term, value }));
      case 'product_status':
        return product !== undefined && matchesOneOf(product.status, term);
      case 'vendor':
        return product !== undefined && matchesText(product.vendor, term);
      case 'product_type':
        return product !== undefined && matchesOneOf(product.productType, term);
      case 'tag':
        return product?.tags.some((tag) => matchesOneOf(tag, term)) ?? false;
      case 'inventory_quantity':
        return matchesNumber(variant.inventoryQuantity, term);
      case 'updated_at':
        return matchesTime(variant.updatedAt, term);
      default:
        return null;
    }
  },
});
