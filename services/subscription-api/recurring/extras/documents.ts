import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';
import { soldVariantFields, soldVariantSchema } from '../rotation/documents.ts';

const variantSchema = soldVariantSchema.extend({
  product: z.object({ id: z.string(), title: z.string(), status: z.string() }),
});

export type SoldVariant = z.infer<typeof variantSchema>;

/** Variants as they can be sold now; null for each that the store no longer has. Prices are in major units of the store's currency. */
export const findSoldVariants = operation<{ ids: readonly string[] }>('read_products')(
  `query SoldOnce($ids: [ID!]!) {
    ${shopTerms}
    nodes(ids: $ids) {
      ... on ProductVariant {
        ${soldVariantFields}
        product { id title status }
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    nodes: z.array(variantSchema.nullable()),
  }),
);
