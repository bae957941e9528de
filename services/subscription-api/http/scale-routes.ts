import { Hono } from 'hono';
import { putOffEndpoints, scaleEndpoints } from '#contract/scale-endpoints.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { orderHandlers, putOffHandlers } from '../merchant/scale/handlers.ts';
import { type CallingScale, findScale } from '../merchant/scale/store.ts';
import { notAuthorized } from '../service-error.ts';
import { shopContextOf } from '../shop-context.ts';
import { endpointRoutes, type RequestVariables } from './endpoint-routes.ts';
import { shopLimit, usualLimit } from './shop-limit.ts';

/**
 * Finds the scale of `Authorization: Bearer <token>`. The database compares hashes, so how long it takes tells nothing of a token.
 * @throws ServiceError 401 if there is none (any more)
 */
async function authenticateScale(
  authorization: string | undefined,
  { database }: SubscriptionApiDependencies,
): Promise<CallingScale> {
  const [, token] = /^Bearer ([\w-]{43})$/.exec(authorization ?? '') ?? [];
  const scale = token === undefined ? undefined : await findScale(database, token);
  if (scale === undefined) throw notAuthorized();
  return scale;
}

/** Endpoints for scales, with a token that the merchant made, and for customers with the link of an email. */
export function scaleRoutes(dependencies: SubscriptionApiDependencies): Hono<RequestVariables> {
  const routes = new Hono<RequestVariables>();
  routes.route(
    '/',
    endpointRoutes(putOffEndpoints, putOffHandlers, () => dependencies),
  );
  const { path } = scaleEndpoints.orderNow;
  routes.use(path, async (context, next) => {
    const scale = await authenticateScale(context.req.header('Authorization'), dependencies);
    context.set('scale', scale);
    context.set('caller', { shop: scale.shop, actor: null, sessionToken: undefined });
    await next();
  });
  routes.use(path, shopLimit(usualLimit(dependencies.shopRequests)));
  routes.route(
    '/',
    endpointRoutes(scaleEndpoints, orderHandlers, (context) => {
      const scale = context.get('scale');
      return {
        ...shopContextOf(dependencies, scale.shop, {
          deadline: context.get('deadline'),
          logger: context.get('logger'),
        }),
        scale,
      };
    }),
  );
  return routes;
}
