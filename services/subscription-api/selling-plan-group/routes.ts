import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import {
  createSellingPlanGroupSchema,
  sellingPlanGroupDetailQuerySchema,
  sellingPlanGroupListQuerySchema,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { readBody, readId, readIdempotencyKey, readQuery } from '../http/request-input.ts';
import { contextOf, type RequestVariables } from '../http/request-variables.ts';
import { createSellingPlanGroup } from './create.ts';
import { getSellingPlanGroup, groupNotFound } from './detail.ts';
import { listSellingPlanGroups } from './list.ts';
import { deleteSellingPlanGroup, updateSellingPlanGroup } from './update.ts';

/** The group's own endpoints: list, create, detail, update and delete. */
export function sellingPlanGroupRoutes(
  dependencies: SubscriptionApiDependencies,
): Hono<RequestVariables> {
  const path = `${endpoints.sellingPlanGroups}/:id`;
  return new Hono<RequestVariables>()
    .get(endpoints.sellingPlanGroups, async (context) => {
      const query = readQuery(context, sellingPlanGroupListQuerySchema);
      return context.json(await listSellingPlanGroups(contextOf(context, dependencies), query));
    })
    .post(endpoints.sellingPlanGroups, async (context) => {
      const body = await readBody(context, createSellingPlanGroupSchema);
      const key = readIdempotencyKey(context);
      const group = await createSellingPlanGroup(contextOf(context, dependencies), body, key);
      return context.json(group, 201);
    })
    .get(path, async (context) => {
      const id = readId(context, 'SellingPlanGroup', groupNotFound);
      const query = readQuery(context, sellingPlanGroupDetailQuerySchema);
      return context.json(await getSellingPlanGroup(contextOf(context, dependencies), id, query));
    })
    .patch(path, async (context) => {
      const id = readId(context, 'SellingPlanGroup', groupNotFound);
      const body = await readBody(context, updateSellingPlanGroupSchema);
      return context.json(await updateSellingPlanGroup(contextOf(context, dependencies), id, body));
    })
    .delete(path, async (context) => {
      const id = readId(context, 'SellingPlanGroup', groupNotFound);
      await deleteSellingPlanGroup(contextOf(context, dependencies), id);
      return context.body(null, 204);
    });
}
