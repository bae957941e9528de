import { createHash } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { portalSessionMilliseconds, portalTokenSchema } from '#contract/portal.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { portalShopCookie } from '../auth/portal-shop-cookie.ts';
import { environment } from '../environment.server.ts';

const secure = new URL(environment.appUrl).protocol === 'https:';
const prefix = secure ? '__Secure-cadence-portal' : 'cadence-portal';
const attributes = { secure, sameSite: 'lax', path: portalPath } as const;

// It holds only the token. The session is in the database, where it can be ended.
const cookie = createCookie(prefix, { ...attributes, httpOnly: true });

// Tells a page's scripts which session the browser has, and nothing that would open it.
const mark = createCookie(`${prefix}-mark`, attributes);

const shopCookie = portalShopCookie(environment);

const markBytes = 12;

/** The token of the portal session that the browser has. */
export async function portalTokenIn(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get('Cookie'));
  return portalTokenSchema.safeParse(value).data;
}

async function markCookieOf(token: string, maxAge: number): Promise<string> {
  const hash = createHash('sha256').update(`mark ${token}`).digest();
  return await mark.serialize(hash.subarray(0, markBytes).toString('hex'), { maxAge });
}

/** The part of `document.cookie` that shows the browser has the token's session, such as `name=value`. */
export async function portalMarkOf(token: string): Promise<string> {
  const [pair = ''] = (await markCookieOf(token, 0)).split(';');
  return pair;
}

/** The headers that give a browser its portal session. */
export async function keepPortalToken(token: string): Promise<Headers> {
  const maxAge = portalSessionMilliseconds / 1000;
  const headers = new Headers();
  headers.append('Set-Cookie', await cookie.serialize(token, { maxAge }));
  headers.append('Set-Cookie', await markCookieOf(token, maxAge));
  return headers;
}

/** The headers by which the browser says whose turn its requests take, where it doesn't yet. */
export async function keepPortalShop(request: Request, shop: string): Promise<Headers> {
  const headers = new Headers();
  if ((await shopCookie.shopIn(request)) !== shop) {
    headers.append('Set-Cookie', await shopCookie.keep(shop));
  }
  return headers;
}

/** The headers that take it away. */
export async function dropPortalToken(): Promise<Headers> {
  const headers = new Headers();
  headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  headers.append('Set-Cookie', await mark.serialize('', { maxAge: 0 }));
  headers.append('Set-Cookie', await shopCookie.drop());
  return headers;
}
