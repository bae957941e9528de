import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { issueToken } from '../oauth/access-tokens.ts';
import { apiKey, apiSecret, shop, storeOf, testPlatform } from '../test-platform.ts';
import { createBackend } from './backend.ts';
import type { FaultInput } from './faults.ts';

const address = `/${shop}/admin/api/2026-10/graphql.json`;
const createQuery = `mutation CreateGroup($input: SellingPlanGroupInput!) { made: sellingPlanGroupCreate(input: $input) { sellingPlanGroup { id } userErrors { field message code } } }`;
const cycle = { recurring: { interval: 'WEEK', intervalCount: 1 } };
const input = {
  name: 'New group',
  options: ['Frequency'],
  sellingPlansToCreate: [
    {
      name: 'Weekly',
      options: ['Weekly'],
      billingPolicy: cycle,
      deliveryPolicy: cycle,
      pricingPolicies: [],
    },
  ],
};

function setUp() {
  const platform = testPlatform();
  const backend = createBackend(platform);
  const store = storeOf(platform);
  const { accessToken } = issueToken(store, 'expiring', platform.machineClock.now());
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    backend.request(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  return {
    platform,
    backend,
    store,
    post,
    graphql: (query: string, variables: object = {}, token = accessToken) =>
      post(address, { query, variables }, { 'X-Shopify-Access-Token': token }),
    fault: async (fault: FaultInput) => {
      const answer = await post('/control/faults', fault);
      expect(answer.status).toBe(200);
    },
  };
}

describe('the Admin API', () => {
  it('answers with data', async () => {
    const { graphql } = setUp();
    const answer = await graphql('query Name { shop { name } }');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { shop: { name: 'Roast & Ritual' } } });
  });

  it.each(['', 'shpat_unknown'])('refuses the access token %j', async (token) => {
    const { graphql } = setUp();
    const answer = await graphql('{ shop { name } }', {}, token);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
    });
  });

  it("refuses another store's token", async () => {
    const { graphql, platform } = setUp();
    const other = storeOf(platform, 'first-crack.myshopify.com');
    const { accessToken } = issueToken(other, 'expiring', platform.machineClock.now());
    expect((await graphql('{ shop { name } }', {}, accessToken)).status).toBe(401);
  });

  it.each<[string, string, number]>([
    ['another version', `/${shop}/admin/api/2024-01/graphql.json`, 404],
    ['an unknown store', '/nowhere.myshopify.com/admin/api/2026-10/graphql.json', 404],
    ['no operation', address, 400],
  ])('refuses %s', async (_, path, status) => {
    const { post, store, platform } = setUp();
    const { accessToken } = issueToken(store, 'expiring', platform.machineClock.now());
    const answer = await post(path, '{}', { 'X-Shopify-Access-Token': accessToken });
    expect(answer.status).toBe(status);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { Origin: 'https://evil.example' }],
    ['a browser', { 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses %s', async (_, headers) => {
    const { post } = setUp();
    expect((await post('/control/reset', {}, headers)).status).toBe(403);
  });

  it('refuses a name that points at this machine', async () => {
    const { backend } = setUp();
    expect(
      (await backend.request('http://evil.example/control/reset', { method: 'POST' })).status,
    ).toBe(403);
  });
});

