import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Refuses larger bodies, before the sender is known. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => context.json({ message: 'The request is too large.' }, 413),
  });
  return (context, next) => {
    const { raw } = context.req;
    // Hono counts and copies a body without a length, which the HTTP server's own Request doesn't allow.
    const isCounted = raw.headers.has('Transfer-Encoding') || !raw.headers.has('Content-Length');
    if (raw.body !== null && isCounted) {
      const { url, method, headers, body, signal } = raw;
      context.req.raw = new Request(url, { method, headers, body, signal, duplex: 'half' });
    }
    return limit(context, next);
  };
}
