import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { countOperations, findGroup, groupNamed, numberOf } from './store-contents.ts';

// Deleting a group offers Undo, and loses nothing: docs/decisions/0010-undo-delete.md.

const store = stores.established;
const name = 'Welcome offer';
/** How long a toast with an action shows, in ms (specification §9). */
const toast = 10_000;

test.beforeEach(async ({ admin, control, page }) => {
  // The toast's time is let pass by the tests.
  await page.clock.install();
  const group = await groupNamed(control, store, name);
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await control.clearRequests();
  await admin.app.getByRole('button', { name: 'Delete selling plan group' }).click();
});

test('asks first', async ({ admin, control, inspect }) => {
  const question = admin.app.getByRole('dialog', { name: 'Delete selling plan group?' });
  await expect(question).toContainText(`Customers can no longer subscribe with “${name}”.`);
  await expect(question).toContainText('Its 36 variants stay in your store.');
  await inspect('group-deletion');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(admin.app.getByRole('heading', { name })).toBeVisible();
  expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(0);
});

test.describe('once confirmed', () => {
  test.beforeEach(async ({ admin, page }) => {
    await admin.app
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await expect(page).toHaveURL(admin.addressOf('/fixed-subscription'));
    await expect(page.getByText(`Deleting “${name}”`)).toBeVisible();
    await expect(admin.app.getByRole('link', { name: 'Every week or two' })).toBeVisible();
    await expect(admin.app.getByRole('link', { name })).toBeHidden();
    await expect(admin.app.getByRole('region', { name: 'selling plans' })).toBeFocused();
  });

  // A look takes time, and so has a test of its own.
  test('everybody can see that it can be undone', async ({ control, page, inspect }) => {
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await inspect('group-deletion-undo');
    // What is left open here would be carried out in the next test.
    await page.clock.fastForward(2 * toast);
    await expect.poll(() => countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(1);
  });

  test('Undo keeps the group as it was', async ({ admin, control, page }) => {
    const before = await groupNamed(control, store, name);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`“${name}” was kept`)).toBeVisible();
    await expect(admin.app.getByRole('link', { name })).toBeFocused();
    await page.clock.fastForward(2 * toast);
    expect(await groupNamed(control, store, name)).toEqual(before);
    expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(0);
    await admin.app.getByRole('link', { name }).click();
    await expect(admin.app.getByText('36 variants', { exact: true })).toBeVisible();
  });

  test('the group is gone once the toast is, and no sooner', async ({ admin, control, page }) => {
    await page.clock.fastForward(toast - 2_000);
    expect(await findGroup(control, store, name)).toBeDefined();
    await page.clock.fastForward(2_500);
    await expect(page.getByText('Selling plan group deleted')).toBeVisible();
    expect(await findGroup(control, store, name)).toBeUndefined();
    expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(1);
    await expect(admin.app.getByRole('link', { name })).toBeHidden();
    await page.reload();
    await expect(admin.app.getByRole('link', { name: 'Every week or two' })).toBeVisible();
    await expect(admin.app.getByRole('link', { name })).toBeHidden();
  });

  test('a reload before the toast is gone carries it out', async ({ admin, control, page }) => {
    await page.reload();
    await expect.poll(() => findGroup(control, store, name)).toBeUndefined();
    // A private window keeps no note of it: the reloaded list may still have been asked for before.
    await page.reload();
    await expect(admin.app.getByRole('link', { name: 'Every week or two' })).toBeVisible();
    await expect(admin.app.getByRole('link', { name })).toBeHidden();
  });

  test('leaving the app before the toast is gone carries it out', async ({ control, page }) => {
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await expect(page.locator('iframe[title="Cadence"]')).toBeHidden();
    await expect.poll(() => findGroup(control, store, name)).toBeUndefined();
    expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(1);
  });

  test("the group's own page says so, and offers Undo too", async ({ admin, control, page }) => {
    await page.evaluate(() => history.back());
    await expect(
      admin.app.getByText('This selling plan group is about to be deleted'),
    ).toBeVisible();
    await expect(admin.app.getByRole('button', { name: 'Edit' })).toBeDisabled();
    await admin.app.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`“${name}” was kept`)).toBeVisible();
    await expect(page.getByText(`Deleting “${name}”`)).toBeHidden();
    await expect(admin.app.getByRole('button', { name: 'Edit' })).toBeEnabled();
    expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(0);
  });

  test('a delete that fails shows the group again, with the reason', async ({
    admin,
    control,
    page,
    errors,
    takeScreens,
  }) => {
    errors.expect(/status of 502/);
    await control.addFault({ kind: 'status', status: 500, operation: 'DeleteSellingPlanGroup' });
    await page.clock.fastForward(toast + 500);
    await expect(
      page.getByText(`“${name}” was not deleted: Oops, something went wrong.`),
    ).toBeVisible();
    await expect(admin.app.getByRole('link', { name })).toBeVisible();
    expect(await findGroup(control, store, name)).toBeDefined();
    const banner = admin.app.getByRole('alert').filter({ hasText: `“${name}” was not deleted` });
    await expect(banner).toContainText('Customers can still subscribe with it.');
    await takeScreens('group-deletion-failed');
    await page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }).click();
    await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
    await banner.getByRole('button', { name: 'Dismiss notification' }).click();
    await expect(banner).toBeHidden();
  });
});
