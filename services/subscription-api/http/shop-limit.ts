import type { MiddlewareHandler } from 'hono';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { errorTexts } from '#contract/errors.ts';
import { graphqlLimits } from '#contract/graphql.ts';
import { usualShopRequests } from '#process/environment.ts';
import { ServiceError } from '../service-error.ts';
import type { RequestVariables } from './endpoint-routes.ts';

type Limit = {
  requests: number;
  seconds: number;
  /** So many more within 10 s, for who begins with much at once. */
  burst?: number;
};

/** So many a second. A second is short, so that who is refused soon goes on. */
export function usualLimit(requests: number): Limit {
  return { requests, seconds: 1, burst: 5 * requests };
}

/** Of GraphQL, where a shop has so many requests a second of all kinds. */
export function graphqlLimit(requests: number): Limit {
  const share = requests / usualShopRequests;
  return { requests: Math.ceil(graphqlLimits.requests * share), seconds: 10 };
}

/** At most so many requests of a shop within so many seconds, in this process; beyond it 429 with `Retry-After`. */
export function shopLimit({
  requests,
  seconds,
  burst = 0,
}: Limit): MiddlewareHandler<RequestVariables> {
  const even = new RateLimiterMemory({ points: requests, duration: seconds });
  const more = new RateLimiterMemory({ points: burst, duration: 10 });
  const limiter = burst === 0 ? even : new BurstyRateLimiter(even, more);
  return async (context, next) => {
    const { shop } = context.get('caller');
    try {
      await limiter.consume(shop);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const milliseconds = refusal.msBeforeNext;
      context.get('logger').warn({ shop, milliseconds }, 'too many requests of a shop');
      const envelope = { message: errorTexts.tooManyRequests };
      throw new ServiceError('throttled', envelope, undefined, milliseconds);
    }
    await next();
  };
}
