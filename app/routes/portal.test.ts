import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { subscriberExample } from '../testing/subscriber-example.ts';
import * as overview from './portal._index.tsx';
import * as anywhere from './portal.$.tsx';
import * as labels from './portal.labels.tsx';
import * as orders from './portal.orders.tsx';
import * as payouts from './portal.payouts.tsx';
import * as sessions from './portal.sessions/route.tsx';
import * as layout from './portal.tsx';
import * as customers from './portal.users._index.tsx';
import * as customer from './portal.users.$id.tsx';
import * as open from './portal_.open.tsx';
import * as signOut from './portal_.sign-out.tsx';

// The portal's routes with their cookie and their client, and the subscription API's answers.

const appUrl = 'https://cadence.example';
const { api, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

const token = 't'.repeat(43);
const newToken = 'n'.repeat(43);
const asked = () => api.mock.calls.map(([{ method, url }]) => `${method} ${new URL(url).pathname}`);
const portalApi = (path: string) => `/api/integrations/shopify/portal${path}`;

beforeEach(() => {
  api.mockReset();
  api.mockImplementation(async () => new Response(null, { status: 204 }));
});

type Asked = { body?: Record<string, string>; headers?: Record<string, string> };

function args(path: string, { body, headers = {} }: Asked = {}) {
  const request = new Request(appUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: new URLSearchParams(body) }),
  });
  return { request, params: {}, context: {} };
}

async function answerOf(asking: Promise<unknown>): Promise<Response> {
  const answer = await asking.catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error(`Not a response: ${answer}`);
  return answer;
}

/** The cookie of a browser that opened the portal, as it sends it back, and the cookie's attributes. */
async function openedBrowser() {
  api.mockImplementationOnce(async () =>
    Response.json(
      { sessionToken: newToken, path: '/users', expiresAt: '2026-11-21T18:00:00Z' },
      { status: 201 },
    ),
  );
  const answer = await answerOf(
    open.action(
      args('/portal/open', { body: { token }, headers: { 'Sec-Fetch-Site': 'same-origin' } }),
    ),
  );
  const [session = '', mark = ''] = answer.headers.getSetCookie();
  const [cookie = '', ...attributes] = session.split('; ');
  return { answer, cookie, attributes, mark: mark.split('; ') };
}

describe('a magic link', () => {
  it('is used up by nobody who only reads it', async () => {
    const answer = await answerOf(open.loader(args(`/portal/open?token=${token}`)));
    expect(await answer.json()).toEqual({ token, hasSession: false });
    expect(asked()).toEqual([]);
  });

  it('gives the browser a session in a cookie for the portal alone', async () => {
    const { answer, cookie, attributes, mark } = await openedBrowser();
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe('/portal/users');
    expect(cookie).toMatch(/^__Secure-cadence-portal=/);
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      'Max-Age=28800',
      'Path=/portal',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(mark[0]).toMatch(/^__Secure-cadence-portal-mark=/);
    expect(mark.join()).not.toContain(newToken);
    expect(mark.slice(1).sort()).toEqual(attributes.filter((name) => name !== 'HttpOnly'));
    expect(asked()).toEqual([`POST ${portalApi('/session')}`]);
    expect(api.mock.calls[0]?.[0].headers.has('Authorization')).toBe(false);
  });

  it('ends the session that the browser had before', async () => {
    const { cookie } = await openedBrowser();
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    await answerOf(open.action(args('/portal/open', { body: { token }, headers })));
    expect(await api.mock.calls[1]?.[0].json()).toMatchObject({ token, endedToken: newToken });
  });

  it('that is no good leads to a page that says so', async () => {
    api.mockResolvedValue(Response.json({ message: 'Used.' }, { status: 404 }));
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    for (const body of [{ token }, { token: 'nonsense' }]) {
      const answer = await answerOf(open.action(args('/portal/open', { body, headers })));
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ isRefused: true });
    }
  });
});

