import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import type { RoastPlan } from '#contract/roast-plan.ts';
import type { Inventory } from '../../caches.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';

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
  { shop, graphql, caches, logger }: ShopContext,
  variants: readonly string[],
): Promise<{ state: RoastPlan['inventory']; of: Map<string, Inventory> }> {
  const keyOf = (variant: string) => `${shop} ${variant}`;
  const missing = variants.filter((variant) => !caches.inventory.has(keyOf(variant)));
  const parts = Array.from({ length: Math.ceil(missing.length / variantsAtOnce) }, (_, part) =>
    missing.slice(part * variantsAtOnce, (part + 1) * variantsAtOnce),
  );
  const of = new Map<string, Inventory>();
  for (const variant of variants) {
    const known = caches.inventory.get(keyOf(variant));
    if (known !== undefined) of.set(variant, known);
  }
  try {
    for (const { nodes } of await Promise.all(
      parts.map((part) =>
        graphql(findInventory, { ids: part.map((id) => globalIdOf('ProductVariant', id)) }),
      ),
    )) {
      for (const node of nodes) {
        if (node === null) continue;
        const variant = originalIdOf(node.id);
        const inventory = inventoryOf(node);
        caches.inventory.set(keyOf(variant), inventory);
        of.set(variant, inventory);
      }
    }
    return { state: 'known', of };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logger.warn({ err: error }, 'weights and stock for the roast plan could not be read');
    return { state: error.kind === 'not granted' ? 'not granted' : 'failed', of };
  }
}
