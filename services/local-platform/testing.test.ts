import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { apiKey, apiSecret, appUrl, shop, temporaryFolder } from './test-platform.ts';
import { startLocalPlatform } from './testing.ts';

async function start() {
  const dataDirectory = temporaryFolder();
  const platform = await startLocalPlatform({ dataDirectory, apiKey, apiSecret, appUrl });
  onTestFinished(() => platform.close());
  const post = (path: string, body: object, options: RequestInit = {}) =>
    fetch(`${platform.platformUrl}/${shop}/admin${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      ...options,
    });
  return { ...platform, post, graphqlPath: '/api/2026-10/graphql.json' };
}

describe('startLocalPlatform', () => {
  it('runs inside a test and does what the test tells it', async () => {
    const { control, graphql, graphqlPath, post, sessionToken } = await start();
    expect(await sessionToken(shop)).toMatch(/^eyJ/);
    control.grow(shop, { groups: 5 });
    const answer = await graphql(shop, '{ sellingPlanGroups(first: 9) { nodes { id } } }');
    expect(answer.data).toMatchObject({ sellingPlanGroups: { nodes: [{}, {}, {}, {}, {}] } });
    control.addFault({ kind: 'status', status: 500 });
    expect((await post(graphqlPath, { query: '{ shop { name } }' })).status).toBe(500);
    expect(control.requests(shop)).toHaveLength(1);
    control.reset();
    expect(control.requests()).toEqual([]);
  });

  it.each<['disconnect' | 'silence', RegExp]>([
    ['disconnect', /fetch failed/],
    ['silence', /aborted due to timeout/],
  ])('can lose the answer of a call that was carried out, by %s', async (kind, failure) => {
    const { control, graphql, graphqlPath, post, sessionToken } = await start();
    const exchanged = await post(
      '/oauth/access_token',
      {
        client_id: apiKey,
        client_secret: apiSecret,
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: await sessionToken(shop),
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
        expiring: '1',
      },
      { headers: { 'Content-Type': 'application/json' } },
    );
    const token = z.object({ access_token: z.string() }).parse(await exchanged.json()).access_token;
    control.addFault({ kind, afterExecution: true });
    const lost = post(
      graphqlPath,
      {
        query:
          'mutation { deliveryProfileCreate(profile: { name: "Lost" }) { userErrors { message } } }',
      },
      {
        headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
        signal: AbortSignal.timeout(2_000),
      },
    );
    await expect(lost).rejects.toThrow(failure);
    const answer = await graphql(shop, '{ deliveryProfiles(last: 1) { nodes { name } } }');
    expect(answer.data).toEqual({ deliveryProfiles: { nodes: [{ name: 'Lost' }] } });
  });
});
