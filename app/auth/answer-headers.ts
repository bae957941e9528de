import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { portalPath } from '#contract/portal-paths.ts';

/** Whether an address is the vendor portal's. */
export function isInPortal(pathname: string): boolean {
  return pathname === portalPath || pathname.startsWith(`${portalPath}/`);
}

/**
 * No address is told to other sites. The portal's own pages are told it: without it browsers call them pages of nowhere where
 * they post a form, and Remix refuses those.
 */
function referrerPolicyAt(pathname: string) {
  return isInPortal(pathname) ? 'same-origin' : 'no-referrer';
}

/**
 * Headers of every answer: nothing is sniffed, no address is told to other sites, and browsers keep to https unless the
 * answer is `local`. Who may frame a document is said by its Content-Security-Policy.
 */
export function securedAnswers({ local }: { local: boolean }): MiddlewareHandler {
  return (context, next) =>
    secureHeaders({
      xFrameOptions: false,
      strictTransportSecurity: local ? false : 'max-age=31536000',
      referrerPolicy: referrerPolicyAt(context.req.path),
    })(context, next);
}

/** For everything but files: no browser and no proxy keeps a merchant's data. */
export const unstoredAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
};

/** The same headers for where Remix runs on another server, as in development. */
export function secureAnswer(headers: Headers, { pathname }: URL): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', referrerPolicyAt(pathname));
  headers.set('Cache-Control', 'no-store');
}
