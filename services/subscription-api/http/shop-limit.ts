import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { errorTexts } from '#contract/errors.ts';
import type { RequestVariables } from './endpoint-routes.ts';

/** Sixty a second for ten seconds: far above what a store's staff can do by hand, below what a loop gone wild does. */
const usual = { requests: 600, seconds: 10 };

/** At most so many requests of a shop within so many seconds, in this process; beyond it 429 with `Retry-After`. */
export function shopLimit(limit = usual): MiddlewareHandler<RequestVariables> {
  const limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
  return async (context, next) => {
    const { shop } = context.get('caller');
    try {
      await limiter.consume(shop);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      context.get('logger').warn({ shop, seconds }, 'too many requests of a shop');
      context.header('Retry-After', String(seconds));
      return context.json({ message: errorTexts.tooManyRequests }, 429);
    }
    await next();
  };
}
