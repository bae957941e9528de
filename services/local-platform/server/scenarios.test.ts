import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueToken } from '../oauth/access-tokens.ts';
import { accounts } from '../shipstation/accounts.ts';
import { shop, storeOf, temporaryFolder, testPlatform } from '../test-platform.ts';
import { createAdminSite } from './admin-site.ts';
import { createBackend } from './backend.ts';
import { faultSchema } from './faults.ts';
import { scenarios } from './scenarios.ts';

const otherShop = 'first-crack.myshopify.com';
const listSchema = z.object({
  scenarios: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      sentence: z.string().regex(/^[A-Z].*\.$/),
      service: z.enum(['shipstation', 'platform']),
      on: z.array(z.object({ shop: z.string().nullable(), times: z.number().nullable() })),
    }),
  ),
});

function setUp() {
  const platform = testPlatform();
  platform.adminUrl = 'https://admin.localhost:4443';
  const site = createAdminSite(platform, temporaryFolder());
  const backend = createBackend(platform);
  const qa = async (method: string, path: string, body?: object) => {
    const response = await site.request(`${platform.adminUrl}/qa${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const isOn = async () => {
    const answer = listSchema.parse((await qa('GET', '/scenarios')).body);
    return Object.fromEntries(
      answer.scenarios.filter(({ on }) => on.length > 0).map(({ name, on }) => [name, on]),
    );
  };
  const graphql = (domain = shop) => {
    const token = issueToken(storeOf(platform, domain), 'expiring', platform.machineClock.now());
    return backend.request(`/${domain}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      body: JSON.stringify({ query: '{ shop { name } }' }),
      headers: {
        'Content-Type': 'application/json',
        'X-Shopify-Access-Token': token.accessToken,
      },
    });
  };
  const shipStation = (path = '/stores', body?: unknown, account = accounts[0]) =>
    backend.request(`/shipstation${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { Authorization: `Basic ${btoa(`${account.key}:${account.secret}`)}` },
    });
  return { platform, site, qa, isOn, graphql, shipStation };
}

const order = (number: number) => ({
  orderNumber: `#${number}`,
  orderKey: `order-${number}`,
  orderDate: '2026-11-01T08:00:00Z',
  orderStatus: 'awaiting_shipment',
  billTo: { name: 'Ada' },
  shipTo: { name: 'Ada', street1: '1 Roast Way', country: 'US' },
});

describe('/qa/scenarios', () => {
  it('lists every scenario with a sentence, all of them off', async () => {
    const { qa, isOn } = setUp();
    const { scenarios: listed } = listSchema.parse((await qa('GET', '/scenarios')).body);
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(scenarios));
    expect(await isOn()).toEqual({});
  });

  it('begins and ends them, and says what is on', async () => {
    const { qa, isOn } = setUp();
    expect((await qa('POST', '/scenarios/shipstation-down')).status).toBe(200);
    await qa('POST', '/scenarios/platform-throttled', { shop, times: 3 });
    expect(await isOn()).toEqual({
      'shipstation-down': [{ shop: null, times: null }],
      'platform-throttled': [{ shop, times: 3 }],
    });
    await qa('DELETE', '/scenarios/shipstation-down');
    expect(Object.keys(await isOn())).toEqual(['platform-throttled']);
    await qa('POST', '/scenarios/shipstation-slow');
    await qa('DELETE', '/scenarios');
    expect(await isOn()).toEqual({});
  });

  it('puts a scenario in place of another of the same service and shop', async () => {
    const { qa, isOn } = setUp();
    await qa('POST', '/scenarios/shipstation-down');
    await qa('POST', '/scenarios/shipstation-429', { shop });
    await qa('POST', '/scenarios/shipstation-slow');
    expect(Object.keys(await isOn())).toEqual(['shipstation-429', 'shipstation-slow']);
  });

  it.each([
    ['POST', '/scenarios/nothing'],
    ['POST', '/scenarios/constructor'],
    ['DELETE', '/scenarios/nothing'],
  ])('answers %s %s with 404 and the list', async (method, path) => {
    const { status, body } = await setUp().qa(method, path);
    expect(status).toBe(404);
    expect(listSchema.parse(body).scenarios).toHaveLength(Object.keys(scenarios).length);
    expect(body).toMatchObject({ message: expect.stringContaining('shipstation-rejects-some') });
  });

  it.each<[object, number]>([
    [{ times: 0 }, 400],
    [{ shops: shop }, 400],
    [{ shop: 'nowhere.myshopify.com' }, 404],
  ])('refuses %j', async (body, status) => {
    const { qa, isOn } = setUp();
    expect((await qa('POST', '/scenarios/shipstation-down', body)).status).toBe(status);
    expect(await isOn()).toEqual({});
  });

  it('obeys no other site', async () => {
    const { site, platform, isOn } = setUp();
    const answer = await site.request(`${platform.adminUrl}/qa/scenarios/shipstation-down`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(await isOn()).toEqual({});
  });
});

