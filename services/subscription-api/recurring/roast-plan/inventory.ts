import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import type { RoastPlan } from '#contract/roast-plan.ts';
import type { Inventory } from '../../caches.ts';
import { operation } from '../../platform/admin-graphql.ts';
import type { ShopContext } from '../../shop-context.ts';
import { readCached } from './read-cached.ts';

/** A variant costs 4 points, and a query at most 1,000. */
const variantsAtOnce = 200;

const gramsPer = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 } as const;

const variantSchema = z.object({
  id: z.string(),
  inventoryQuantity: z.number().nullable(),
  inventoryItem: z.object({
    tracked: z.boolean(),
    measurement: z.object({
      weight: z
        .object({
          value: z.number(),
          unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']),
        })
        .nullable(),
    }),
  }),
});

/** Weights and stock of variants. Inventory items may be read with `read_products` too, by the platform's documentation. */
const findInventory = operation<{ ids: readonly string[] }>('read_products')(
  `query RoastInventory($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant {
        id
        inventoryQuantity
        inventoryItem { tracked measurement { weight { value unit } } }
      }
    }
  }`,
  z.object({ nodes: z.array(variantSchema.nullable()) }),
);

function inventoryOf({ inventoryQuantity, inventoryItem }: z.infer<typeof variantSchema>) {
  const { tracked, measurement } = inventoryItem;
  const { weight } = measurement;
  return {
    // The platform says 0 where nobody has entered a weight.
    grams: weight === null || weight.value <= 0 ? null : weight.value * gramsPer[weight.unit],
    stock: tracked ? inventoryQuantity : null,
  };
}

/**
 * Weights and stock of variants by their original ids, as the platform has them or had them within a minute. A variant that it doesn't have any more
 * isn't among them. If the platform can't be asked, `state` says why.
 */
export async function readInventory(
  context: ShopContext,
  variants: readonly string[],
): Promise<{ state: RoastPlan['inventory']; of: Map<string, Inventory> }> {
  const { found, failure } = await readCached(context, {
    ...{ cache: context.caches.inventory, ids: variants, atOnce: variantsAtOnce },
    ask: async (ids) => {
      const globalIds = ids.map((id) => globalIdOf('ProductVariant', id));
      const { nodes } = await context.graphql(findInventory, { ids: globalIds });
      return nodes.flatMap((node) =>
        node === null ? [] : [[originalIdOf(node.id), inventoryOf(node)] as const],
      );
    },
  });
  if (failure === null) return { state: 'known', of: found };
  return { state: failure.kind === 'not granted' ? 'not granted' : 'failed', of: found };
}
