import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { authenticateMerchant, type Merchant } from '../auth/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';

type Asked = Merchant & Pick<LoaderFunctionArgs, 'params'>;

type Sent = Asked & {
  method: string;
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
};

type Options = {
  /** The methods that the action takes; POST by default. */
  methods?: readonly string[];
};

/** The loader of a resource route: hands a GET on with the query of its address, and answers 400 where the schema refuses it. */
export function resourceLoader<Schema extends z.ZodType>(
  schema: Schema,
  call: (asked: Asked & { query: z.output<Schema> }) => Promise<unknown>,
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Response> => {
    const merchant = await authenticateMerchant(request);
    const query = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) return refused(query.error);
    return answerOf(() => call({ ...merchant, params, query: query.data }));
  };
}

/** The action of a resource route: hands JSON on, and answers 405 for another method and 400 where the schema refuses the body. */
export function resourceAction<Schema extends z.ZodType>(
  schema: Schema,
  call: (sent: Sent & { body: z.output<Schema> }) => Promise<unknown>,
  { methods = ['POST'] }: Options = {},
) {
  return async ({ request, params }: ActionFunctionArgs): Promise<Response> => {
    const merchant = await authenticateMerchant(request);
    const { method } = request;
    if (!methods.includes(method)) return new Response(null, { status: 405 });
    const body = schema.safeParse(await request.json().catch(() => undefined));
    if (!body.success) return refused(body.error);
    const sent = { ...merchant, params, method, ...conditionsOf(request) };
    return answerOf(() => call({ ...sent, body: body.data }));
  };
}

/** The action of a resource route that hands a body on as it comes in. */
export function streamingAction(
  call: (sent: Pick<Sent, 'client' | 'idempotencyKey'> & { request: Request }) => Promise<unknown>,
) {
  return async ({ request }: ActionFunctionArgs): Promise<Response> => {
    const { client } = await authenticateMerchant(request);
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    return answerOf(() => call({ client, request, ...conditionsOf(request) }));
  };
}

/** Of a route that takes neither a query nor a body. */
export const nothing = z.unknown();

function conditionsOf({ headers }: Request) {
  return {
    idempotencyKey: headers.get(idempotencyKeyHeader) ?? undefined,
    ifMatch: headers.get('If-Match') ?? undefined,
  };
}

function refused({ issues }: z.ZodError): Response {
  return Response.json({ message: issues[0]?.message }, { status: 400 });
}

async function answerOf(call: () => Promise<unknown>): Promise<Response> {
  try {
    const answer = await call();
    return answer instanceof Response ? answer : Response.json(answer);
  } catch (error) {
    return failureResponse(error);
  }
}
