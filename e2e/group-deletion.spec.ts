import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { countOperations, findGroup, groupNamed, numberOf } from './store-contents.ts';

// Deleting a group takes effect at once, whatever the merchant does next: docs/decisions/0050-a-delete-is-sent-at-once.md.

const store = stores.established;
const name = 'Welcome offer';

test.beforeEach(async ({ admin, control }) => {
  const group = await groupNamed(control, store, name);
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await control.clearRequests();
  await admin.app.getByRole('button', { name: 'Delete selling plan group' }).click();
});

test('asks first', async ({ admin, control, inspect, takeScreens }) => {
  const question = admin.app.getByRole('dialog', { name: 'Delete selling plan group?' });
  await expect(question).toContainText('36 variants of your products no longer offer it.');
  await inspect('group-deletion');
  await takeScreens('group-deletion');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(admin.app.getByRole('heading', { name })).toBeVisible();
  expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(0);
});

test('once confirmed it leads to the list without the group, also after a reload', async ({
  admin,
  control,
  page,
}) => {
  const inList = admin.app.getByRole('link', { name: 'Every week or two' });
  await admin.app.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(admin.addressOf('/fixed-subscription'));
  await expect(page.getByText('Selling plan group deleted')).toBeVisible();
  await expect(inList).toBeVisible();
  await expect(admin.app.getByRole('link', { name })).toBeHidden();
  await expect(admin.app.getByRole('region', { name: 'selling plans' })).toBeFocused();
  expect(await findGroup(control, store, name)).toBeUndefined();
  expect(await countOperations(control, store, 'DeleteSellingPlanGroup')).toBe(1);
  await page.reload();
  await expect(inList).toBeVisible();
  await expect(admin.app.getByRole('link', { name })).toBeHidden();
});
