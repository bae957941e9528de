import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Refuses bodies of more bytes, also where nobody was asked yet who they are from. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => context.json({ message: 'The request is too large.' }, 413),
  });
  return (context, next) => {
    const { raw } = context.req;
    // What doesn't say how long it is gets counted and copied, as does a DELETE without a body; the HTTP server's own Request can't be.
    const isCounted = raw.headers.has('Transfer-Encoding') || !raw.headers.has('Content-Length');
    if (raw.body !== null && isCounted) {
      const { url, method, headers, body, signal } = raw;
      context.req.raw = new Request(url, { method, headers, body, signal, duplex: 'half' });
    }
    return limit(context, next);
  };
}
