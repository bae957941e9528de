import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { portalPath } from '#contract/portal-paths.ts';
import { putOffPath } from '#contract/scale-paths.ts';
import { unsubscribePath } from '#contract/unsubscribe.ts';

/** Whether an address is the vendor portal's. */
function isInPortal(pathname: string): boolean {
  return pathname === portalPath || pathname.startsWith(`${portalPath}/`);
}

/** Whether an address is a page for people who aren't in Shopify's admin: the portal, and what a customer gets by a mail's link. */
export function isOutsideOfAdmin(pathname: string): boolean {
  return isInPortal(pathname) || pathname === putOffPath;
}

/**
 * Other sites never get the referrer. The pages outside of the admin do: without it a browser posts a form with `Origin: null`, which
 * Remix refuses.
 */
function referrerPolicyAt(pathname: string) {
  const isShown = isOutsideOfAdmin(pathname) || pathname === unsubscribePath;
  return isShown ? 'same-origin' : 'no-referrer';
}

/**
 * Headers of every answer: no sniffing, no referrer for other sites, and https only unless it is `local`. A document's
 * Content-Security-Policy says who may frame it.
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
