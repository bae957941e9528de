import type { APIRequestContext } from '@playwright/test';
import { expect, shopOf, stores, test } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';
import type { TestStack } from './stack.ts';

// Which addresses lead into the app, where all others lead, and which headers the answers carry.

const ours = shopOf(stores.established);
const loginHeading = "Open Cadence from your store's admin";

function addressIn(stack: TestStack, path: string, query: Record<string, string>): string {
  const url = new URL(path, stack.appUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The query with which a store's admin opens the app. */
function shopAndHost(stack: TestStack, store: string = stores.established) {
  const host = Buffer.from(`${new URL(stack.adminUrl).host}/store/${store}`).toString('base64');
  return { shop: `${store}.myshopify.com`, host };
}

async function ask(request: APIRequestContext, url: string, headers: Record<string, string> = {}) {
  const answer = await request.get(url, { maxRedirects: 0, headers });
  return { status: answer.status(), headers: answer.headers() };
}

for (const { what, more } of [
  { what: 'outside of the admin', more: {} },
  { what: 'outside of the admin as if it were inside', more: { embedded: '1' } },
]) {
  test(`the app opened ${what} goes into the admin, to the same screen`, async ({
    admin,
    page,
    stack,
  }) => {
    const query = { ...shopAndHost(stack), ...more };
    await page.goto(addressIn(stack, '/fixed-subscription?query=brew', query));
    await screenReady(admin);
    await expect(admin.app.getByRole('row').getByRole('link')).toHaveText(['Brew-based refill']);
    await expect(page).toHaveURL(admin.addressOf('/fixed-subscription?query=brew'));
  });
}

test('an address that names no store says where to open the app', async ({ page, stack }) => {
  await page.goto(`${stack.appUrl}/fixed-subscription`);
  await expect(page.getByRole('heading', { name: loginHeading })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(stack.appUrl);
});

const strangers = [
  { what: 'no store of the platform', shop: 'evil.example', admin: 'evil.example' },
  { what: 'an admin elsewhere', shop: ours, admin: 'evil.example/store/roast-and-ritual' },
  { what: "a stranger's storefront", shop: ours, admin: 'evil.myshopify.com/pages/login' },
  { what: "a stranger's admin", shop: ours, admin: 'evil.myshopify.com/admin' },
  { what: "the shop's own storefront", shop: ours, admin: `${ours}/pages/login` },
];

test('no address leads to a stranger', async ({ request, stack }) => {
  for (const path of ['/', '/fixed-subscription', '/api/auth', '/auth/session-token']) {
    for (const { what, shop, admin } of strangers) {
      for (const embedded of ['0', '1']) {
        const host = Buffer.from(admin).toString('base64');
        const answer = await ask(request, addressIn(stack, path, { shop, host, embedded }));
        expect(answer.headers.location, `${path} with ${what}`).toBe('/auth/login');
      }
    }
  }
});

test("a session token opens its own shop's address only", async ({ control, request, stack }) => {
  const id_token = await control.sessionToken(stores.established);
  const theirs = { ...shopAndHost(stack, stores.fresh), embedded: '1', id_token };
  expect((await ask(request, addressIn(stack, '/', theirs))).headers.location).toBe('/auth/login');
  const own = { ...shopAndHost(stack), embedded: '1', id_token };
  expect((await ask(request, addressIn(stack, '/', own))).status).toBe(200);

  const headers = { Authorization: `Bearer ${id_token}` };
  const data = { _data: 'routes/_admin.contact-us' };
  const foreign = addressIn(stack, '/contact-us', { ...data, shop: shopOf(stores.fresh) });
  expect((await ask(request, foreign, headers)).status).toBe(403);
  expect((await ask(request, addressIn(stack, '/contact-us', data), headers)).status).toBe(200);
});

test('the style sheet shares the line with no script', async ({ control, request, stack }) => {
  const id_token = await control.sessionToken(stores.established);
  const own = addressIn(stack, '/', { ...shopAndHost(stack), embedded: '1', id_token });
  const links = (await (await request.get(own)).text()).match(/<link [^>]*>/g) ?? [];
  expect(links.filter((link) => link.includes('rel="stylesheet"'))).toHaveLength(1);
  const scripts = links.filter((link) => link.includes('rel="modulepreload"'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) expect(script).toContain('fetchpriority="low"');
});

test('a reload goes back to screens of the app only', async ({ page, stack }) => {
  for (const target of [
    'https://evil.example/',
    `${stack.appUrl}//evil.example/`,
    `${stack.appUrl}/\\evil.example/`,
    '//evil.example/',
    'javascript:alert(1)',
  ]) {
    const query = { ...shopAndHost(stack), embedded: '1', 'shopify-reload': target };
    const answer = await page.request.get(addressIn(stack, '/auth/session-token', query));
    const reload = /"reload":"([^"]*)"/.exec(await answer.text())?.[1];
    expect(reload, target).toMatch(/^\/(?![/\\])/);
  }
});

test('reauthorisation leads into the admin, where the app begins anew with a new access token', async ({
  admin,
  control,
  errors,
  page,
  stack,
}) => {
  await openScreen(admin, '/fixed-subscription');
  await page.goto(addressIn(stack, '/api/auth', shopAndHost(stack)));
  await screenReady(admin);
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
  await expect.poll(() => admin.path()).toBe('/');

  errors.expect(/status of 500/);
  await control.addFault({ kind: 'status', operation: 'access_token', status: 500, times: 9 });
  await openScreen(admin, '/fixed-subscription');
  await page.goto(addressIn(stack, '/api/auth', shopAndHost(stack)));
  // The figures that need the platform are missing; the rest of the screen shows.
  await expect(admin.app.getByText('Not available right now').first()).toBeVisible();
});

test('no answer with data is kept, sniffed or told to other sites', async ({
  control,
  request,
  stack,
}) => {
  const id_token = await control.sessionToken(stores.established);
  const bearer = { Authorization: `Bearer ${id_token}` };
  const document = { ...shopAndHost(stack), embedded: '1', id_token };
  const answers = {
    'a document': await ask(request, addressIn(stack, '/contact-us', document)),
    'its data': await ask(
      request,
      addressIn(stack, '/contact-us', { _data: 'routes/_admin.contact-us' }),
      bearer,
    ),
    'a resource': await ask(request, addressIn(stack, '/resources/preview-products', {}), bearer),
    'a refusal': await ask(request, addressIn(stack, '/resources/preview-products?_data=x', {})),
    'a redirect': await ask(request, addressIn(stack, '/fixed-subscription', {})),
  };
  for (const [what, { headers }] of Object.entries(answers)) {
    expect(headers, what).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['strict-transport-security'], what).toBeUndefined();
  }
  // Longer than load balancers keep a connection.
  expect(answers['a document'].headers['keep-alive']).toBe('timeout=75');
  expect(answers['a document'].headers['content-security-policy']).toContain(
    `frame-ancestors https://${ours} https://admin.shopify.com`,
  );
});
