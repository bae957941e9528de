import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';

const platformProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  hasOnlyDefaultVariant: z.boolean(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
  variants: z.object({ nodes: z.array(z.object({ title: z.string(), price: z.string() })) }),
});

export type PlatformProduct = z.infer<typeof platformProductSchema>;

export const listActiveProducts = operation<{ first: number }>('read_products')(
  `query ActiveProducts($first: Int!) {
    ${shopTerms}
    products(first: $first, query: "status:active", sortKey: TITLE) {
      nodes {
        id
        title
        hasOnlyDefaultVariant
        featuredMedia { preview { image { url } } }
        variants(first: 1) { nodes { title price } }
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    products: z.object({ nodes: z.array(platformProductSchema) }),
  }),
);
