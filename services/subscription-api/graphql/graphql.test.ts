import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { graphqlAnswerSchema, graphqlLimits } from '#contract/graphql.ts';
import type { FaultInput } from '#services/local-platform/testing.ts';
import { approveVendor } from '../shop/vendor.ts';
import { vendorTable } from '../store/schema.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';

/** The query of the specification, §7. */
const products = `query products($query: String!) {
  products(first: 200, query: $query) { nodes { id title featuredImage { originalSrc } } }
}`;

// The endpoint stores nothing, so one kind of database is enough.
describe('POST /api/graphql', () => {
  const service = serviceForSuite('PGlite');
  const control = () => service.platform.control;

  beforeAll(async () => {
    for (const shop of [roastAndRitual, firstCrack]) {
      await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    }
  });
  afterEach(() => control().clearFaults());

  const ask = (query: string, more: object = {}, shop = roastAndRitual) =>
    service.call(shop, 'POST', '/api/graphql', { body: { query, ...more } });
  const dataOf = async (...request: Parameters<typeof ask>) =>
    bodyOf(await ask(...request), graphqlAnswerSchema).data;
  it('answers what the platform refuses in a query for the field of the query', async () => {
    const answer = await ask('{ shop { nothing } }');
    const message = expect.stringContaining('nothing');
    expect(answer).toMatchObject({
      status: 422,
      body: { message, fieldErrors: { query: [message] } },
    });
  });

  it('answers the products query of the specification, in one call of the platform', async () => {
    service.operations();
    const variables = { query: 'status:active AND -tag:rotating' };
    const data = await dataOf(products, { variables });
    expect(data.products).toMatchObject({
      nodes: expect.arrayContaining([
        {
          id: expect.stringMatching(/^gid:\/\/shopify\/Product\/\d+$/),
          title: expect.any(String),
          featuredImage: { originalSrc: expect.stringMatching(/^http/) },
        },
      ]),
    });
    expect(service.operations()).toEqual(['products']);
  });

  it('needs a session token', async () => {
    const body = JSON.stringify({ query: '{ shop { name } }' });
    const headers = { 'Content-Type': 'application/json' };
    const path = '/api/integrations/shopify/api/graphql';
    expect(await service.request(path, { method: 'POST', body, headers })).toMatchObject({
      status: 401,
    });
  });

  it('asks with the rights of the merchant, not with all that the app may', async () => {
    const customers = '{ customers(first: 1) { nodes { displayName } } }';
    await control().act(firstCrack, 'merchant-rights', { scopes: ['read_products'] });
    expect(await ask(customers, {}, firstCrack)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('doesn’t allow this') },
    });
    expect((await ask(products, { variables: { query: '' } }, firstCrack)).status).toBe(200);
    expect(await dataOf(customers)).toEqual({
      customers: { nodes: [{ displayName: expect.any(String) }] },
    });
  });

  it("answers each shop's own", async () => {
    const names = [
      await dataOf('{ shop { name } }'),
      await dataOf('{ shop { name } }', {}, firstCrack),
    ];
    expect(names).toEqual([
      { shop: { name: 'Roast & Ritual' } },
      { shop: { name: 'First Crack Coffee' } },
    ]);
  });

  it('holds a token of the merchant until the platform refuses it, and then gets another', async () => {
    await dataOf('{ shop { name } }');
    const revoked = { kind: 'status', status: 401, body: '{"errors":"no"}' } as const;
    control().addFault({ kind: 'status', status: 500, operation: 'access_token' });
    await dataOf('{ shop { name } }');
    control().clearFaults();
    control().addFault(revoked);
    expect(await dataOf('{ shop { name } }')).toEqual({ shop: { name: 'Roast & Ritual' } });
    control().addFault({ ...revoked, times: 2 });
    expect(await ask('{ shop { name } }')).toMatchObject({
      status: 401,
      body: { message: errorTexts.authorizeRequest },
    });
  });

  it('keeps and answers no token of it', async () => {
    const answer = await ask(
      '{ shop { name } currentAppInstallation { accessScopes { handle } } }',
    );
    expect(answer.status).toBe(200);
    expect(`${JSON.stringify(answer)}${service.log()}`).not.toMatch(/shp(at|ua|rt)_/);
    const sessions = await service.database.execute('select * from session');
    expect(JSON.stringify(sessions)).not.toContain('shpua_');
  });

  it.each([
    ['an empty query', { query: ' ' }, 422],
    ['a query of no text', { query: 1 }, 422],
    ['a query that is too long', { query: `{ shop { name } } #${'x'.repeat(10_000)}` }, 422],
    [
      'variables that are too deep',
      { query: '{ a }', variables: { a: JSON.parse('[[[[[[[[[[[1]]]]]]]]]]]') } },
      422,
    ],
    ['a request that is too large', { query: '{ a }', variables: { a: 'x'.repeat(20_000) } }, 413],
  ])('refuses %s', async (_, body, status) => {
    service.operations();
    expect((await service.call(roastAndRitual, 'POST', '/api/graphql', { body })).status).toBe(
      status,
    );
    expect(service.operations()).toEqual([]);
  });

  it('sends the operation that is named, with the fragments that it uses and nothing else', async () => {
    const query = `query A { shop { ...B } } query C { shop { id } }
      fragment B on Shop { name } fragment D on Shop { email }`;
    service.operations();
    expect(await dataOf(query, { operationName: 'A' })).toEqual({
      shop: { name: 'Roast & Ritual' },
    });
    expect(await dataOf('{ __typename shop { id } }')).toMatchObject({ shop: {} });
    expect(service.operations()).toEqual(['A', 'Merchant']);
  });

  it.each<[FaultInput, number]>([
    [{ kind: 'status', status: 500, body: '<html>Oh</html>' }, 502],
    [{ kind: 'garbage' }, 502],
    [
      {
        kind: 'errors',
        errors: [{ message: 'Oh', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      },
      502,
    ],
    [
      {
        kind: 'errors',
        errors: [{ message: 'Much', extensions: { code: 'MAX_COST_EXCEEDED' } }],
      },
      422,
    ],
  ])('says what the platform failed with, %j: %i', async (fault, status) => {
    control().addFault({ ...fault, shop: firstCrack });
    const answer = await ask('{ shop { name } }', {}, firstCrack);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toMatch(/html|Oh/);
  });

  it('is closed to a suspended vendor', async () => {
    await service.database.update(vendorTable).set({ status: 'suspended' });
    const answer = await ask('{ shop { name } }');
    await service.database.update(vendorTable).set({ status: 'active' });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'This is closed while your account is suspended.' },
    });
  });
});

