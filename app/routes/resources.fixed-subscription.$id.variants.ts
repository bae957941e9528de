import { globalIdOf } from '#contract/original-id.ts';
import { listQuerySchema } from '#contract/pagination.ts';
import { variantsSchema } from '#contract/selling-plan-group.ts';
import { resourceAction, resourceLoader } from '../requests/resource-route.server.ts';
import type { VariantPage } from './_admin.fixed-subscription.$id/listed-variant.ts';

/** GET one page of a group's variants: ids and names. */
export const loader = resourceLoader(
  listQuerySchema,
  async ({ client, params: { id = '' }, query }): Promise<VariantPage> => {
    const group = await client.getSellingPlanGroup({ id, query });
    return {
      variants: group.variants.map((variant) => ({
        id: variant.id,
        name: variant.displayName,
        productId: variant.product.id,
      })),
      pageInfo: group.variantsPageInfo,
    };
  },
);

/** POST adds variants to the group, DELETE removes them; both answer what was changed and what was not. */
export const action = resourceAction(
  variantsSchema,
  ({ client, params: { id = '' }, method, body: { variants } }) =>
    method === 'DELETE'
      ? client.removeVariants({ id, body: { variants } })
      : client.addVariants({
          body: { sellingPlanGroupId: globalIdOf('SellingPlanGroup', id), variants },
        }),
  { methods: ['POST', 'DELETE'] },
);