describe('another site', () => {
  it.each([
    ['open a magic link', open.action, '/portal/open'],
    ['sign a merchant out', signOut.action, '/portal/sign-out'],
    ['end sessions', sessions.action, '/portal/sessions'],
  ])("can't %s", async (_, action, path) => {
    const { cookie } = await openedBrowser();
    api.mockClear();
    const sites: Array<[string, string]> = [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Origin', 'https://evil.example'],
    ];
    for (const [name, site] of sites) {
      const headers = { Cookie: cookie, [name]: site };
      const answer = await answerOf(action(args(path, { body: { token }, headers })));
      expect(answer.status).toBe(403);
    }
    expect(asked()).toEqual([]);
  });
});

describe('a page of the portal', () => {
  const loaders = {
    layout,
    overview,
    anywhere,
    sessions,
    customers,
    customer,
    orders,
    labels,
    payouts,
  };

  it.each(Object.entries(loaders))('asks who is there: %s', async (_, { loader }) => {
    for (const cookie of ['', 'cadence-portal=x', '__Secure-cadence-portal=bm9uc2Vuc2U%3D']) {
      const answer = await answerOf(loader(args('/portal', { headers: { Cookie: cookie } })));
      expect(answer.status).toBe(401);
    }
    expect(asked()).toEqual([]);
  });

  it('proves its shop by the token of its session', async () => {
    const { cookie, mark } = await openedBrowser();
    const portal = {
      ...{ shop: 'a.myshopify.com', shopName: 'A' },
      subscribersUrl: 'https://admin.shopify.com/store/a/apps/key/customers',
    };
    api.mockResolvedValue(Response.json(portal));
    const answer = await answerOf(layout.loader(args('/portal', { headers: { Cookie: cookie } })));
    expect(await answer.json()).toEqual({
      ...portal,
      mark: mark[0],
    });
    expect(api.mock.calls[1]?.[0].headers.get('Authorization')).toBe(`Bearer ${newToken}`);
  });

  it.each(Object.entries({ layout, sessions, customers, customer, orders }))(
    'says that the session has ended: %s',
    async (_, { loader }) => {
      const { cookie } = await openedBrowser();
      const envelope = { message: errorTexts.authorizeRequest };
      api.mockImplementation(async () => Response.json(envelope, { status: 401 }));
      const answer = await answerOf(loader(args('/portal', { headers: { Cookie: cookie } })));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0');
    },
  );
});

describe('signing out', () => {
  const signOutBy = async (answer: Response) => {
    const { cookie } = await openedBrowser();
    api.mockResolvedValue(answer);
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    return await answerOf(signOut.action(args('/portal/sign-out', { body: {}, headers })));
  };

  it.each([
    ['ends the session', new Response(null, { status: 204 })],
    ['of a session that has ended is as good', Response.json({ message: '' }, { status: 401 })],
  ])('%s and takes the cookie away', async (_, api) => {
    const answer = await signOutBy(api);
    expect(answer.headers.get('Location')).toBe('/portal/sign-out');
    expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0');
  });

  it('twice, or without a session, ends where the first did', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const answer = await answerOf(signOut.action(args('/portal/sign-out', { body: {}, headers })));
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/portal/sign-out']);
    expect(asked()).toEqual([]);
  });

  it.each([
    ['one session', { id: 'x' }],
    ['all of them', {}],
  ])('of %s that failed is said above the list', async (_, body) => {
    const { cookie } = await openedBrowser();
    api.mockResolvedValue(Response.json({ message: 'Not now' }, { status: 503 }));
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    const answer = await answerOf(sessions.action(args('/portal/sessions', { body, headers })));
    expect([answer.status, await answer.json()]).toEqual([503, { failure: 'Not now' }]);
    expect(answer.headers.has('Set-Cookie')).toBe(false);
  });

  it('that failed leaves the cookie, to be tried again', async () => {
    const answer = await signOutBy(Response.json({ message: 'No' }, { status: 500 }));
    expect(answer.status).toBe(500);
    expect(answer.headers.has('Set-Cookie')).toBe(false);
  });

  it('of one browser in the list names it, of all of them none', async () => {
    const { cookie } = await openedBrowser();
    api.mockImplementation(async () => new Response(null, { status: 204 }));
    const id = '11111111-2222-4333-8444-555555555555';
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    const one = await answerOf(
      sessions.action(args('/portal/sessions', { body: { id }, headers })),
    );
    expect(one.headers.get('Location')).toBe('/portal/sessions');
    const all = await answerOf(sessions.action(args('/portal/sessions', { body: {}, headers })));
    expect(all.headers.get('Location')).toBe('/portal/sign-out');
    expect(all.headers.get('Set-Cookie')).toContain('Max-Age=0');
    expect(asked().slice(1)).toEqual([
      `DELETE ${portalApi(`/session/${id}`)}`,
      `POST ${portalApi('/sign-out-everywhere')}`,
    ]);
  });
});

