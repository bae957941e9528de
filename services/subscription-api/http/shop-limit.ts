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
  /** Extra requests within 10 s, for a shop that starts with many at once. */
  burst?: number;
};

/** Counts per second, so that a refused shop can soon go on. */
export function usualLimit(requests: number): Limit {
  return { requests, seconds: 1, burst: 5 * requests };
}

/** The limit of GraphQL, for a shop that may send so many requests a second of all kinds. */
export function graphqlLimit(requests: number): Limit {
  const share = requests / usualShopRequests;
  return { requests: Math.ceil(graphqlLimits.requests * share), seconds: 10 };
}

/** Limits each shop's requests in this process. Beyond the limit it answers 429 with `Retry-After`. */
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
