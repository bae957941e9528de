import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Registry } from 'prom-client';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { readMetrics } from '../merchant/operator/metrics.ts';

/** Keeps several scrapers from querying the database more often than one would. */
const cachedMilliseconds = 10_000;

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Serves the metrics to callers with the token. Without a configured token, the route doesn't exist. */
export function metricsRoute(
  dependencies: Pick<
    SubscriptionApiDependencies,
    'database' | 'logger' | 'machineNow' | 'metricsToken' | 'now'
  >,
): MiddlewareHandler {
  const { metricsToken, machineNow, logger } = dependencies;
  let latest: { text: Promise<string>; until: number } | undefined;
  const read = (): Promise<string> => {
    const at = machineNow().getTime();
    if (latest === undefined || at >= latest.until) {
      const text = readMetrics(dependencies).then((metrics) => metrics.metrics());
      latest = { text, until: at + cachedMilliseconds };
      text.catch(() => {
        latest = undefined;
      });
    }
    return latest.text;
  };
  return async (context, next) => {
    if (metricsToken === undefined) return await next();
    const presented = context.req.header('Authorization') ?? '';
    if (!timingSafeEqual(digestOf(presented), digestOf(`Bearer ${metricsToken}`))) {
      context.header('WWW-Authenticate', 'Bearer');
      return context.json({ message: 'Not for you.' }, 401);
    }
    try {
      return context.body(await read(), 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE });
    } catch (error) {
      logger.error({ error }, 'the metrics could not be read');
      return context.json({ message: 'The metrics could not be read.' }, 503);
    }
  };
}
