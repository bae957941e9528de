import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { type CursorArguments, edgesOf, pageInfoBothWays } from '../../platform/collected-page.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';

const productFields = `
  id
  title
  status
  createdAt
  tags
  totalInventory
  tracksInventory
  featuredMedia { preview { image { url } } }`;

const platformProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  createdAt: z.string(),
  tags: z.array(z.string()),
  totalInventory: z.number(),
  tracksInventory: z.boolean(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
});

export type PlatformProduct = z.infer<typeof platformProductSchema>;

/** A product and those of its rotation; null for each that the store no longer has. */
export const findRotationProducts = operation<{ id: string; ids: readonly string[] }>(
  'read_products',
)(
  `query RotationProducts($id: ID!, $ids: [ID!]!) {
    ${shopTerms}
    product(id: $id) { ${productFields} }
    nodes(ids: $ids) { ... on Product { ${productFields} } }
  }`,
  z.object({
    shop: shopTermsSchema,
    product: platformProductSchema.nullable(),
    nodes: z.array(platformProductSchema.nullable()),
  }),
);

/** A page of the products that a rotation could take (specification §7). */
export const listCandidates = operation<CursorArguments & { query: string }>('read_products')(
  `query RotationCandidates($first: Int, $after: String, $last: Int, $before: String, $query: String!) {
    products(first: $first, after: $after, last: $last, before: $before, query: $query, sortKey: TITLE) {
      edges { cursor node { ${productFields} } }
      ${pageInfoBothWays}
    }
  }`,
  z.object({
    products: edgesOf(platformProductSchema),
  }),
);
