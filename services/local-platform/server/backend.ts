import { Hono, type Context as HonoContext } from 'hono';
import { z } from 'zod';
import { carryOut, costOf, prepare } from '../graphql/execute.ts';
import { type QueryCost, uncounted } from '../graphql/leaky-bucket.ts';
import { maximumCost } from '../graphql/query-cost.ts';
import { apiVersion } from '../graphql/schema.ts';
import { twilioRoutes } from '../mail/twilio.ts';
import { acceptToken } from '../oauth/access-tokens.ts';
import { answerTokenRequest } from '../oauth/token-endpoint.ts';
import { shipStationRoutes } from '../shipstation/routes.ts';
import type { Store } from '../store/store.ts';
import { createControl } from './control.ts';
import { graphqlFaults, throttled } from './graphql-faults.ts';
import { answerCall, type Environment } from './inject-fault.ts';
import { logRequests, refuseBrowsers } from './middleware.ts';
import { createPictures } from './pictures.ts';
import type { Platform } from './platform.ts';
import { createUploadTarget } from './uploads.ts';

const operationSchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

const invalidToken = '[API] Invalid API key or access token (unrecognized login or wrong password)';

async function tokenRequestBody(context: HonoContext<Environment>): Promise<unknown> {
  const type = context.req.header('Content-Type') ?? '';
  if (type.includes('application/x-www-form-urlencoded')) return await context.req.parseBody();
  return await context.req.json().catch(() => null);
}

const secretSchema = z.object({ client_secret: z.string().optional().catch(undefined) });

async function answerGraphql(
  platform: Platform,
  store: Store,
  context: HonoContext<Environment>,
): Promise<Response> {
  const presented = context.req.header('X-Shopify-Access-Token') ?? '';
  const body = operationSchema.safeParse(await context.req.json().catch(() => null));
  const prepared = body.success ? prepare(body.data) : null;
  const operation = prepared !== null && 'operation' in prepared ? prepared : null;
  const names = operation === null ? [] : [...operation.rootFields];
  if (operation?.name != null) names.push(operation.name);
  const requestedQueryCost = operation && body.success ? costOf(operation, body.data) : 0;
  const started = performance.now();
  let spent = 0;
  const carried = async (): Promise<Response> => {
    const token = acceptToken(store, presented, platform.machineClock.now());
    const secret = platform.secretsOfTokens.get(presented);
    const isRevoked = secret !== undefined && !platform.appOf(store).apiSecrets.includes(secret);
    if (token === null || isRevoked) {
      return context.json({ errors: invalidToken }, 401);
    }
    if (!body.success || prepared === null) {
      return context.json({ errors: { query: 'Required parameter missing or invalid' } }, 400);
    }
    if (operation === null) return context.json(prepared);
    const rights = token.userScope?.split(',');
    const scopes = new Set(
      store.shop.grantedScopes.filter((scope) => rights === undefined || rights.includes(scope)),
    );
    const bucket = platform.leakyBuckets.get(store.domain);
    const isDearerThanAllowed = requestedQueryCost > maximumCost;
    const now = platform.machineClock.now().getTime();
    if (bucket?.take(isDearerThanAllowed ? 0 : requestedQueryCost, now) === false) {
      return throttled(bucket.settle({ requestedQueryCost, actualQueryCost: null }));
    }
    const own = platform.contextOf(store, scopes);
    const settle = (cost: QueryCost) => {
      spent = cost.actualQueryCost ?? 0;
      return bucket?.settle(cost) ?? uncounted(cost);
    };
    return context.json(await carryOut(operation, body.data, own, settle));
  };
  const call = { shop: store.domain, names, answerOwnFault: graphqlFaults(operation) };
  const response = await answerCall(platform, call, context, carried);
  platform.receive({
    shop: store.domain,
    operation: operation?.name ?? null,
    rootFields: operation?.rootFields ?? [],
    cost: requestedQueryCost,
    spent,
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
  });
  return response;
}

/** The platform's API for an app's server (`https://{shop}/path` is `/{shop}/path` here), and the tests' control. Loopback only. */
export function createBackend(platform: Platform): Hono<Environment> {
  const backend = new Hono<Environment>();
  backend.use(logRequests<Environment>(platform.logger, 'backend'));
  backend.use(refuseBrowsers<Environment>());
  backend.route('/control', createControl(platform));
  backend.route('/pictures', createPictures());
  backend.route('/shipstation', shipStationRoutes(platform));
  backend.route('/twilio', twilioRoutes(platform));
  backend.route('/uploads', createUploadTarget(platform));

  backend.post('/:shop/admin/oauth/access_token', async (context) => {
    const store = platform.storeByDomain(context.req.param('shop'));
    if (store === undefined) return context.json({ errors: 'Not Found' }, 404);
    const request = await tokenRequestBody(context);
    const call = {
      shop: store.domain,
      names: ['access_token'],
      byNameOnly: true,
      answerOwnFault: graphqlFaults(null),
    };
    return await answerCall(platform, call, context, async () => {
      const app = platform.appOf(store);
      const rights = platform.merchantRights.get(store.domain);
      const answer = await answerTokenRequest(
        request,
        store,
        app,
        platform.machineClock.now(),
        rights,
      );
      const { access_token: token } = answer.body;
      const { client_secret: secret } = secretSchema.parse(request ?? {});
      if (typeof token === 'string' && secret) platform.secretsOfTokens.set(token, secret);
      return context.json(answer.body, answer.status);
    });
  });

  backend.post(`/:shop/admin/api/${apiVersion}/graphql.json`, async (context) => {
    const store = platform.storeByDomain(context.req.param('shop'));
    if (store === undefined) return context.json({ errors: 'Not Found' }, 404);
    return await answerGraphql(platform, store, context);
  });

  backend.notFound((context) => context.json({ errors: 'Not Found' }, 404));
  backend.onError((error, context) => {
    platform.logger.error({ err: error }, 'the backend failed');
    return context.json({ errors: 'Internal Server Error' }, 500);
  });
  return backend;
}
