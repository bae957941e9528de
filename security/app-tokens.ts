import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstCrack } from '#services/subscription-api/testing/service-in-test.ts';
import type { AppInTest, AppRoute } from './app-in-test.ts';
import { addressOf, dataAddress, documentQuery, userAgent } from './app-requests.ts';
import { badTokens, olderSecret, parties, tokenMaker } from './bad-tokens.ts';

/** Routes that ask for no session token, each with what it asks for in its place. */
const openRoutes = new Map([
  ['routes/auth.login', 'nothing: it only says where to go'],
  ['routes/auth.session-token', 'nothing: it fetches a token'],
  ['routes/webhooks', "the platform's signature"],
  ['routes/local.clock', "the local platform's signature, and local mode"],
  ['routes/unsubscribe', 'a sealed link, which names a customer'],
  ['routes/put-off', 'a sealed link, which names an order'],
  ['routes/subscription.contract.$id.order-now', "a scale's token, which the API checks"],
  ['routes/portal_.open', 'the token of a magic link'],
  ['routes/portal_.sign-out', "the portal's cookie, from a page of the portal"],
]);

/** What the platform signs when a merchant has granted something. */
function authorizationOf(shop: string): URLSearchParams {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const query = new URLSearchParams({ code: 'code', shop, timestamp });
  const hmac = createHmac('sha256', parties.apiSecret).update(query.toString()).digest('hex');
  query.set('hmac', hmac);
  return query;
}

const isPortal = ({ id }: AppRoute) => /^routes\/portal[._]/.test(id);

/** Bad session tokens at every route of the app. */
export function describeTokens(appOf: () => AppInTest): void {
  it('a token of an older secret opens data and documents', async () => {
    const token = await tokenMaker(parties).signed({ secret: olderSecret });
    // The platform would not take it: an access token must be there.
    const usual = await appOf().platform.sessionToken(firstCrack);
    for (const bearer of [usual, token]) {
      const headers = { Authorization: `Bearer ${bearer}` };
      expect(
        (await appOf().request('/resources/settings/requested-scope', { headers })).status,
      ).toBe(200);
    }
    const headers = { 'User-Agent': userAgent };
    const opened = await appOf().request(`/?${documentQuery(firstCrack, token)}`, { headers });
    expect(opened.status).toBe(200);
  });

  it('a frozen store that must be asked for an access token is told what to pay', async () => {
    const { platform, request } = appOf();
    const token = await platform.sessionToken(firstCrack);
    const headers = { Authorization: `Bearer ${token}`, 'User-Agent': userAgent };
    const dropped = await request(`/auth/shopify/callback?${authorizationOf(firstCrack)}`, {
      headers,
    });
    expect(dropped.status).toBe(204);
    const fault = { kind: 'status', status: 402, operation: 'access_token' } as const;
    platform.control.addFault({ ...fault, shop: firstCrack, times: 50 });
    const opened = await request(`/fixed-subscription?${documentQuery(firstCrack, token)}`, {
      headers: { 'User-Agent': userAgent },
    });
    const bad = await tokenMaker(parties).signed({ secret: 'another-secret' });
    const refused = await request('/resources/settings/requested-scope', {
      headers: { Authorization: `Bearer ${bad}` },
    });
    platform.control.clearFaults();
    expect(await opened.text()).toContain('Your store is frozen.');
    expect(refused.status).toBe(401);
  });

  describe('a token that proves nothing', () => {
    let tokens: ReadonlyMap<string, string>;
    beforeAll(async () => {
      tokens = await badTokens(parties);
      // The shop has an access token already: nothing is left to be refused by the platform.
      const token = await appOf().platform.sessionToken(firstCrack);
      const headers = { Authorization: `Bearer ${token}` };
      expect(
        (await appOf().request('/resources/settings/requested-scope', { headers })).status,
      ).toBe(200);
      appOf().platform.control.clearRequests();
      alreadyLogged = appOf().log().length;
    });
    let alreadyLogged = 0;
    const guarded = () => appOf().routes.filter(({ id }) => !openRoutes.has(id));

    /** Every answer that is none of the expected ones, in words. */
    const unexpected = async (
      asked: ReadonlyArray<{ what: string; path: string; init: RequestInit }>,
      isRefusal: (answer: Response) => boolean,
    ) => {
      const answers = asked.map(async ({ what, path, init }) => {
        const answer = await appOf().request(path, init);
        await answer.text();
        return isRefusal(answer) ? [] : [`${init.method} ${path} with ${what}: ${answer.status}`];
      });
      return (await Promise.all(answers)).flat();
    };

    it.each(['GET', 'POST', 'DELETE'])('opens no data and no action: %s', async (method) => {
      const asked = guarded().flatMap((route) => {
        const { loader, action } = route.module;
        if ((method === 'GET' ? loader : action) === undefined) return [];
        return Array.from(tokens, ([what, token]) => ({
          what,
          path: dataAddress(route),
          init: {
            method,
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            ...(method !== 'GET' && { body: '{}' }),
          },
        }));
      });
      expect(asked.length).toBeGreaterThan(20);
      const isRefusal = ({ status }: Response) => status === 401 || status === 403;
      expect(await unexpected(asked, isRefusal)).toEqual([]);
    });

    it('opens no document', async () => {
      const asked = guarded()
        .filter((route) => route.module.default !== undefined && !isPortal(route))
        .flatMap((route) =>
          Array.from(tokens, ([what, token]) => ({
            what,
            path: `${addressOf(route)}?${documentQuery(firstCrack, token)}`,
            init: { method: 'GET', headers: { 'User-Agent': userAgent } },
          })),
        );
      expect(asked.length).toBeGreaterThan(200);
      // Redirected to the page that fetches a fresh token, or to the one that says where to log in.
      const isRefusal = ({ status, headers }: Response) =>
        status === 302 && /^\/auth\/(session-token\?|login$)/.test(headers.get('Location') ?? '');
      expect(await unexpected(asked, isRefusal)).toEqual([]);
    });

    it('fetched for its document, does not send it for another one', async () => {
      const asked = Array.from(tokens, ([what, token]) => ({
        what,
        path: `/contact-us?${documentQuery(firstCrack, token)}&renewed=1`,
        init: { method: 'GET', headers: { 'User-Agent': userAgent } },
      }));
      const isRefusal = ({ status, headers }: Response) =>
        status === 401 || (status === 302 && headers.get('Location') === '/auth/login');
      expect(await unexpected(asked, isRefusal)).toEqual([]);
    });

    it('has nothing asked of the platform, nor of the API', () => {
      expect(appOf().platform.control.requests()).toEqual([]);
      expect(appOf().log().slice(alreadyLogged)).not.toContain('"msg":"request"');
    });
  });
}
