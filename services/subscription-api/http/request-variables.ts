import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import type { Caller } from './authentication.ts';

/** What the middleware puts on each request. */
export type RequestVariables = {
  Variables: { requestId: string; logger: Logger; caller: Caller };
};

/** The context of a verified request's shop. */
export function contextOf(
  context: Context<RequestVariables>,
  dependencies: SubscriptionApiDependencies,
): ShopContext {
  const { shop, sessionToken } = context.get('caller');
  return shopContextOf(dependencies, shop, {
    sessionToken,
    signal: context.req.raw.signal,
    logger: context.get('logger'),
  });
}
