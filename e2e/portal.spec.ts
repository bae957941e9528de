import { expect } from './fixtures.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { testOverTime as test } from './passing-time.ts';
import { heading, magicLink, signedOut } from './portal-page.ts';

// Specification §2, "Redirect page", and the vendor portal that it leads to: pages outside of the admin.

const refused = 'This link was already used or has expired';
const hour = 60 * 60;

test('Customers in the menu leads out of the admin into the portal, and Back to the app', async ({
  admin,
  checkAccessibility,
  page,
  stack,
  takeScreens,
}) => {
  await openScreen(admin, '/fixed-subscription');
  await page.locator('a[href$="/apps/cadence/users"]').click();
  await expect(heading(page, 'Customers')).toBeVisible();
  await expect(page).toHaveURL(`${stack.appUrl}/portal/users`);
  await expect(page.getByText('Roast & Ritual')).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Subscribers in your store’s admin' }),
  ).toHaveAttribute('href', /\/apps\/[^/]+\/customers$/);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(51);
  await checkAccessibility();
  await takeScreens('portal-customers');

  const first = rows.nth(1).getByRole('link');
  const name = (await first.textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name);
  await expect(page).toHaveURL(/query=/);
  // The rows that are found take the place of all, and with them the focus.
  await expect(rows).not.toHaveCount(51);
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, name)).toBeVisible();
  await expect(rows.nth(1)).toContainText('#');
  await checkAccessibility();
  await takeScreens('portal-customer');

  for (const label of ['Orders', 'Labels', 'Payouts', 'Overview']) {
    await page.getByRole('navigation').getByRole('link', { name: label }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, label)).toBeVisible();
    await expect(page.locator('[aria-current="page"]')).toHaveText(label);
    await checkAccessibility();
    await takeScreens(`portal-${label.toLowerCase()}`);
  }
});

test('a redirect leaves no way back to itself', async ({ admin, errors, page }) => {
  // Doesn't wait for this screen, because it redirects as soon as it can.
  await admin.open('/users');
  await expect(heading(page, 'Customers')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/portal\/open|\/apps\/cadence$/);
  // The browser may keep the link's page in its history, but the link has been used by then.
  errors.expect(/status of 404.*\/portal\/open/);
  if (page.url().includes('/portal/open')) await page.goBack();
  await screenReady(admin);
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
});

test('a link opens the portal once, and reading it does not use it up', async ({
  browser,
  context,
  control,
  errors,
  page,
  stack,
}) => {
  const link = await magicLink(context, control, stack);
  // Mail scanners open links before people do, but they run no scripts.
  expect((await context.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(heading(page, 'Customers')).toBeVisible();

  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(heading(other, refused)).toBeVisible();
  await expect(other.getByText('choose Customers')).toBeVisible();
  await other.goto(`${stack.appUrl}/portal/orders`);
  await expect(heading(other, signedOut)).toBeVisible();
  await stranger.close();

  errors.expect(/status of 404/);
  await page.goto(link);
  await expect(heading(page, refused)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the vendor portal' }).click();
  await expect(heading(page, 'Overview')).toBeVisible();
});

test('a link works without scripts, by its button', async ({
  browser,
  context,
  control,
  stack,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(await magicLink(context, control, stack));
  await page.getByRole('button', { name: 'Open the vendor portal' }).click();
  await expect(heading(page, 'Customers')).toBeVisible();
  await page.getByRole('link', { name: 'Payouts' }).click();
  await expect(heading(page, 'Payouts')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, signedOut)).toBeVisible();
  await plain.close();
});

test('links last five minutes and sessions eight hours', async ({
  context,
  control,
  errors,
  page,
  stack,
  time,
}) => {
  errors.expect(/status of 40[14]/);
  const late = await magicLink(context, control, stack);
  await time.pass(5 * 60 + 1);
  await page.goto(late);
  await expect(heading(page, refused)).toBeVisible();

  await page.goto(await magicLink(context, control, stack));
  await expect(heading(page, 'Customers')).toBeVisible();
  await time.pass(8 * hour - 60);
  await page.reload();
  await expect(heading(page, 'Customers')).toBeVisible();
  await time.pass(61);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(heading(page, signedOut)).toBeVisible();
});

test('sessions are signed out of here, and of other browsers', async ({
  browser,
  checkAccessibility,
  context,
  control,
  errors,
  page,
  stack,
  takeScreens,
}) => {
  errors.expect(/status of 401/);
  await page.goto(await magicLink(context, control, stack));
  await page.getByRole('link', { name: 'Open sessions' }).click();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(heading(page, signedOut)).toBeVisible();

  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(await magicLink(context, control, stack));
  await expect(heading(other, 'Customers')).toBeVisible();
  await page.goto(await magicLink(context, control, stack));
  await page.getByRole('link', { name: 'Open sessions' }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  const end = page.getByRole('button', { name: /^End the session in Chrome/ });
  await expect(end).toHaveCount(1);
  await checkAccessibility();
  await takeScreens('portal-sessions');
  await end.click();
  await expect(end).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Open sessions' })).toBeFocused();
  // The page may already have noticed the end of its session and removed its links.
  await other.goto(`${stack.appUrl}/portal/orders`);
  await expect(heading(other, signedOut)).toBeVisible();
  await stranger.close();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, signedOut)).toBeVisible();
  await page.goto(`${stack.appUrl}/portal`);
  await expect(heading(page, signedOut)).toBeVisible();
});

test('a link that cannot be made leaves the error page in the admin', async ({
  admin,
  control,
  errors,
}) => {
  errors.expect(/status of 50\d/);
  await control.addFault({ kind: 'status', operation: 'ShopName', status: 500, times: 9 });
  await openScreen(admin, '/users');
  await expect(admin.app.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(admin.app.getByRole('link', { name: 'Contact us' })).toBeVisible();
});
