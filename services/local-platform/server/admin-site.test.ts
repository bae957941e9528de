import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey, appUrl, shop, temporaryFolder, testPlatform } from '../test-platform.ts';
import { createAdminSite } from './admin-site.ts';

const origin = 'https://admin.localhost:4443';

function setUp(built = true) {
  const platform = testPlatform();
  platform.adminUrl = origin;
  const assets = temporaryFolder();
  if (built) {
    mkdirSync(join(assets, 'assets'));
    writeFileSync(join(assets, 'index.html'), '<title>Admin</title>');
    writeFileSync(join(assets, 'assets', 'main-abc.js'), 'export {};');
    writeFileSync(join(assets, 'icon.svg'), '<svg/>');
  }
  const site = createAdminSite(platform, assets);
  return {
    platform,
    get: (path: string, headers: Record<string, string> = {}) =>
      site.request(`${origin}${path}`, {
        headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      }),
    post: (path: string, body: unknown) =>
      site.request(`${origin}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
        },
        body: JSON.stringify(body),
      }),
    site,
  };
}

describe('the admin’s pages', () => {
  it('are one page for every address, never cached', async () => {
    const { get } = setUp();
    for (const path of ['/store/roast-and-ritual', '/store/roast-and-ritual/products/12?x=1']) {
      const answer = await get(path);
      expect(await answer.text()).toBe('<title>Admin</title>');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
    }
  });

  it('have assets that are cached for long, and 404 for those that are gone', async () => {
    const { get } = setUp();
    const asset = await get('/assets/main-abc.js');
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('Content-Type')).toContain('javascript');
    expect((await get('/assets/main-old.js')).status).toBe(404);
    expect((await get('/icon.svg')).headers.get('Content-Type')).toContain('svg');
    expect((await get('/assets/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });

  it('begin in the first store', async () => {
    const { get } = setUp();
    const answer = await get('/');
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      '/store/roast-and-ritual',
    ]);
  });

  it('say how to build them where they are not built', async () => {
    const answer = await setUp(false).get('/store/roast-and-ritual');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run build:admin');
  });
});

describe('pictures', () => {
  it('are drawn', async () => {
    const answer = await setUp().get('/pictures/house-blend.svg');
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await answer.text()).toContain('House Blend');
  });

  it.each(['/pictures/house-blend.png', '/pictures/%3Cscript%3E.svg', '/pictures/A.svg'])(
    'are not drawn for %s',
    async (path) => {
      expect((await setUp().get(path)).status).toBe(404);
    },
  );
});

describe('/internal', () => {
  it('tells of the stores and their app', async () => {
    const { get } = setUp();
    expect(await (await get('/internal/stores')).json()).toEqual([
      { handle: 'roast-and-ritual', name: 'Roast & Ritual', shop },
      { handle: 'first-crack', name: 'First Crack Coffee', shop: 'first-crack.myshopify.com' },
    ]);
    expect(await (await get('/internal/stores/first-crack/app')).json()).toEqual({
      name: 'Cadence',
      handle: 'cadence',
      apiKey,
      appUrl,
      installed: true,
    });
    const missing = await get('/internal/stores/nowhere/app');
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { message: 'There is no store nowhere.' },
    ]);
  });

  it('launches the app, signed', async () => {
    const { post } = setUp();
    const answer = await post('/internal/stores/roast-and-ritual/launch', {
      path: '/shipping',
      search: '?x=1',
    });
    expect(await answer.json()).toEqual({
      url: expect.stringMatching(
        /^http:\/\/localhost:4000\/shipping\?x=1&embedded=1&.*hmac=[0-9a-f]{64}$/,
      ),
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('executes operations as the admin', async () => {
    const { post } = setUp();
    const answer = await post('/internal/stores/first-crack/graphql', {
      query: '{ shop { name } orders(first: 1) { nodes { id } } }',
    });
    expect(await answer.json()).toMatchObject({
      data: { shop: { name: 'First Crack Coffee' }, orders: { nodes: [] } },
    });
  });

  it('shows and changes what the store’s settings hold', async () => {
    const { get, post } = setUp();
    const below = '/internal/stores/first-crack';
    expect((await post(`${below}/market-driven-shipping`, { on: true })).status).toBe(200);
    expect((await post(`${below}/uninstall`, {})).status).toBe(200);
    expect(await (await get(`${below}/settings`)).json()).toMatchObject({
      installed: false,
      marketDrivenShipping: true,
      topics: expect.arrayContaining(['shop/redact']),
      deliveries: [{ topic: 'app/uninstalled', shop: 'first-crack.myshopify.com' }],
    });
  });

  it('grants scopes on top of those granted, and hands out codes', async () => {
    const { post, platform } = setUp();
    const granted = await post('/internal/stores/first-crack/grants', {
      scope: 'read_orders,read_reports',
    });
    expect(granted.status).toBe(200);
    expect(platform.storeByHandle('first-crack')?.shop.grantedScopes).toEqual(
      expect.arrayContaining(['read_reports', 'write_products']),
    );
    expect((await post('/internal/stores/first-crack/grants', { scope: '<b>' })).status).toBe(400);
    expect(
      await (await post('/internal/stores/first-crack/authorization-code', {})).json(),
    ).toEqual({
      code: expect.any(String),
      hmac: expect.any(String),
      shop: 'first-crack.myshopify.com',
      timestamp: expect.any(String),
    });
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['the same site on another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'http://localhost:4000' }],
    ['a hidden origin', { Origin: 'null' }],
  ])('refuses %s', async (_, headers) => {
    const answer = await setUp().get('/internal/stores/roast-and-ritual/session-token', headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('sessionToken');
  });

  it('refuses a name that points at this machine', async () => {
    const { site } = setUp();
    expect((await site.request('https://evil.example:4443/internal/stores')).status).toBe(403);
  });
});
