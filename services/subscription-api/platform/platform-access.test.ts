import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { createLogger } from '#process/logger.ts';
import type { FaultInput } from '#services/local-platform/testing.ts';
import { sessionStorageIn } from '../sessions/encrypted-session-storage.ts';
import { shopName } from '../shop/documents.ts';
import { awaitLease } from '../store/lease.ts';
import { sessionTable } from '../store/schema.ts';
import { groupForm, groupPath } from '../testing/group-form.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import {
  bodyOf,
  firstCrack,
  roastAndRitual,
  type ServiceInTest,
} from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';
import { createAccessTokens } from './access-tokens.ts';

const serverError = {
  status: 502,
  body: { message: 'Oops, something went wrong. Please try again later or contact support.' },
};

async function exchangedToken(service: ServiceInTest): Promise<Record<string, unknown>> {
  const response = await fetch(
    `${service.platform.platformUrl}/${firstCrack}/admin/oauth/access_token`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_id: 'api-key',
        client_secret: 'api-secret',
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: await service.platform.sessionToken(firstCrack),
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
        expiring: '1',
      }),
    },
  );
  return z.record(z.string(), z.unknown()).parse(await response.json());
}

describe.each(usualDatabase)('access to the platform on %s', (kind) => {
  const service = serviceForSuite(kind, { timeoutMilliseconds: 2000 });
  beforeEach(async () => {
    service.platform.control.reset();
    service.setClockOffset(0);
    await service.database.delete(sessionTable);
  });

  const list = (shop = firstCrack) => service.call(shop, 'GET', groupPath);
  const create = () => service.call(firstCrack, 'POST', groupPath, { body: groupForm() });
  const sessions = async () => await service.database.select().from(sessionTable);

  /** Makes every later token request fail, so that a passing call shows that it needed none. */
  const closeTokenEndpoint = (times = 100): void =>
    service.platform.control.addFault({
      kind: 'status',
      status: 400,
      body: '{"error":"invalid_request"}',
      operation: 'access_token',
      times,
    });

  it('exchanges the session token once, and keeps only ciphertext', async () => {
    const answers = await Promise.all([list(), list(), list()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const [row, ...others] = await sessions();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: `offline_${firstCrack}`, shop: firstCrack });
    expect(row?.accessToken).toMatch(/^v1\./);
    expect(row?.refreshToken).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/shp[a-z]+_/);
    closeTokenEndpoint();
    expect((await list()).status).toBe(200);
  });

  it('keeps tokens and what merchants typed out of the log', async () => {
    const body = groupForm({ name: 'Very private name' });
    await service.call(firstCrack, 'POST', groupPath, { body });
    await service.call(firstCrack, 'GET', `${groupPath}?query=secret-search`);
    closeTokenEndpoint();
    await list(roastAndRitual);
    const log = service.log();
    expect(log).toContain('"path":"/api/integrations/shopify/subscription/selling-plan-group"');
    for (const secret of ['Bearer', 'eyJ', 'shpat_', 'shprt_', 'Very private', 'secret-search']) {
      expect(log).not.toContain(secret);
    }
  });

  it('refreshes a token that is about to expire', async () => {
    await list();
    const [before] = await sessions();
    service.setClockOffset(3600 - 30);
    const token = await service.platform.sessionToken(firstCrack);
    expect(token).not.toBe('');
    service.platform.control.setMachineClockOffset(3600 - 30);
    expect((await list()).status).toBe(200);
    const [after] = await sessions();
    expect(after?.accessToken).not.toBe(before?.accessToken);
    expect(after?.expires?.getTime()).toBeGreaterThanOrEqual(before?.expires?.getTime() ?? 0);
  });

  it.each([
    ['the moment of expiry', ['expires_in']],
    ['the life of the refresh token', ['refresh_token_expires_in']],
    ['anything but the token', ['expires_in', 'refresh_token', 'refresh_token_expires_in']],
  ])('keeps refreshing after an answer without %s', async (_, missing) => {
    await list();
    const [before] = await sessions();
    const answer = await exchangedToken(service);
    for (const name of missing) delete answer[name];
    service.platform.control.addFault({
      kind: 'garbage',
      body: JSON.stringify(answer),
      operation: 'access_token',
    });
    service.setClockOffset(3600 - 30);
    service.platform.control.setMachineClockOffset(3600 - 30);
    expect((await list()).status).toBe(200);
    const [taken] = await sessions();
    expect(taken?.accessToken).not.toBe(before?.accessToken);
    expect(taken?.expires).not.toBeNull();
    expect(taken?.refreshToken).not.toBeNull();

    service.setClockOffset(2 * 3600);
    service.platform.control.setMachineClockOffset(2 * 3600);
    expect((await list()).status).toBe(200);
    expect((await sessions())[0]?.accessToken).not.toBe(taken?.accessToken);
  });

  it('exchanges the session token where the refresh token is refused', async () => {
    await list();
    const [before] = await sessions();
    service.platform.control.reset();
    // The platform no longer knows the stored tokens, and for this service they are about to expire.
    await service.database.update(sessionTable).set({ expires: new Date(Date.now() + 30_000) });
    expect((await list()).status).toBe(200);
    expect((await sessions())[0]?.accessToken).not.toBe(before?.accessToken);
  });

  it('gets a new token where the platform refuses the stored one, and tries once more', async () => {
    await list();
    service.platform.control.reset();
    expect((await create()).status).toBe(201);
    service.platform.control.addFault({ kind: 'status', status: 401, times: 5 });
    service.operations();
    expect(await list()).toMatchObject({
      status: 401,
      body: { message: 'Failed to authorize request.' },
    });
  });

  it('counts a session that was encrypted with another key as none', async () => {
    await list();
    await service.database.update(sessionTable).set({ accessToken: 'v1.AAAA' });
    expect((await list()).status).toBe(200);
    await service.database.update(sessionTable).set({ accessToken: 'plain text' });
    expect((await list()).status).toBe(200);
  });

  it('says so when the platform accepts neither token', async () => {
    closeTokenEndpoint();
    expect(await list()).toMatchObject({
      status: 401,
      body: { message: 'Failed to authorize request.' },
    });
  });

  it('sends the merchant to grant what an operation needs, and lets all others work', async () => {
    service.platform.control.setScopes(firstCrack, ['read_products']);
    const scope = encodeURIComponent(accessScopes.join(','));
    const refused = {
      status: 401,
      body: {
        message: 'Update required',
        details: {
          url: `https://admin.localhost:4443/store/first-crack/oauth/authorize?scope=${scope}`,
        },
      },
    };
    expect((await list()).status).toBe(200);
    expect(await create()).toMatchObject(refused);
    expect((await list(roastAndRitual)).status).toBe(200);
    service.platform.control.setScopes(firstCrack, accessScopes);
    expect((await create()).status).toBe(201);
    service.platform.control.setScopes(firstCrack, ['write_products']);
    expect(await create()).toMatchObject(refused);
    expect((await list()).status).toBe(200);
  });

  it.each([
    [
      'frozen',
      402,
      402,
      'Your store is frozen. Pay its open bill in your store’s settings, then try again.',
    ],
    ['forbidden', 403, 423, 'Shopify doesn’t let Cadence into your store. Please contact support.'],
    ['gone', 404, 410, 'Shopify can’t find your store. Please contact support.'],
    ['locked', 423, 423, 'Shopify has locked your store for now. Please contact Shopify Support.'],
  ])(
    'says that the store is %s, whatever it is asked for',
    async (state, platformStatus, status, message) => {
      await list();
      service.platform.control.startScenario(`platform-shop-${state}`);
      for (const ask of [list, create]) {
        expect(await ask()).toMatchObject({ status, body: { message } });
      }
      const asked = service.contextOf(firstCrack).graphql(shopName, {});
      await expect(asked).rejects.toMatchObject({ kind: `shop ${state}` });
      service.platform.control.endScenarios();
      expect((await create()).status).toBe(201);

      // The same when it asks for an access token.
      const fault = { kind: 'status', status: platformStatus, operation: 'access_token' } as const;
      service.platform.control.addFault(fault);
      expect(await list(roastAndRitual)).toMatchObject({ status, body: { message } });
    },
  );

  it('takes SHOP_INACTIVE for a frozen store', async () => {
    await list();
    const errors = [{ message: 'inactive', extensions: { code: 'SHOP_INACTIVE' } }];
    service.platform.control.addFault({ kind: 'errors', errors });
    expect((await list()).status).toBe(402);
  });

  it('refreshes a token for work that outlives its session token', async () => {
    await list();
    const sessionToken = await service.platform.sessionToken(firstCrack);
    const tokens = createAccessTokens({
      sessionStorage: sessionStorageIn(service.database, service.environment.encryptionKeys),
      credentialsFor: () => ({ apiKey: 'api-key', apiSecrets: ['api-secret'] }),
      logger: createLogger({ level: 'silent', service: 'subscription-api' }),
      now: () => new Date(Date.now() + 90_000),
      wait: async () => {},
      // As if another process had the turn and hung.
      takeTurn: async () => null,
    });
    service.platform.control.setMachineClockOffset(90);
    const access = { shop: firstCrack, sessionToken };
    const { token: refused } = await tokens.get(access);
    expect((await tokens.renew(access, refused)).token).not.toBe(refused);
  });

  it('refreshes a token once, however many processes need it at a time', async () => {
    await list();
    await service.database.update(sessionTable).set({ expires: new Date(Date.now() + 30_000) });
    let requests = 0;
    const instances = [1, 2, 3].map(() =>
      createAccessTokens({
        sessionStorage: sessionStorageIn(service.database, service.environment.encryptionKeys),
        credentialsFor: () => {
          requests += 1;
          return { apiKey: 'api-key', apiSecrets: ['api-secret'] };
        },
        logger: createLogger({ level: 'silent', service: 'subscription-api' }),
        now: () => new Date(),
        wait,
        takeTurn: (shop) =>
          awaitLease(service.database, { shop, name: 'token refresh' }, () => 30_000, {
            wait,
            deadline: undefined,
            longestWait: 20_000,
          }),
      }),
    );
    const got = await Promise.all(instances.map((tokens) => tokens.get({ shop: firstCrack })));
    expect(new Set(got.map(({ token }) => token)).size).toBe(1);
    expect(requests).toBe(1);
  });

  it('does not send the merchant round in circles where nothing can be granted', async () => {
    service.platform.control.addFault({
      kind: 'errors',
      errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }],
      times: 2,
    });
    const answer = await list();
    expect(answer).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('doesn’t allow') },
    });
    expect(answer.body).not.toHaveProperty('details');
  });

  it('waits while the platform throttles, but not for ever', async () => {
    await list();
    service.operations();
    service.platform.control.addFault({ kind: 'throttled', times: 2 });
    expect((await list()).status).toBe(200);
    expect(service.operations()).toHaveLength(3);
    service.platform.control.addFault({
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': '0.01' },
    });
    expect((await list()).status).toBe(200);
    service.platform.control.addFault({
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': '0.01' },
      times: 50,
    });
    const refused = await list();
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please wait a moment and try again.' },
    });
    expect(refused.headers.get('Retry-After')).toBe('1');
  });

  it('asks for less at once where the platform finds a page too expensive', async () => {
    service.platform.control.grow(firstCrack, { groups: 40 });
    await list();
    service.platform.control.addFault({
      kind: 'errors',
      errors: [{ message: 'Too expensive', extensions: { code: 'MAX_COST_EXCEEDED' } }],
      times: 2,
    });
    service.operations();
    const { sellingPlanGroups } = bodyOf(await list(), sellingPlanGroupListSchema);
    expect(sellingPlanGroups).toHaveLength(40);
    expect(service.operations().length).toBeGreaterThan(3);
  });

  it.each<[string, FaultInput]>([
    ['a server error', { kind: 'status', status: 500, body: 'secret insides' }],
    ['garbage', { kind: 'garbage' }],
    ['a JSON answer of another shape', { kind: 'garbage', body: '{"data":{"shop":1}}' }],
    ['a closed connection', { kind: 'disconnect', times: 2 }],
    ['no answer in time', { kind: 'delay', delayMilliseconds: 2500 }],
    ['a GraphQL error', { kind: 'errors', errors: [{ message: 'secret insides' }] }],
  ])('answers %s with the generic text', async (_, fault) => {
    await list();
    service.platform.control.addFault(fault);
    const answer = await list();
    expect(answer).toMatchObject(serverError);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect((await list()).status).toBe(200);
  });
});
