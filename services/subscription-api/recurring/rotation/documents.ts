import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { allNodes, nodesOf, noNodes, pageInfoFields } from '../../platform/all-nodes.ts';
import { shopTerms, shopTermsSchema } from '../../shop/documents.ts';
import type { ShopContext } from '../../shop-context.ts';

/** A variant as it can be sold now; its price is in major units of the store's currency. */
export const soldVariantSchema = z.object({
  id: z.string(),
  title: z.string(),
  price: z.string(),
  availableForSale: z.boolean(),
  inventoryQuantity: z.number().int().nullable(),
  /** Whether it is sold also where there are too few. */
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
});

export const soldVariantFields =
  'id title price availableForSale inventoryQuantity inventoryPolicy';

const variantsSchema = nodesOf(soldVariantSchema);

const variantsFields = `nodes { ${soldVariantFields} }
  ${pageInfoFields}`;

const offeredSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  variants: variantsSchema,
});

export type OfferedProduct = z.infer<typeof offeredSchema>;

/** Products that may go out, with their first variants; null for each that the store no longer has. */
const findOffered = operation<{ ids: readonly string[] }>('read_products')(
  `query OfferedCoffees($ids: [ID!]!) {
    ${shopTerms}
    nodes(ids: $ids) {
      ... on Product {
        id title status tags
        variants(first: 100) { ${variantsFields} }
      }
    }
  }`,
  z.object({
    shop: shopTermsSchema,
    nodes: z.array(offeredSchema.nullable()),
  }),
);

const listOfferedVariants = operation<{ id: string; after: string }>('read_products')(
  `query OfferedVariants($id: ID!, $after: String!) {
    product(id: $id) { variants(first: 250, after: $after) { ${variantsFields} } }
  }`,
  z.object({ product: z.object({ variants: variantsSchema }).nullable() }),
);

/**
 * Reads products that may go out, with all of their variants, by their original ids. Those that the store no longer has are missing.
 * @returns prices are in major units of the store's currency
 * @throws PlatformError if the platform fails or refuses access
 */
export async function readOffered(
  { graphql }: Pick<ShopContext, 'graphql'>,
  ids: readonly string[],
): Promise<{ offered: Map<string, OfferedProduct>; currencyCode: string }> {
  const answer = await graphql(findOffered, { ids: ids.map((id) => globalIdOf('Product', id)) });
  const offered = new Map<string, OfferedProduct>();
  for (const product of answer.nodes) {
    if (product === null) continue;
    const { id, variants } = product;
    const nodes = await allNodes(variants, async (after) => {
      const more = await graphql(listOfferedVariants, { id, after });
      return more.product?.variants ?? noNodes;
    });
    offered.set(originalIdOf(id), { ...product, variants: { ...variants, nodes } });
  }
  return { offered, currencyCode: answer.shop.currencyCode };
}

/** Whether the store counts a variant's stock. A count may be left from when it did. */
export const findTracking = operation<{ id: string }>('read_products')(
  `query VariantTracking($id: ID!) {
    nodes(ids: [$id]) { ... on ProductVariant { inventoryItem { tracked } } }
  }`,
  z.object({
    nodes: z.array(z.object({ inventoryItem: z.object({ tracked: z.boolean() }) }).nullable()),
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
