import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';

const offeredSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  variants: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        price: z.string(),
        availableForSale: z.boolean(),
        inventoryQuantity: z.number().int().nullable(),
        /** Whether it is sold also where there are too few. */
        inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
      }),
    ),
  }),
});

export type OfferedProduct = z.infer<typeof offeredSchema>;

/** Products that may go out, with their variants; null for each that the store no longer has. */
export const findOffered = operation<{ ids: readonly string[] }>('read_products')(
  `query OfferedCoffees($ids: [ID!]!) {
    shop { currencyCode }
    nodes(ids: $ids) {
      ... on Product {
        id title status tags
        variants(first: 100) { nodes { id title price availableForSale inventoryQuantity inventoryPolicy } }
      }
    }
  }`,
  z.object({
    shop: z.object({ currencyCode: z.string() }),
    nodes: z.array(offeredSchema.nullable()),
  }),
);

/** Products by their ids, without their variants; null for each that the store no longer has. */
export const findTitles = operation<{ ids: readonly string[] }>('read_products')(
  `query CoffeeTitles($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { id title status tags } } }`,
  z.object({
    nodes: z.array(
      z
        .object({
          id: z.string(),
          title: z.string(),
          status: z.string(),
          tags: z.array(z.string()),
        })
        .nullable(),
    ),
  }),
);
