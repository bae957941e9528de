import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { widgetBlocks } from '#contract/theme.ts';
import { type Control, stores } from './control.ts';

const store = stores.established;
const groupsSchema = z.object({
  sellingPlanGroups: z.object({
    nodes: z.array(
      z.object({
        sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
        productVariants: z.object({
          nodes: z.array(
            z.object({
              product: z.object({ id: z.string(), title: z.string(), onlineStoreUrl: z.url() }),
            }),
          ),
        }),
      }),
    ),
  }),
});

/** A product that is sold by plans, with nine of every variant in stock, and the names and numbers of those plans. */
export async function soldProduct(control: Control) {
  const { sellingPlanGroups } = await control.graphql(
    store,
    groupsSchema,
    `{ sellingPlanGroups(first: 1) { nodes {
      sellingPlans(first: 9) { nodes { id name } }
      productVariants(first: 1) { nodes { product { id title onlineStoreUrl } } }
    } } }`,
  );
  const [group] = sellingPlanGroups.nodes;
  const product = group?.productVariants.nodes[0]?.product;
  if (group === undefined || product === undefined) throw new Error('No group has a product.');
  const number = originalIdOf(product.id);
  await control.act(store, 'product', { productId: Number(number), inventoryQuantity: 9 });
  const { nodes } = group.sellingPlans;
  return {
    ...{ ...product, number, plans: nodes.map(({ name }) => name) },
    planIds: new Map(nodes.map(({ id, name }) => [name, Number(originalIdOf(id))])),
  };
}

export const addWidget = (control: Control) =>
  control.act(store, 'theme', {
    kind: 'add-block',
    template: 'product',
    block: widgetBlocks.block,
  });