describe('a scenario', () => {
  it('lasts until it is ended, and goes with a reset', async () => {
    const { qa, platform, graphql, shipStation } = setUp();
    await qa('POST', '/scenarios/platform-500-html');
    for (const call of [graphql(), graphql()]) expect((await call).status).toBe(500);
    expect((await shipStation()).status).toBe(200);
    await qa('DELETE', '/scenarios');
    expect((await graphql()).status).toBe(200);
    await qa('POST', '/scenarios/platform-500-html');
    platform.reset();
    expect((await graphql()).status).toBe(200);
  });

  it('ends with the calls that it is for', async () => {
    const { qa, isOn, shipStation } = setUp();
    await qa('POST', '/scenarios/shipstation-429', { times: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await shipStation()).status);
    expect(statuses).toEqual([429, 429, 200]);
    expect(await isOn()).toEqual({});
  });

  it('hits the calls of its shop alone, of the platform and of ShipStation', async () => {
    const { qa, graphql, shipStation } = setUp();
    await qa('POST', '/scenarios/platform-500-html', { shop });
    await qa('POST', '/scenarios/shipstation-401', { shop });
    expect((await graphql()).status).toBe(500);
    expect((await shipStation()).status).toBe(401);
    expect((await graphql(otherShop)).status).toBe(200);
    expect((await shipStation('/stores', undefined, accounts[1])).status).toBe(200);
  });

  it('of one shop goes before one of all shops, and a fault before both', async () => {
    const { qa, platform, shipStation } = setUp();
    await qa('POST', '/scenarios/shipstation-401');
    await qa('POST', '/scenarios/shipstation-429', { shop, times: 1 });
    platform.faults.add(
      faultSchema.parse({ kind: 'status', status: 503, operation: 'shipstation' }),
    );
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await shipStation()).status);
    expect(statuses).toEqual([503, 429, 401]);
  });

  it('rejects the same orders each time, and takes the others', async () => {
    const { qa, shipStation } = setUp();
    await qa('POST', '/scenarios/shipstation-rejects-some');
    const send = async () =>
      await (
        await shipStation('/orders/createorders', [order(1001), order(1002), order(1003)])
      ).json();
    const taken = { success: true, errorMessage: null };
    const refused = {
      success: false,
      errorMessage: 'The shipping address could not be validated.',
    };
    for (const answer of [await send(), await send()]) {
      expect(answer).toMatchObject({ hasErrors: true, results: [taken, refused, taken] });
    }
  });

  it.each([
    ['platform-throttled', 200, { errors: [{ extensions: { code: 'THROTTLED' } }] }],
    ['platform-token-revoked', 401, { errors: expect.stringContaining('Invalid API key') }],
    ['platform-shop-frozen', 402, { errors: 'Unavailable Shop' }],
    ['platform-shop-forbidden', 403, { errors: 'Forbidden' }],
    ['platform-shop-gone', 404, { errors: 'Not Found' }],
    ['platform-shop-locked', 423, { errors: 'Locked' }],
    ['platform-nonsense', 200, '<html>'],
    ['platform-500-html', 500, '<html>'],
  ])('%s answers as it says', async (name, status, answered) => {
    const { qa, graphql } = setUp();
    await qa('POST', `/scenarios/${name}`);
    const answer = await graphql();
    expect(answer.status).toBe(status);
    const text = await answer.text();
    if (typeof answered === 'string') expect(text).toContain(answered);
    else expect(JSON.parse(text)).toMatchObject(answered);
  });

  it('that is slow does the work, late', async () => {
    const { qa, graphql, shipStation } = setUp();
    const delayMilliseconds = 40;
    await qa('POST', '/scenarios/platform-slow', { delayMilliseconds });
    await qa('POST', '/scenarios/shipstation-slow', { delayMilliseconds });
    for (const call of [graphql, shipStation]) {
      const started = performance.now();
      expect((await call()).status).toBe(200);
      expect(performance.now() - started).toBeGreaterThanOrEqual(delayMilliseconds - 5);
    }
  });
});
