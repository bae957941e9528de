import { z } from 'zod';
import { graphqlDocument, runGraphql } from '../../internal-api/graphql.ts';

const pageSize = 50;
/** Variants that come along with each product in the list; the rest loads when it's wanted. */
const variantsAtFirst = 10;
const variantsPageSize = 250;

const imageSchema = z.object({
  id: z.string().nullable(),
  altText: z.string().nullable(),
  originalSrc: z.string(),
});

const variantSchema = z.object({
  id: z.string(),
  title: z.string(),
  displayName: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  position: z.number(),
  availableForSale: z.boolean(),
  inventoryQuantity: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  image: imageSchema.nullable(),
  inventoryItem: z.object({ id: z.string() }),
});

const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const variantPageSchema = z.object({ nodes: z.array(variantSchema), pageInfo: pageInfoSchema });

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  status: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  totalInventory: z.number(),
  hasOnlyDefaultVariant: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  featuredImage: imageSchema.nullable(),
  variantsCount: z.object({ count: z.number() }).nullable(),
  variants: variantPageSchema,
});

export type PickerVariant = z.infer<typeof variantSchema>;
export type PickerImage = z.infer<typeof imageSchema>;

export type PickerProduct = Omit<z.infer<typeof productSchema>, 'variants' | 'variantsCount'> & {
  variantsCount: number;
  /** The variants loaded so far, in their order. */
  variants: readonly PickerVariant[];
  /** Where the next ones begin; null when all are here. */
  nextVariants: string | null;
};

const variantFields = `
  id title displayName sku price compareAtPrice position availableForSale inventoryQuantity createdAt updatedAt
  selectedOptions { name value }
  image { id altText originalSrc }
  inventoryItem { id }`;

const productFields = `
  id title handle status vendor productType tags totalInventory hasOnlyDefaultVariant createdAt updatedAt
  featuredImage { id altText originalSrc }
  variantsCount { count }
  variants(first: ${variantsAtFirst}) {
    nodes { ${variantFields} }
    pageInfo { hasNextPage endCursor }
  }`;

const productsDocument = graphqlDocument(
  `query PickerProducts($after: String, $query: String) {
    products(first: ${pageSize}, after: $after, query: $query, sortKey: TITLE) {
      nodes { ${productFields} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({ products: z.object({ nodes: z.array(productSchema), pageInfo: pageInfoSchema }) }),
);

const productsByIdDocument = graphqlDocument(
  `query PickerProductsById($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Product { ${productFields} } }
  }`,
  z.object({ nodes: z.array(z.union([productSchema, z.unknown()])) }),
);

const variantsDocument = graphqlDocument(
  `query PickerVariants($id: ID!, $after: String) {
    product(id: $id) {
      variants(first: ${variantsPageSize}, after: $after) {
        nodes { ${variantFields} }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  z.object({ product: z.object({ variants: variantPageSchema }).nullable() }),
);

const ownersDocument = graphqlDocument(
  `query PickerVariantOwners($ids: [ID!]!) {
    nodes(ids: $ids) { ... on ProductVariant { id product { id } } }
  }`,
  z.object({ nodes: z.array(z.unknown()) }),
);
const ownerSchema = z.object({ id: z.string(), product: z.object({ id: z.string() }) });

export async function loadProducts(
  store: string,
  query: string,
  after: string | null,
  signal: AbortSignal,
): Promise<{ products: PickerProduct[]; next: string | null }> {
  const { products } = await runGraphql(store, productsDocument, { query, after }, signal);
  return {
    products: products.nodes.map(pickerProduct),
    next: products.pageInfo.hasNextPage ? products.pageInfo.endCursor : null,
  };
}

/** The products that still exist, in the order asked. */
export async function loadProductsById(
  store: string,
  ids: readonly string[],
): Promise<PickerProduct[]> {
  const found: PickerProduct[] = [];
  for (let start = 0; start < ids.length; start += pageSize) {
    const { nodes } = await runGraphql(store, productsByIdDocument, {
      ids: ids.slice(start, start + pageSize),
    });
    for (const node of nodes) {
      const product = productSchema.safeParse(node);
      if (product.success) found.push(pickerProduct(product.data));
    }
  }
  return found;
}

/** The product with all of its variants. */
export async function loadAllVariants(
  store: string,
  product: PickerProduct,
  signal?: AbortSignal,
): Promise<PickerProduct> {
  let { variants, nextVariants } = product;
  while (nextVariants !== null) {
    const answer = await runGraphql(
      store,
      variantsDocument,
      { id: product.id, after: nextVariants },
      signal,
    );
    const page = answer.product?.variants;
    if (page === undefined) break;
    variants = [...variants, ...page.nodes];
    nextVariants = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  }
  return {
    ...product,
    variants,
    nextVariants: null,
    variantsCount: Math.max(product.variantsCount, variants.length),
  };
}

/** To which products the given variants belong; variants that don't exist any more are left out. */
export async function loadOwners(
  store: string,
  variantIds: readonly string[],
): Promise<{ id: string; productId: string }[]> {
  const owners: { id: string; productId: string }[] = [];
  for (let start = 0; start < variantIds.length; start += variantsPageSize) {
    const { nodes } = await runGraphql(store, ownersDocument, {
      ids: variantIds.slice(start, start + variantsPageSize),
    });
    for (const node of nodes) {
      const owner = ownerSchema.safeParse(node);
      if (owner.success) owners.push({ id: owner.data.id, productId: owner.data.product.id });
    }
  }
  return owners;
}

function pickerProduct(product: z.infer<typeof productSchema>): PickerProduct {
  const { variants, variantsCount, ...rest } = product;
  return {
    ...rest,
    variants: variants.nodes,
    nextVariants: variants.pageInfo.hasNextPage ? variants.pageInfo.endCursor : null,
    variantsCount: variantsCount?.count ?? variants.nodes.length,
  };
}
