import type { Page } from '@playwright/test';
import { expect, shopOf, stores, test } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Specification §7, "Common behaviour of every API call": how the browser reacts to an answer's headers. Other specs cover tokens
// (authentication), a 401 with details.url (update-required), and 500 and above (failures).

const failure = 'X-Shopify-API-Request-Failure';

/** Answers the list's next search with these headers instead of the list. Returns the Authorization headers of all requests for it. */
async function flagSearch(
  page: Page,
  search: string,
  status: number,
  headers: Record<string, string>,
) {
  const asked: string[] = [];
  let isFlagged = false;
  await page.route(
    // Skips a refresh of an earlier search's list.
    ({ pathname, searchParams }) =>
      pathname === '/fixed-subscription' &&
      searchParams.has('_data') &&
      searchParams.get('query') === search,
    async (route) => {
      asked.push((await route.request().allHeaders()).authorization ?? '');
      if (isFlagged) return route.fallback();
      isFlagged = true;
      await route.fulfill({ status, headers, json: { message: 'Flagged' } });
    },
  );
  return asked;
}

test('an answer that asks for reauthorisation leads to its address, or to /api/auth', async ({
  admin,
  errors,
  page,
  stack,
}) => {
  errors.expect(/status of 403/);
  const orders = `${stack.adminUrl}/store/${stores.established}/orders`;
  await openScreen(admin, '/fixed-subscription');
  await flagSearch(page, 'week', 403, {
    [`${failure}-Reauthorize`]: '1',
    [`${failure}-Reauthorize-Url`]: orders,
  });
  await admin.app.getByRole('searchbox').fill('week');
  await expect(page).toHaveURL(orders);
  await page.unrouteAll();

  await openScreen(admin, '/fixed-subscription');
  await flagSearch(page, 'week', 403, { [`${failure}-Reauthorize`]: '1' });
  const left = page.waitForRequest(
    (request) =>
      request.frame() === page.mainFrame() && new URL(request.url()).pathname === '/api/auth',
  );
  await admin.app.getByRole('searchbox').fill('week');
  const address = new URL((await left).url());
  expect(address.origin).toBe(stack.appUrl);
  expect(address.searchParams.get('shop')).toBe(shopOf(stores.established));
  expect(address.searchParams.get('host')).not.toBeNull();
  await screenReady(admin);
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
});

test('an answer that flags an unauthorized failure is asked for once more, after the callback', async ({
  admin,
  errors,
  page,
  stack,
}) => {
  errors.expect(/status of (401|500)/, /Failed to (authorize|retrieve)/);
  await openScreen(admin, '/fixed-subscription');
  const search = admin.app.getByRole('searchbox');
  const names = admin.app.getByRole('row').getByRole('link');
  const alert = admin.app.getByRole('alert');
  const flag = (text: string) =>
    flagSearch(page, text, 401, { [`${failure}-Unauthorized`]: 'true' });

  const asked = await flag('week');
  const called = page.waitForResponse((response) =>
    response.url().startsWith(`${stack.appUrl}/auth/shopify/callback?`),
  );
  await search.fill('week');
  await expect(names).toHaveText(['Every week or two']);
  const callback = await called;
  expect(callback.status()).toBe(204);
  const { searchParams } = new URL(callback.url());
  expect([...searchParams.keys()]).toEqual(['code', 'hmac', 'shop', 'timestamp']);
  expect(searchParams.get('shop')).toBe(shopOf(stores.established));
  // Each request has a token of its own.
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
  await page.unrouteAll();

  for (const [fault, text] of [
    [`${stack.appUrl}/auth/shopify/callback?*`, 'Failed to authorize request.'],
    ['**/authorization-code', 'Failed to retrieve an authorization code'],
  ] as const) {
    await flag('offer');
    await page.route(fault, (route) => route.fulfill({ status: 500, json: {} }));
    await search.fill('offer');
    await expect(alert).toContainText(text);
    await expect(search).toHaveValue('offer');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(names).toHaveText(['Welcome offer']);
    await expect(alert).toBeHidden();
    await search.fill('week');
    await expect(names).toHaveText(['Every week or two']);
  }
});
