import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type FieldNode, Kind } from 'graphql';
import { Hono, type Context as HonoContext } from 'hono';
import { z } from 'zod';
import { carryOut, type PreparedOperation, prepare } from '../graphql/execute.ts';
import { apiVersion } from '../graphql/schema.ts';
import { acceptToken } from '../oauth/access-tokens.ts';
import { answerTokenRequest } from '../oauth/token-endpoint.ts';
import type { Store } from '../store/store.ts';
import { createControl } from './control.ts';
import type { Fault } from './faults.ts';
import type { Connection } from './listen.ts';
import { logRequests, refuseBrowsers } from './middleware.ts';
import { createPictures } from './pictures.ts';
import type { Platform } from './platform.ts';

const operationSchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

type Environment = { Bindings: Connection };

const invalidToken = '[API] Invalid API key or access token (unrecognized login or wrong password)';

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A mutation's payload that holds nothing but user errors, with the fields that were asked for. */
function refusedPayload(field: FieldNode, fault: Extract<Fault, { kind: 'userErrors' }>) {
  const payload: Record<string, unknown> = {};
  for (const selection of field.selectionSet?.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    const name = selection.alias?.value ?? selection.name.value;
    payload[name] = selection.name.value === 'userErrors' ? fault.userErrors : null;
  }
  return payload;
}

function refusedData(
  prepared: PreparedOperation | null,
  fault: Extract<Fault, { kind: 'userErrors' }>,
) {
  const data: Record<string, unknown> = {};
  for (const selection of prepared?.operation.selectionSet.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    data[selection.alias?.value ?? selection.name.value] = refusedPayload(selection, fault);
  }
  return { data };
}

const answerSchema = z.record(z.string(), z.unknown());

/** The answer to a call that a fault hits, in place of `done`, which is what came of the call's work if that was done. */
async function failWith(
  fault: Fault,
  done: Response,
  context: HonoContext<Environment>,
  prepared: PreparedOperation | null,
): Promise<Response> {
  switch (fault.kind) {
    case 'delay':
      return done;
    case 'omit': {
      const answer = answerSchema.parse(await done.json());
      const kept = Object.entries(answer).filter(([name]) => !fault.fields.includes(name));
      return Response.json(Object.fromEntries(kept), { status: done.status });
    }
    case 'status':
      return new Response(fault.body, { status: fault.status, headers: fault.headers });
    case 'garbage':
      return new Response(fault.body, { headers: { 'Content-Type': 'application/json' } });
    case 'throttled':
      return context.json({
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 100,
            actualQueryCost: null,
            throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 },
          },
        },
      });
    case 'errors': {
      const data = fault.withData ? answerSchema.parse(await done.json()) : {};
      return context.json({ ...data, errors: fault.errors });
    }
    case 'userErrors':
      return context.json(refusedData(prepared, fault));
    case 'silence': {
      const { signal } = context.req.raw;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return RESPONSE_ALREADY_SENT;
    }
    case 'disconnect':
      context.env?.disconnect?.();
      return RESPONSE_ALREADY_SENT;
  }
}

/** Answers a call, or has it go wrong as the next fault for it says. */
async function answerCall(
  platform: Platform,
  call: { shop: string; names: readonly string[]; prepared: PreparedOperation | null },
  context: HonoContext<Environment>,
  work: () => Promise<Response>,
): Promise<Response> {
  const fault = platform.faults.take(call);
  if (fault === null) return await work();
  const needsAnswer =
    fault.kind === 'delay' || fault.kind === 'omit' || (fault.kind === 'errors' && fault.withData);
  if (!fault.afterExecution) await pause(fault.delayMilliseconds);
  const done = fault.afterExecution || needsAnswer ? await work() : new Response();
  if (fault.afterExecution) await pause(fault.delayMilliseconds);
  return await failWith(fault, done, context, call.prepared);
}

async function tokenRequestBody(context: HonoContext<Environment>): Promise<unknown> {
  const type = context.req.header('Content-Type') ?? '';
  if (type.includes('application/x-www-form-urlencoded')) return await context.req.parseBody();
  return await context.req.json().catch(() => null);
}

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
  const started = performance.now();
  const carried = async (): Promise<Response> => {
    if (acceptToken(store, presented, platform.clock.now()) === null) {
      return context.json({ errors: invalidToken }, 401);
    }
    if (!body.success || prepared === null) {
      return context.json({ errors: { query: 'Required parameter missing or invalid' } }, 400);
    }
    if (operation === null) return context.json(prepared);
    const scopes = new Set(store.shop.grantedScopes);
    return context.json(await carryOut(operation, body.data, platform.contextOf(store, scopes)));
  };
  const call = { shop: store.domain, names, prepared: operation };
  const response = await answerCall(platform, call, context, carried);
  platform.receive({
    shop: store.domain,
    operation: operation?.name ?? null,
    rootFields: operation?.rootFields ?? [],
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
  });
  return response;
}

/**
 * What an app's server talks to: `https://{shop}/path` of the platform is `/{shop}/path` here. Also the tests' control.
 * For the loopback only.
 */
export function createBackend(platform: Platform): Hono<Environment> {
  const backend = new Hono<Environment>();
  backend.use(logRequests<Environment>(platform.logger, 'backend'));
  backend.use(refuseBrowsers<Environment>());
  backend.route('/control', createControl(platform));
  backend.route('/pictures', createPictures());

  backend.post('/:shop/admin/oauth/access_token', async (context) => {
    const store = platform.storeByDomain(context.req.param('shop'));
    if (store === undefined) return context.json({ errors: 'Not Found' }, 404);
    const request = await tokenRequestBody(context);
    const call = { shop: store.domain, names: ['access_token'], prepared: null };
    return await answerCall(platform, call, context, async () => {
      const app = platform.appOf(store);
      const answer = await answerTokenRequest(request, store, app, platform.clock.now());
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
