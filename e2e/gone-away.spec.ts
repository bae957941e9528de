import { expect, stores, test } from './fixtures.ts';
import { openGroupForm } from './group-form.ts';
import { openScreen, screenReady } from './open-screen.ts';
import { heading, magicLink } from './portal-page.ts';

// If the network or a script is gone, the screen stays, and the app recovers by itself.

const failedRequests =
  /Failed to load resource|net::ERR|Failed to fetch|importing a module|imported module/;

test('offline right after a save and at a click, the screen stays and then goes on by itself', async ({
  admin,
  context,
  errors,
  inspect,
  page,
}) => {
  errors.expect(failedRequests);
  const form = await openGroupForm(admin);
  await form.fill({ name: 'Off the grid', options: [{}] });
  await page.route('**/fixed-subscription?**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  const notice = admin.app.getByText("You're offline");
  await expect(notice).toBeVisible();
  const row = admin.app.getByRole('row', { name: 'Welcome offer' });
  await expect(row).toBeVisible();
  await inspect('offline');
  await row.getByRole('link').click();
  await expect(notice).toBeVisible();
  await expect(row).toBeVisible();

  await context.setOffline(false);
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer', level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(admin.app.getByRole('row', { name: 'Off the grid' })).toBeVisible();
});

test('offline at a click, a page of the portal stays and then goes on by itself', async ({
  context,
  control,
  errors,
  page,
  stack,
}) => {
  errors.expect(failedRequests);
  await page.goto(await magicLink(context, control, stack));
  await expect(heading(page, 'Customers')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(page.getByText("You're offline")).toBeVisible();
  await expect(heading(page, 'Customers')).toBeVisible();

  await context.setOffline(false);
  await expect(heading(page, 'Payouts')).toBeVisible();
});

for (const { what, script, opens } of [
  { what: 'screen', script: 'route', opens: 'Welcome offer' },
  { what: 'dialog', script: 'SellingPlanGroupModal', opens: 'Add' },
]) {
  test(`a ${what} whose script is gone with a new version has the app loaded again, once`, async ({
    admin,
    errors,
    page,
    stack,
  }) => {
    errors.expect(failedRequests);
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('id_token=')) documents += 1;
    });
    // The list's own script has a name of the same shape, so it may load with the first document.
    let isListThere = false;
    await page.route(`${stack.appUrl}/assets/${script}-*.js`, (route) =>
      documents === 1 && (isListThere || what === 'dialog')
        ? route.fulfill({ status: 404 })
        : route.fallback(),
    );
    await openScreen(admin, '/fixed-subscription');
    isListThere = true;
    await admin.app.getByText(opens, { exact: true }).first().click();
    await expect(
      what === 'dialog'
        ? admin.app.getByRole('dialog', { name: 'New selling plan group' })
        : admin.app.getByRole('heading', { name: 'Welcome offer', level: 1 }),
    ).toBeVisible();
    await screenReady(admin);
    expect(documents).toBe(2);
    expect((await admin.frame()).url()).not.toContain('reloaded');
  });
}

test('a document whose scripts never come says so, and links work once they do', async ({
  admin,
  errors,
  inspect,
  page,
  stack,
}) => {
  errors.expect(failedRequests);
  const scripts = `${stack.appUrl}/assets/*.js`;
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  await admin.open('/fixed-subscription');
  await expect(admin.app.getByText('Cadence hasn’t finished loading')).toBeVisible();
  await inspect('not-loaded');
  await page.unroute(scripts);
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  await screenReady(admin);
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer', level: 1 })).toBeVisible();
});

test('a session token that is refused again is said to be so', async ({
  admin,
  control,
  errors,
  inspect,
}) => {
  errors.expect(/status of 401/);
  await control.setMachineClock(3_600);
  await admin.open('/', { store: stores.established });
  const heading = admin.app.getByRole('heading', { name: "Cadence couldn't sign you in" });
  await expect(heading).toBeVisible();
  await inspect('refused-token');
  await control.setMachineClock(0);
  await admin.app.getByRole('button', { name: 'Try again' }).click();
  await screenReady(admin);
  await expect(heading).toBeHidden();
});
