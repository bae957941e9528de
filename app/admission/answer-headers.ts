import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Headers of every answer: nothing is sniffed, no address is told to other sites, and browsers keep to https unless the
 * answer is `local`. Who may frame a document is said by its Content-Security-Policy.
 */
export function securedAnswers({ local }: { local: boolean }): MiddlewareHandler {
  return secureHeaders({
    xFrameOptions: false,
    strictTransportSecurity: local ? false : 'max-age=31536000',
  });
}

/** For everything but files: no browser and no proxy keeps a merchant's data. */
export const unstoredAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
};

/** The same headers for where Remix runs on another server, as in development. */
export function secureAnswer(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cache-Control', 'no-store');
}
