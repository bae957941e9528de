import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import type { Endpoint, EndpointTable, Handlers } from '#contract/endpoint.ts';
import type { Deadline } from '../deadline.ts';
import type { OpenSession } from '../merchant/portal/sessions.ts';
import type { CallingScale } from '../merchant/scale/store.ts';
import { ServiceError } from '../service-error.ts';
import type { Caller } from './authentication.ts';
import { readInput } from './request-input.ts';

/** Extras that a caller in this process passes beside its request. They never come over the network. */
export type InProcess = {
  /** Receives a successful answer as a value. The response then has no body. */
  takeAnswer?: ((answer: unknown) => void) | undefined;
  /** Aborted when the caller stops waiting; replaces the request's own signal. */
  gone?: AbortSignal | undefined;
  /** The shop of the request's session token, if the caller has just verified the token. */
  verifiedShop?: string | undefined;
};

/** The middleware sets these on each request. */
export type RequestVariables = {
  Bindings: InProcess | undefined;
  Variables: {
    requestId: string;
    logger: Logger;
    deadline: Deadline;
    caller: Caller;
    /** Only on requests of the vendor portal. */
    portalSession: OpenSession;
    /** Only on requests of scales. */
    scale: CallingScale;
  };
};

function limitOf(endpoint: Endpoint) {
  return bodyLimit({
    maxSize: endpoint.maximumBytes,
    onError: () => {
      throw new ServiceError('too large', { message: endpoint.tooLarge });
    },
  });
}

/**
 * The routes of a table of endpoints. Each reads its request with the table's schemas, calls the handler of the same name and sends its answer.
 * `actorOf` makes the handlers' first argument.
 */
export function endpointRoutes<Table extends EndpointTable<keyof Table>, Actor>(
  table: Table,
  handlers: Handlers<Table, Actor>,
  actorOf: (context: Context<RequestVariables>) => Actor,
): Hono<RequestVariables> {
  const routes = new Hono<RequestVariables>();
  for (const name in table) {
    const endpoint = table[name];
    routes.on(endpoint.method, endpoint.path, limitOf(endpoint), async (context) => {
      const input = await readInput(context, endpoint);
      const answer = await handlers[name](actorOf(context), input);
      if (endpoint.status === 204) return context.body(null, 204);
      const takeAnswer = context.env?.takeAnswer;
      if (takeAnswer !== undefined) {
        takeAnswer(answer);
        return context.body(null, endpoint.status);
      }
      return context.body(JSON.stringify(answer), endpoint.status, {
        'Content-Type': 'application/json',
      });
    });
  }
  return routes;
}