describe('the lists of the portal', () => {
  const orderImport = {
    asOf: null,
    isImporting: true,
    hasFailed: false,
    hasAllOrders: true,
    orders: 0,
    timeZone: 'Europe/Berlin',
    unknownTimeZone: null,
    grantUrl: 'https://admin.test/',
    subscriptions: 'known',
  };
  const pageInfo = {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  };
  it.each([
    ['/portal/orders?query=ada', orders.loader, ['/order?kind=subscription&query=ada']],
    ['/portal/users?after=x', customers.loader, ['/customer?after=x']],
    [
      '/portal/users/7?customerId=8',
      customer.loader,
      ['/customer/7', '/order?customerId=7&kind=subscription'],
    ],
  ])(
    'of %s ask for what the address says, of their own customer only',
    async (path, loader, expected) => {
      const { cookie } = await openedBrowser();
      api.mockClear();
      api.mockImplementation(async () =>
        Response.json({
          orderImport,
          pageInfo,
          orders: [],
          customers: [],
          customer: subscriberExample,
        }),
      );
      const asking = { ...args(path, { headers: { Cookie: cookie } }), params: { id: '7' } };
      const answer = await answerOf(loader(asking));
      expect(await answer.json()).toMatchObject({ orderImport, items: [], failure: null });
      const addresses = api.mock.calls.map(([{ url }]) => {
        const { pathname, searchParams } = new URL(url);
        searchParams.sort();
        return (
          pathname.replace(portalApi(''), '') + (searchParams.size > 0 ? `?${searchParams}` : '')
        );
      });
      expect(addresses.sort()).toEqual(expected);
    },
  );

  it('are refused as the API refuses them, beside what it does not', async () => {
    const { cookie } = await openedBrowser();
    const headers = { 'Retry-After': '3' };
    api.mockImplementation(async ({ url }) =>
      new URL(url).pathname.endsWith('/order')
        ? Response.json({ message: errorTexts.tooManyRequests }, { status: 429, headers })
        : Response.json({ orderImport, customer: subscriberExample }),
    );
    const asking = args('/portal/users/7', { headers: { Cookie: cookie } });
    const answer = await answerOf(customer.loader({ ...asking, params: { id: '7' } }));
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '3']);
    expect(await answer.json()).toMatchObject({
      customer: subscriberExample,
      orderImport,
      items: [],
      failure: errorTexts.tooManyRequests,
    });
  });

  it('say why they could not be loaded', async () => {
    const { cookie } = await openedBrowser();
    api.mockImplementation(async () => Response.json({ message: 'No' }, { status: 400 }));
    const asking = args('/portal/orders', { headers: { Cookie: cookie } });
    expect(await (await answerOf(orders.loader(asking))).json()).toMatchObject({
      orderImport: null,
      items: [],
      failure: 'No',
    });
  });
});
