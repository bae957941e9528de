import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../authentication.ts';
import type { RequestContext, SubscriptionApiDependencies } from '../dependencies.ts';

/** What the middleware puts on each request. */
export interface RequestVariables {
  Variables: { requestId: string; logger: Logger; caller: Caller };
}

/** The context of a verified request, for everything below the routes. */
export function contextOf(
  context: Context<RequestVariables>,
  dependencies: SubscriptionApiDependencies,
): RequestContext {
  const { database, graphql, wait, now } = dependencies;
  return {
    database,
    graphql,
    wait,
    now,
    caller: context.get('caller'),
    logger: context.get('logger'),
  };
}
