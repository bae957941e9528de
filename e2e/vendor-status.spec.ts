import type { Page, Route } from '@playwright/test';
import type { Admin } from './admin.ts';
import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { runOperator } from './operator.ts';
import type { TestStack } from './stack.ts';

// An operator's decision about a vendor takes effect while the merchant is in the app.

test.afterEach(({ context, control }) => control.eraseStore(stores.fresh, context));

async function decide(stack: TestStack, action: 'approve' | 'suspend') {
  expect(await runOperator(stack, action, stores.fresh)).toContain(
    action === 'approve' ? 'is approved' : 'is suspended',
  );
}

const menuOf = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Cadence' }) })
    .getByRole('list')
    .getByRole('link');

const approved = [
  'Selling Plans',
  'Recurring Orders',
  'Roast Plan',
  'Settings',
  'Customers',
  'Notifications',
  'Integrations',
  'Contact Us',
];
const suspended = ['Selling Plans', 'Contact Us'];

const menuRequest = /_data=routes%2F_admin(&|$)/;

test.describe('where third-party storage is blocked', () => {
  test.use({ blocksThirdPartyStorage: true });

  test('the menu follows what an operator decides at the next navigation', async ({
    admin,
    page,
    stack,
  }) => {
    await openScreen(admin, '/widget', stores.fresh);
    const menu = menuOf(page);
    await expect(menu.filter({ hasText: 'Settings' })).toHaveCount(0);
    await decide(stack, 'approve');
    await menu.filter({ hasText: 'Contact Us' }).click();
    await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
    await expect(menu).toHaveText(approved);

    await decide(stack, 'suspend');
    await menu.filter({ hasText: 'Selling Plans' }).click();
    await expect(admin.app.getByRole('heading', { name: 'Selling Plans' })).toBeVisible();
    await expect(menu).toHaveText(suspended);
  });
});

async function openApproved(admin: Admin, stack: TestStack) {
  // An operator can only decide about shops that have opened the app.
  await openScreen(admin, '/contact-us', stores.fresh);
  await decide(stack, 'approve');
  await openScreen(admin, '/fixed-subscription', stores.fresh);
  await expect(menuOf(admin.page)).toHaveText(approved);
}

test('a screen is there before the menu’s answer, and only asks for it once', async ({
  admin,
  page,
  stack,
}) => {
  await openApproved(admin, stack);
  const held: Route[] = [];
  await page.route(menuRequest, (route) => void held.push(route));
  await decide(stack, 'suspend');
  await menuOf(page).filter({ hasText: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
  await expect(menuOf(page)).toHaveText(approved);
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(menuOf(page)).toHaveText(suspended);
  expect(held).toHaveLength(1);
});

test('offline, the menu stays and the screen that is remembered is there', async ({
  admin,
  errors,
  page,
  stack,
}) => {
  await openApproved(admin, stack);
  errors.expect(/net::ERR_/);
  await page.route(menuRequest, (route) => route.abort());
  await menuOf(page).filter({ hasText: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
  await expect(menuOf(page)).toHaveText(approved);
  await page.unrouteAll();
  await decide(stack, 'suspend');
  await menuOf(page).filter({ hasText: 'Selling Plans' }).click();
  await expect(menuOf(page)).toHaveText(suspended);
});
