import { z } from 'zod';
import { graphqlDocument, runGraphql } from '../../internal-api/graphql.ts';

const pageSize = 50;
/** The most ids that the platform accepts at once. */
const mostIds = 250;

const variantSchema = z.object({
  id: z.string(),
  title: z.string(),
  displayName: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  inventoryQuantity: z.number().nullable(),
});

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  status: z.string(),
  hasOnlyDefaultVariant: z.boolean(),
  featuredImage: z.object({ originalSrc: z.string() }).nullable(),
  variants: z.object({ nodes: z.array(variantSchema) }).transform(({ nodes }) => nodes),
});

export type PickerVariant = z.infer<typeof variantSchema>;
export type PickerProduct = z.infer<typeof productSchema>;

const productFields = `
  id title handle status hasOnlyDefaultVariant
  featuredImage { originalSrc }
  variants(first: 250) { nodes { id title displayName sku price inventoryQuantity } }`;

const productsDocument = graphqlDocument(
  `query PickerProducts($after: String, $query: String) {
    products(first: ${pageSize}, after: $after, query: $query, sortKey: TITLE) {
      nodes { ${productFields} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  z.object({
    products: z.object({
      nodes: z.array(productSchema),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
);

const productsByIdDocument = graphqlDocument(
  `query PickerProductsById($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Product { ${productFields} } }
  }`,
  z.object({ nodes: z.array(z.union([productSchema, z.null()])) }),
);

export async function loadProducts(
  store: string,
  query: string,
  after: string | null,
  signal: AbortSignal,
): Promise<{ products: PickerProduct[]; next: string | null }> {
  const { products } = await runGraphql(store, productsDocument, { query, after }, signal);
  const { hasNextPage, endCursor } = products.pageInfo;
  return { products: products.nodes, next: hasNextPage ? endCursor : null };
}

/** The products that still exist, in the order of the ids. */
export async function loadProductsById(
  store: string,
  ids: readonly string[],
): Promise<PickerProduct[]> {
  const found: PickerProduct[] = [];
  for (let start = 0; start < ids.length; start += mostIds) {
    const { nodes } = await runGraphql(store, productsByIdDocument, {
      ids: ids.slice(start, start + mostIds),
    });
    found.push(...nodes.filter((node) => node !== null));
  }
  return found;
}
