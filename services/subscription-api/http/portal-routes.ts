import { Hono } from 'hono';
import { portalTokenSchema } from '#contract/portal.ts';
import { portalEndpoints, portalSignInEndpoints } from '#contract/portal-endpoints.ts';
import { opensTheApp } from '#contract/vendor.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { type PortalHandlers, portalSignInHandlers } from '../merchant/portal/handlers.ts';
import { findSession, type OpenSession } from '../merchant/portal/sessions.ts';
import { notAuthorized } from '../service-error.ts';
import { findVendor } from '../shop/vendor.ts';
import { shopContextOf } from '../shop-context.ts';
import { endpointRoutes, type RequestVariables } from './endpoint-routes.ts';
import { shopLimit, usualLimit } from './shop-limit.ts';

/**
 * Finds the open portal session of `Authorization: Bearer <token>`.
 * @throws ServiceError 401 if there is none, or its shop's vendor may not use the app
 */
async function authenticatePortal(
  authorization: string | undefined,
  { database, machineNow }: SubscriptionApiDependencies,
): Promise<OpenSession> {
  const token = portalTokenSchema.safeParse(/^Bearer (.+)$/.exec(authorization ?? '')?.[1]);
  if (!token.success) throw notAuthorized();
  const session = await findSession(database, token.data, machineNow());
  if (session === undefined) throw notAuthorized();
  if (!opensTheApp(await findVendor(database, session.shop))) throw notAuthorized();
  return session;
}

/** The vendor portal's endpoints: signing in takes a magic link, everything else takes the token of a portal session. */
export function portalRoutes(
  dependencies: SubscriptionApiDependencies,
  handlers: PortalHandlers,
): Hono<RequestVariables> {
  const routes = new Hono<RequestVariables>();
  routes.route(
    '/',
    endpointRoutes(portalSignInEndpoints, portalSignInHandlers, () => dependencies),
  );
  routes.use('/portal/*', async (context, next) => {
    const session = await authenticatePortal(context.req.header('Authorization'), dependencies);
    context.set('portalSession', session);
    context.set('caller', { shop: session.shop, actor: null, sessionToken: undefined });
    await next();
  });
  routes.use('/portal/*', shopLimit(usualLimit(dependencies.shopRequests)));
  routes.route(
    '/',
    endpointRoutes(portalEndpoints, handlers, (context) => {
      const session = context.get('portalSession');
      return {
        ...shopContextOf(dependencies, session.shop, {
          deadline: context.get('deadline'),
          isRead: context.req.method === 'GET',
          logger: context.get('logger'),
        }),
        session,
        pageUrlFor: dependencies.pageUrlFor,
      };
    }),
  );
  return routes;
}
