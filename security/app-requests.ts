import { magicLinkSchema } from '#contract/magic-link.ts';
import type { AppInTest, AppRoute } from './app-in-test.ts';

/** Remix answers some browsers' names with 410; this is a plain one. */
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36';

/** The address of a route with `id` in place of what differs. */
export function addressOf({ path }: AppRoute, id = '1'): string {
  return path.replaceAll(/:\w+/g, () => id).replace('*', 'nowhere');
}

/** A route's data, as the browser asks for it; a route without a component answers it at its own address. */
export function dataAddress(route: AppRoute, id = '1', search = ''): string {
  const query = new URLSearchParams(search);
  if (route.module.default !== undefined) query.set('_data', route.id);
  return `${addressOf(route, id)}?${query}`;
}

/** The query that the admin adds to the address of a document. */
export function documentQuery(shop: string, token: string): URLSearchParams {
  const handle = shop.split('.')[0] ?? '';
  const host = Buffer.from(`admin.localhost:4443/store/${handle}`).toString('base64');
  return new URLSearchParams({ embedded: '1', shop, host, id_token: token });
}

/** A session token of the shop, made anew before it is too old. */
export function tokenOf({ platform }: AppInTest, shop: string): () => Promise<string> {
  let token = '';
  let mintedAt = 0;
  return async () => {
    if (Date.now() - mintedAt > 30_000) {
      mintedAt = Date.now();
      token = await platform.sessionToken(shop);
    }
    return token;
  };
}

/** The cookies of a browser in which the merchant of an approved shop opened the vendor portal. */
export async function portalCookiesOf(
  { request }: AppInTest,
  sessionToken: string,
): Promise<string> {
  const asked = await request('/resources/magic-link', {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: '/' }),
  });
  const { url } = magicLinkSchema.parse(await asked.json());
  const opened = await request('/portal/open', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ token: new URL(url).searchParams.get('token') ?? '' }),
  });
  return opened.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
