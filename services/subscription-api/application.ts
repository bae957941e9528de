import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { apiPrefix, endpoints } from '#contract/endpoints.ts';
import { unsubscribeEndpoints } from '#contract/unsubscribe.ts';
import type { SubscriptionApiDependencies } from './dependencies.ts';
import type { SubscriptionApiHandlers } from './handlers.ts';
import { authenticate, callerVerifiedByApp } from './http/authentication.ts';
import { endpointRoutes, type RequestVariables } from './http/endpoint-routes.ts';
import { sendFailure } from './http/failure.ts';
import { healthRoutes } from './http/health-routes.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { portalRoutes } from './http/portal-routes.ts';
import { deadlineOf } from './http/request-deadline.ts';
import { scaleRoutes } from './http/scale-routes.ts';
import { graphqlLimit, shopLimit, usualLimit } from './http/shop-limit.ts';
import type { PortalHandlers } from './merchant/portal/handlers.ts';
import { notFound } from './service-error.ts';
import { shopContextOf } from './shop-context.ts';
import { unsubscribeHandlers } from './telling/unsubscribe.ts';
import { webhookRoutes } from './webhook/routes.ts';

const requestIdHeader = 'X-Request-Id';

/**
 * The subscription API: a web-standard `(Request) → Response`. Below `apiPrefix` it serves the endpoints of contract/endpoints.ts, those of the
 * vendor portal, and the platform's webhooks; their failures have the envelope of contract/errors.ts. Outside are `GET /healthz` (the process is
 * alive), `GET /readyz` (the database answers) and `GET /metrics` for operators.
 */
export function createSubscriptionApi(
  dependencies: SubscriptionApiDependencies,
  handlers: SubscriptionApiHandlers,
  portalHandlers: PortalHandlers,
): Hono<RequestVariables> {
  const { database, credentialsFor, logger, machineNow, shopRequests } = dependencies;
  const api = new Hono<RequestVariables>();

  api.use(async (context, next) => {
    const given = context.req.header(requestIdHeader) ?? '';
    const requestId = /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    const startedAt = performance.now();
    context.set('requestId', requestId);
    context.set('logger', logger.child({ requestId }));
    const deadline = deadlineOf(context);
    context.set('deadline', deadline);
    context.header(requestIdHeader, requestId);
    context.header('Cache-Control', 'no-store');
    await next();
    deadline.end();
    // Log only the path, which holds ids. Query, headers and bodies hold tokens and what merchants typed.
    context.get('logger').info(
      {
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        milliseconds: Math.round(performance.now() - startedAt),
        shop: context.get('caller')?.shop,
      },
      'request',
    );
  });

  api.route('/', healthRoutes(database));
  api.get('/metrics', metricsRoute(dependencies));

  // Before the check of session tokens, because the platform signs its own requests.
  api.route(apiPrefix, webhookRoutes(dependencies));
  // Customers have none: a signed link names them.
  api.route(
    apiPrefix,
    endpointRoutes(unsubscribeEndpoints, unsubscribeHandlers, () => dependencies),
  );
  // Likewise the vendor portal, which has its own sessions.
  api.route(apiPrefix, portalRoutes(dependencies, portalHandlers));
  // And scales, which have tokens of their own.
  api.route(apiPrefix, scaleRoutes(dependencies));

  api.use(`${apiPrefix}/*`, async (context, next) => {
    const authorization = context.req.header('Authorization');
    const shop = context.env?.verifiedShop;
    context.set(
      'caller',
      shop === undefined
        ? await authenticate(authorization, credentialsFor, machineNow)
        : callerVerifiedByApp(authorization, shop),
    );
    await next();
  });
  api.use(`${apiPrefix}/*`, shopLimit(usualLimit(shopRequests)));
  api.use(`${apiPrefix}${endpoints.runGraphql.path}`, shopLimit(graphqlLimit(shopRequests)));
  api.route(
    apiPrefix,
    endpointRoutes(endpoints, handlers, (context) => {
      const { shop, actor, sessionToken } = context.get('caller');
      return shopContextOf(dependencies, shop, {
        actor,
        sessionToken,
        deadline: context.get('deadline'),
        isRead: context.req.method === 'GET',
        logger: context.get('logger'),
      });
    }),
  );

  api.notFound((context) => sendFailure(notFound('There is nothing at this address.'), context));

  api.onError(sendFailure);

  return api;
}