describe('a shop that asks too often', () => {
  const service = serviceForSuite('PGlite');

  it('is told to wait, while the others go on', async () => {
    const ask = (shop: string) =>
      service.call(shop, 'POST', '/api/graphql', { body: { query: '{' } });
    const statuses: number[] = [];
    for (let asked = 0; asked <= graphqlLimits.requests; asked += 1) {
      statuses.push((await ask(roastAndRitual)).status);
    }
    expect(statuses.indexOf(429)).toBe(graphqlLimits.requests);
    expect((await ask(roastAndRitual)).headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await ask(firstCrack)).status).not.toBe(429);
    expect((await service.call(roastAndRitual, 'GET', '/vendor')).status).toBe(200);
  });

  describe('of an installation that gives it one request a second', () => {
    const frugal = serviceForSuite('PGlite', { variables: { SHOP_REQUESTS: '1' } });

    it.each([
      ['GraphQL', 'POST', '/api/graphql', 1],
      ['the rest', 'GET', '/vendor', 6],
    ])('is refused sooner: %s', async (_, method, path, most) => {
      const body = method === 'POST' ? { query: '{' } : undefined;
      const statuses = await Promise.all(
        Array.from({ length: 9 }, async () => {
          return (await frugal.call(firstCrack, method, path, { body })).status;
        }),
      );
      expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(most);
    });
  });
});
