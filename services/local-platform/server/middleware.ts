import type { Env, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Logs each request with its path only, because query strings and headers carry tokens. */
export function logRequests<Environment extends Env>(
  logger: Logger,
  server: string,
): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const started = performance.now();
    await next();
    logger.debug(
      {
        server,
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        milliseconds: Math.round(performance.now() - started),
      },
      'request',
    );
  };
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Refuses requests that a web page might send, because the backend is for servers on this machine. */
export function refuseBrowsers<Environment extends Env>(): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const isLoopback = loopbackNames.includes(new URL(context.req.url).hostname);
    const isBrowser =
      context.req.header('Origin') !== undefined ||
      context.req.header('Sec-Fetch-Site') !== undefined;
    if (!isLoopback || isBrowser) {
      return context.json({ message: 'Only servers on this machine may call the backend.' }, 403);
    }
    await next();
  };
}

const adminNames = ['admin.localhost', ...loopbackNames];

/** Accepts only the admin's own pages: other sites have another origin, and DNS rebinding has another host. */
export function sameOriginOnly<Environment extends Env>(): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const url = new URL(context.req.url);
    const site = context.req.header('Sec-Fetch-Site');
    const origin = context.req.header('Origin');
    const trusted =
      adminNames.includes(url.hostname) &&
      (site === undefined || site === 'same-origin' || site === 'none') &&
      (origin === undefined || URL.parse(origin)?.host === url.host);
    if (!trusted) {
      return context.json({ message: 'Only the admin’s own pages may ask for this.' }, 403);
    }
    await next();
  };
}
