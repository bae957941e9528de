import { shopOf } from '#contract/shop.ts';
import { environment } from '../environment.server.ts';
import { isOutsideOfAdmin, secureAnswer } from './answer-headers.ts';

/** App Bridge as the app store demands it: from the platform's own address, in every document's head. */
export const platformScript =
  environment.localPlatformUrl === undefined
    ? 'https://cdn.shopify.com/shopifycloud/app-bridge.js'
    : undefined;

/**
 * Headers of every document: scripts only with this answer's nonce, frames only in the shop's admin, those outside of the admin in none
 * and without anything of the platform's.
 * Polaris sets custom properties in style attributes, hence `unsafe-inline` for styles.
 */
export function setDocumentHeaders(headers: Headers, nonce: string, url: URL): void {
  const isOutside = isOutsideOfAdmin(url.pathname);
  const platform = platformScript && !isOutside ? ['https://cdn.shopify.com'] : [];
  const development = environment.mode === 'development' ? ['ws:', 'wss:'] : [];
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...platform],
    'style-src': ["'self'", "'unsafe-inline'", ...platform],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'", ...platform],
    'connect-src': [
      "'self'",
      ...(platformScript && !isOutside
        ? ['https://*.shopify.com', 'https://*.shopifysvc.com']
        : []),
      ...development,
    ],
    'frame-ancestors': isOutside ? ["'none'"] : framesOf(url),
  };
  const text = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  headers.set('Content-Security-Policy', text.join('; '));
  secureAnswer(headers, url);
}

function framesOf({ searchParams }: URL): string[] {
  const shop = shopOf(searchParams.get('shop'));
  const local = environment.localAdminUrl;
  return [
    ...(shop ? [`https://${shop}`] : []),
    'https://admin.shopify.com',
    ...(local ? [local] : []),
  ];
}
