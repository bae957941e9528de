import { describe, expect, it, onTestFinished } from 'vitest';
import { apiKey, apiSecret, appUrl, shop, temporaryFolder } from './test-platform.ts';
import { startLocalPlatform } from './testing.ts';

describe('startLocalPlatform', () => {
  it('runs inside a test and does what the test tells it', async () => {
    const platform = await startLocalPlatform({
      dataDirectory: temporaryFolder(),
      apiKey,
      apiSecret,
      appUrl,
    });
    onTestFinished(() => platform.close());
    expect(await platform.sessionToken(shop)).toMatch(/^eyJ/);
    platform.control.grow(shop, { groups: 5 });
    const answer = await platform.graphql(shop, '{ sellingPlanGroups(first: 9) { nodes { id } } }');
    expect(answer.data).toMatchObject({ sellingPlanGroups: { nodes: [{}, {}, {}, {}, {}] } });
    platform.control.addFault({ kind: 'status', status: 500 });
    const failed = await fetch(`${platform.platformUrl}/${shop}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      body: JSON.stringify({ query: '{ shop { name } }' }),
    });
    expect(failed.status).toBe(500);
    expect(platform.control.requests(shop)).toHaveLength(1);
    platform.control.reset();
    expect(platform.control.requests()).toEqual([]);
  });

  it('can cut a connection', async () => {
    const platform = await startLocalPlatform({
      dataDirectory: temporaryFolder(),
      apiKey,
      apiSecret,
      appUrl,
    });
    onTestFinished(() => platform.close());
    platform.control.addFault({ kind: 'disconnect' });
    const call = fetch(`${platform.platformUrl}/${shop}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      body: '{}',
    });
    await expect(call).rejects.toThrow('fetch failed');
  });
});
