import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { addVariantsSchema, removeVariantsSchema } from '#contract/selling-plan-group.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { readBody, readId } from '../http/request-input.ts';
import { contextOf, type RequestVariables } from '../http/request-variables.ts';
import { notFound } from '../service-error.ts';
import { groupNotFound } from './detail.ts';
import { addSellingPlanGroupVariants, removeSellingPlanGroupVariants } from './variants.ts';

/** POST …/variant and DELETE …/variant/{id}; both answer what was changed and what wasn't. */
export function sellingPlanGroupVariantRoutes(
  dependencies: SubscriptionApiDependencies,
): Hono<RequestVariables> {
  return new Hono<RequestVariables>()
    .post(endpoints.sellingPlanGroupVariants, async (context) => {
      const { sellingPlanGroupId, variants } = await readBody(context, addVariantsSchema);
      if (!/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/.test(sellingPlanGroupId)) {
        throw notFound(groupNotFound);
      }
      const request = contextOf(context, dependencies);
      return context.json(await addSellingPlanGroupVariants(request, sellingPlanGroupId, variants));
    })
    .delete(`${endpoints.sellingPlanGroupVariants}/:id`, async (context) => {
      const id = readId(context, 'SellingPlanGroup', groupNotFound);
      const { variants } = await readBody(context, removeVariantsSchema);
      const request = contextOf(context, dependencies);
      return context.json(await removeSellingPlanGroupVariants(request, id, variants));
    });
}