describe('control', () => {
  it('has a store throttled whose points are used up, until they are restored', async () => {
    const { graphql, post, platform } = setUp();
    const ask = async () => {
      const answer: unknown = await (await graphql('{ shop { name } }')).json();
      return answer;
    };
    const left = (currentlyAvailable: number) => ({
      extensions: { cost: { requestedQueryCost: 1, throttleStatus: { currentlyAvailable } } },
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await post('/control/points', { shop, maximumAvailable: 2.5, restoreRate: 1 });
    expect(await ask()).toMatchObject({ data: { shop: {} }, ...left(1) });
    expect(await ask()).toMatchObject(left(0));
    const errors = [{ extensions: { code: 'THROTTLED' } }];
    expect(await ask()).toMatchObject({ errors, ...left(0) });
    platform.machineClock.setOffset(0.5);
    expect(await ask()).toMatchObject({ data: { shop: {} }, ...left(0) });
  });

  it.each<[string, FaultInput, number, unknown]>([
    ['a status', { kind: 'status', status: 503, body: 'Down' }, 503, 'Down'],
    ['garbage', { kind: 'garbage', body: '<html>' }, 200, '<html>'],
    [
      'throttling',
      { kind: 'throttled' },
      200,
      { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] },
    ],
    [
      'errors',
      { kind: 'errors', errors: [{ message: 'Oh no' }] },
      200,
      { errors: [{ message: 'Oh no' }] },
    ],
    [
      'user errors',
      {
        kind: 'userErrors',
        userErrors: [{ field: ['input', 'name'], message: 'Name is odd', code: 'INVALID' }],
      },
      200,
      {
        data: {
          made: {
            sellingPlanGroup: null,
            userErrors: [{ field: ['input', 'name'], message: 'Name is odd', code: 'INVALID' }],
          },
        },
      },
    ],
  ])('makes a call fail with %s, once, and does nothing', async (_, fault, status, body) => {
    const { graphql, fault: add, store } = setUp();
    await add({ ...fault, operation: 'sellingPlanGroupCreate' });
    expect((await graphql('{ shop { name } }')).status).toBe(200);
    const failed = await graphql(createQuery, { input });
    expect(failed.status).toBe(status);
    const text = await failed.text();
    if (typeof body === 'string') expect(text).toBe(body);
    else expect(JSON.parse(text)).toMatchObject(Object(body));
    expect(store.tables.groups.size).toBe(4);
    expect(await (await graphql(createQuery, { input })).json()).toMatchObject({
      data: { made: { userErrors: [] } },
    });
    expect(store.tables.groups.size).toBe(5);
  });

  it('can lose the answer of a call that was carried out', async () => {
    const { graphql, fault, store } = setUp();
    await fault({ kind: 'status', status: 502, operation: 'CreateGroup', afterExecution: true });
    expect((await graphql(createQuery, { input })).status).toBe(502);
    expect(store.tables.groups.size).toBe(5);
  });

  it('can carry a call out late, once', async () => {
    const { graphql, fault, store } = setUp();
    await fault({
      kind: 'delay',
      delayMilliseconds: 20,
      operation: 'CreateGroup',
      afterExecution: true,
    });
    expect(await (await graphql(createQuery, { input })).json()).toMatchObject({
      data: { made: { userErrors: [] } },
    });
    expect(store.tables.groups.size).toBe(5);
  });

  it('can refuse a call beside its data', async () => {
    const { graphql, fault, store } = setUp();
    const denied = { message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } };
    await fault({ kind: 'errors', errors: [denied], withData: true, operation: 'CreateGroup' });
    expect(await (await graphql(createQuery, { input })).json()).toMatchObject({
      data: { made: { sellingPlanGroup: { id: expect.any(String) } } },
      errors: [denied],
    });
    expect(store.tables.groups.size).toBe(5);
  });

  it('can leave a part of an answer out', async () => {
    const { post, fault, store, platform } = setUp();
    const token = issueToken(store, 'expiring', platform.machineClock.now());
    await fault({ kind: 'omit', fields: ['expires_in'], operation: 'access_token' });
    const answer = await post(`/${shop}/admin/oauth/access_token`, {
      client_id: apiKey,
      client_secret: apiSecret,
      grant_type: 'refresh_token',
      refresh_token: token.refreshToken,
    });
    const answered: unknown = await answer.json();
    expect(answered).toMatchObject({ access_token: expect.any(String) });
    expect(answered).not.toHaveProperty('expires_in');
  });

  it('can delay a call', async () => {
    const { graphql, fault } = setUp();
    await fault({ kind: 'delay', delayMilliseconds: 60 });
    const started = performance.now();
    expect((await graphql('{ shop { name } }')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(50);
  });

  it('hits as many calls as told, of the store told', async () => {
    const { graphql, fault, post } = setUp();
    await fault({ kind: 'status', status: 500, times: 2, shop });
    await fault({ kind: 'status', status: 500, shop: 'first-crack.myshopify.com' });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await graphql('{ shop { name } }')).status);
    expect(statuses).toEqual([500, 500, 200]);
    await fault({ kind: 'status', status: 503, operation: 'access_token' });
    expect((await graphql('{ shop { name } }')).status).toBe(200);
    expect((await post(`/${shop}/admin/oauth/access_token`, {})).status).toBe(503);
    expect((await post(`/${shop}/admin/oauth/access_token`, {})).status).toBe(400);
  });

  it('says what is wrong with what it is told', async () => {
    const { post } = setUp();
    const answer = await post('/control/faults', { kind: 'status', status: 200 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('status') });
    expect((await post('/control/scopes', { shop: 'x', scopes: [] })).status).toBe(404);
  });

  it('changes what is granted, at once', async () => {
    const { post, graphql } = setUp();
    await post('/control/scopes', { shop, scopes: ['read_products'] });
    expect(
      await (await graphql('{ deliveryProfiles(first: 1) { nodes { id } } }')).json(),
    ).toMatchObject({
      errors: [{ extensions: { code: 'ACCESS_DENIED' } }],
    });
    expect(
      await (await graphql('{ currentAppInstallation { accessScopes { handle } } }')).json(),
    ).toMatchObject({
      data: { currentAppInstallation: { accessScopes: [{ handle: 'read_products' }] } },
    });
  });

  it('moves product time, which leaves tokens valid', async () => {
    const { post, graphql, platform, backend } = setUp();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const begun = platform.clock.now().getTime();
    expect((await post('/control/clock', { days: 30, hours: 1 })).status).toBe(200);
    const read = async () => await (await backend.request('/control/clock')).json();
    expect(await read()).toEqual({ now: platform.clock.now().toISOString() });
    expect(platform.clock.now().getTime() - begun).toBe((30 * 24 + 1) * 3_600_000);
    expect((await graphql('{ shop { name } }')).status).toBe(200);
    const back = await post('/control/clock', { to: '2020-01-01T00:00:00Z' });
    expect(back.status).toBe(400);
    expect(await back.json()).toEqual({ message: expect.stringContaining('only goes forward') });
    for (const body of [{}, { days: -1 }, { to: 'soon' }]) {
      expect((await post('/control/clock', body)).status).toBe(400);
    }
  });

  it('moves the time of tokens', async () => {
    const { post, graphql } = setUp();
    await post('/control/machine-clock', { offsetSeconds: 3700 });
    expect((await graphql('{ shop { name } }')).status).toBe(401);
  });

  it('counts calls', async () => {
    const { graphql, backend } = setUp();
    await graphql('query Name { shop { name } }');
    await graphql(createQuery, { input });
    const read = async () => await (await backend.request(`/control/requests?shop=${shop}`)).json();
    expect(await read()).toMatchObject([
      { shop, operation: 'Name', rootFields: ['shop'], status: 200 },
      { shop, operation: 'CreateGroup', rootFields: ['sellingPlanGroupCreate'], status: 200 },
    ]);
    await backend.request('/control/requests', { method: 'DELETE' });
    expect(await read()).toEqual([]);
  });

  it('goes back to the seed', async () => {
    const { post, graphql, fault, store, platform } = setUp();
    await graphql(createQuery, { input });
    await fault({ kind: 'status', status: 500 });
    await post('/control/clock', { days: 100 });
    await post('/control/reset', {});
    expect(platform.clock.isMoved).toBe(false);
    expect(store.tables.groups.size).toBe(4);
    // The reset removes tokens too, so the call gets 401 instead of the fault's 500.
    expect((await graphql('{ shop { name } }')).status).toBe(401);
  });

  it('makes stores large', async () => {
    const { post, store } = setUp();
    const answer = await post('/control/grow', {
      shop,
      products: 70,
      groups: 10,
      variantsInGroup: 250,
      profiles: 5,
    });
    expect(await answer.json()).toMatchObject({ groups: 10, profiles: 5 });
    expect(store.tables.variants.size).toBeGreaterThanOrEqual(250);
  });
});

it('opens as many small stores as it is told', async () => {
  const { platform, post } = setUp();
  const answer = await post('/control/stores', { count: 3 });
  const shops = [1, 2, 3].map((number) => `corner-coffee-${number}.myshopify.com`);
  expect(await answer.json()).toEqual({ shops });
  const ids = shops.map((shop) => platform.storeByDomain(shop)?.tables.products.all()[0]?.id);
  expect(new Set(ids).size).toBe(3);
  expect((await post('/control/stores', { count: 0 })).status).toBe(400);

  const [first] = platform.stores.filter(({ domain }) => shops.includes(domain));
  first?.transact((transaction) => transaction.updateShop({ name: 'Renamed' }));
  await post('/control/stores', { count: 4 });
  expect(platform.storeByDomain(shops[0] ?? '')).toBe(first);
  expect(platform.stores).toHaveLength(2 + 4);
  await post('/control/reset', {});
  expect(first?.shop.name).not.toBe('Renamed');
});
