import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { contextOf, type RequestVariables } from '../http/request-variables.ts';
import { listProducts } from './list.ts';

/** GET /products. */
export function productRoutes(dependencies: SubscriptionApiDependencies): Hono<RequestVariables> {
  return new Hono<RequestVariables>().get(endpoints.products, async (context) =>
    context.json(await listProducts(contextOf(context, dependencies))),
  );
}
