import type { Request } from '@playwright/test';
import { decodeJwt } from 'jose';
import type { Control } from './control.ts';
import { watchForErrorPages } from './error-page-watch.ts';
import { expect, stores } from './fixtures.ts';
import { addGroup } from './group-form.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { testOverTime as test } from './passing-time.ts';

// Sessions must last: waiting or reloading never leads a merchant to an error page.

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test.beforeEach(({ page }) => watchForErrorPages(page));

test('each request of the app carries a session token of its own', async ({
  admin,
  page,
  stack,
}) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    if (isData && request.url().startsWith(stack.appUrl)) requests.push(request);
  });
  await openScreen(admin, '/fixed-subscription');
  await admin.app.getByRole('combobox', { name: 'Sort by' }).selectOption('Name Z–A');
  await expect(admin.app.getByRole('row').nth(1)).toContainText('Welcome offer');
  const form = await addGroup(admin);
  await form.name.fill('Well known');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();

  expect(requests.map((request) => request.method())).toContain('POST');
  expect(requests.length).toBeGreaterThan(3);
  const tokens = new Set<string>();
  for (const request of requests) {
    const headers = await request.allHeaders();
    const address = new URL(request.url()).pathname;
    expect(headers['x-requested-with'], address).toBe('XMLHttpRequest');
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    expect(decodeJwt(token), address).toMatchObject({
      dest: 'https://roast-and-ritual.myshopify.com',
    });
    tokens.add(token);
    // No address contains a token, because logs and histories keep addresses.
    expect(request.url()).not.toContain(token);
  }
  expect(tokens.size).toBe(requests.length);
  expect(page.url()).not.toContain('id_token');
});

test('a reload of the frame, or of the whole admin, shows the same screen', async ({
  admin,
  page,
}) => {
  await openScreen(admin, '/fixed-subscription?query=offer&sortKey=NAME&reverse=true');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  });
  const names = admin.app.getByRole('row').getByRole('link');
  await expect(names).toHaveText(['Welcome offer']);
  for (const reload of [() => admin.reloadFrame(), () => page.reload()]) {
    await reload();
    await screenReady(admin);
    await expect(names).toHaveText(['Welcome offer']);
    await expect
      .poll(() => admin.path())
      .toBe('/fixed-subscription?query=offer&sortKey=NAME&reverse=true');
    // The frame reacts; it isn't just displayed.
    await admin.app.getByRole('searchbox').fill('week');
    await expect(names).toHaveText(['Every week or two']);
    await admin.app.getByRole('searchbox').fill('offer');
    await expect(names).toHaveText(['Welcome offer']);
  }
  // The address bar never showed another screen in between.
  for (const address of addresses) expect(address).toContain('/cadence/fixed-subscription?');
});

test('a shared link opens the same screen for somebody else', async ({ admin, browser, page }) => {
  await openScreen(admin, '/fixed-subscription');
  await admin.app.getByRole('searchbox').fill('brew');
  await expect(admin.app.getByRole('row')).toHaveCount(2);
  await expect.poll(() => admin.path()).toContain('query=brew');
  const link = page.url();
  const theirs = await browser.newContext({ ignoreHTTPSErrors: true });
  const other = await theirs.newPage();
  await other.goto(link);
  const names = other.frameLocator('iframe[title="Cadence"]').getByRole('row').getByRole('link');
  await expect(names).toHaveText(['Brew-based refill']);
  await theirs.close();
});

/** Expects groups that the store has just gained to show, which needs a valid access token. */
async function expectNewGroupsToShow(
  admin: Parameters<typeof openScreen>[0],
  control: Control,
  groups: number,
) {
  await control.grow(stores.established, { groups });
  const name = `Subscription ${String(groups).padStart(4, '0')}`;
  await admin.app.getByRole('searchbox').fill(name);
  await expect(admin.app.getByRole('row').getByRole('link')).toHaveText([name]);
}

test('coming back after a minute, an hour, a day and a season', async ({
  admin,
  control,
  time,
}) => {
  await openScreen(admin, '/fixed-subscription');
  await time.pass(2 * minute);
  await expectNewGroupsToShow(admin, control, 5);
  await time.pass(hour);
  await expectNewGroupsToShow(admin, control, 6);
  await time.pass(day);
  await admin.reloadFrame();
  await screenReady(admin);
  await expectNewGroupsToShow(admin, control, 7);
  // By then the refresh token has expired too.
  await time.pass(100 * day);
  await expectNewGroupsToShow(admin, control, 8);
  await time.pass(hour);
  await openScreen(admin, '/fixed-subscription');
  await expectNewGroupsToShow(admin, control, 9);
});

test('a frame that the browser restores at its used-up address works', async ({
  admin,
  page,
  time,
}) => {
  const launched = page.waitForRequest((request) => request.url().includes('id_token='));
  await openScreen(admin, '/fixed-subscription?query=offer');
  const address = (await launched).url();
  await time.pass(10 * minute);
  const frame = await admin.frame();
  await frame.evaluate((url) => setTimeout(() => location.replace(url), 0), address);
  await expect.poll(() => frame.url()).not.toContain('id_token');
  await screenReady(admin);
  await admin.app.getByRole('searchbox').fill('week');
  await expect(admin.app.getByRole('row').getByRole('link')).toHaveText(['Every week or two']);
});

test('a token that runs out on its way is replaced', async ({
  admin,
  errors,
  page,
  stack,
  time,
}) => {
  errors.expect(/status of 401/);
  await openScreen(admin, '/fixed-subscription');
  let old: string | undefined;
  await page.route('**/session-token', async (route) => {
    if (old !== undefined) return route.fallback();
    const url = route.request().url().replace(stack.adminUrl, stack.loopbackAdminUrl);
    old = await (await route.fetch({ url })).text();
    await time.pass(5 * minute);
    await route.fulfill({ contentType: 'application/json', body: old });
  });
  await admin.app.getByRole('searchbox').fill('week');
  await expect(admin.app.getByRole('row').getByRole('link')).toHaveText(['Every week or two']);
  expect(old).toBeDefined();
});

test('where the admin gives no token, that is said', async ({ admin, context, errors, page }) => {
  errors.expect(/status of 500/, /Failed to retrieve a session token/, /An error page showed/);
  await openScreen(admin, '/fixed-subscription');
  await context.route('**/session-token', (route) => route.fulfill({ status: 500, json: {} }));
  const alert = admin.app.getByRole('alert');
  await admin.app.getByRole('searchbox').fill('week');
  await expect(alert).toContainText('Failed to retrieve a session token');
  await expect(admin.app.getByRole('searchbox')).toHaveValue('week');
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Error', exact: true })).toBeVisible();
  await expect(alert).toContainText('Failed to retrieve a session token');
  await context.unrouteAll();
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(admin.app.getByRole('row', { name: 'Welcome offer' })).toBeVisible();
});
