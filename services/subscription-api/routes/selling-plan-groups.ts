import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import {
  createSellingPlanGroupSchema,
  sellingPlanGroupListQuerySchema,
} from '#contract/selling-plan-group.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { createSellingPlanGroup } from '../selling-plan-group/create.ts';
import { listSellingPlanGroups } from '../selling-plan-group/list.ts';
import { readBody, readIdempotencyKey, readQuery } from './request-input.ts';
import { contextOf, type RequestVariables } from './request-variables.ts';

/** The group's own endpoints: list, create, detail, update and delete. */
export function sellingPlanGroupRoutes(
  dependencies: SubscriptionApiDependencies,
): Hono<RequestVariables> {
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
    });
}
