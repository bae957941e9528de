import { apiPrefix } from '#contract/endpoints.ts';
import { magicLinkSchema } from '#contract/magic-link.ts';
import { openedPortalSessionSchema } from '#contract/portal.ts';
import { type Answer, bodyOf, type Caller } from './service-in-test.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36';

/** The token in the link that the shop's merchant gets for a page of the portal. */
export async function magicLinkToken(service: Caller, shop: string, path = '/'): Promise<string> {
  const answer = await service.call(shop, 'POST', '/vendor/magic-link', { body: { path } });
  const { url } = bodyOf(answer, magicLinkSchema, 201);
  return new URL(url).searchParams.get('token') ?? '';
}

/** Opens a magic link as the app does for a browser. */
export async function openMagicLink(
  service: Caller,
  token: string,
  more: { endedToken?: string } = {},
): Promise<Answer> {
  return await service.request(`${apiPrefix}/portal/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, userAgent, ...more }),
  });
}

/** The token of a new portal session of the shop. */
export async function openPortal(service: Caller, shop: string): Promise<string> {
  const answer = await openMagicLink(service, await magicLinkToken(service, shop));
  return bodyOf(answer, openedPortalSessionSchema, 201).sessionToken;
}

/** A request of the portal, with the token of its session. */
export async function askPortal(
  service: Caller,
  sessionToken: string,
  path: string,
  method = 'GET',
): Promise<Answer> {
  return await service.request(apiPrefix + path, {
    method,
    headers: { Authorization: `Bearer ${sessionToken}` },
  });
}
