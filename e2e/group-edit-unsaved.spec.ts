import { expect, stores, test } from './fixtures.ts';
import { GroupForm } from './group-form.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen } from './open-screen.ts';
import { resize } from './resize.ts';
import { groupNamed, numberOf } from './store-contents.ts';

// The group's form never discards typed text without asking.

const store = stores.established;

test.beforeEach(async ({ admin, control }) => {
  const group = await groupNamed(control, store, 'Welcome offer');
  await openScreen(admin, '/fixed-subscription');
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  await expect(admin.page).toHaveURL(
    admin.addressOf(`/fixed-subscription/${numberOf(group.id)}`, store),
  );
  await admin.app.getByRole('button', { name: 'Edit' }).click();
  await expect(admin.app.getByRole('dialog')).toBeVisible();
});

test('closing the modal asks first', async ({ admin, inspect }) => {
  const modal = admin.app.getByRole('dialog');
  const name = modal.getByRole('textbox', { name: 'Name' });
  await name.fill('Half a thou');
  await modal.getByRole('button', { name: 'Close' }).click();
  const question = admin.app.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await expect(
    question.getByText('Your changes to this selling plan group will be lost.'),
  ).toBeVisible();
  await inspect('group-edit-unsaved');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Half a thou');

  await admin.page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(modal).toBeHidden();
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer' })).toBeVisible();

  // Without changes it closes at once, and the focus returns to the button that opened it.
  const edit = admin.app.getByRole('button', { name: 'Edit' });
  await edit.click();
  await expect(name).toHaveValue('Welcome offer');
  await name.fill('Something else');
  await name.fill('Welcome offer');
  await admin.page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(edit).toBeFocused();
  await admin.page.keyboard.press('Enter');
  await expect(modal).toBeVisible();
});

test('leaving asks first, for the admin and for another screen of the app', async ({
  admin,
  page,
}) => {
  const modal = admin.app.getByRole('dialog', { name: 'Edit selling plan group' });
  await modal.getByRole('textbox', { name: 'Name' }).fill('Half a thought');
  const path = admin.path();
  const orders = page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true });
  await orders.click();
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => admin.path()).toBe(path);
  await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a thought');

  await page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }).click();
  await question.getByRole('button', { name: 'Leave page' }).click();
  await expect(admin.app.getByText('Have any queries?', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('dialog')).toBeHidden();
});

test("the browser's Back asks first", async ({ admin, page }) => {
  // page.goBack() would wait for a navigation, which the question holds back here.
  const goBack = () => page.evaluate(() => history.back());
  const name = admin.app.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  const path = admin.path();
  await name.fill('Half a thought');
  await goBack();
  const question = admin.app.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Half a thought');
  await expect.poll(() => admin.path()).toBe(path);

  await goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(admin.app.getByRole('dialog')).toBeHidden();
  await expect.poll(() => admin.path()).toBe(path);

  await goBack();
  await expect(admin.app.getByRole('heading', { name: 'Selling Plans' })).toBeVisible();
  await expect(page).toHaveURL(admin.addressOf('/fixed-subscription'));

  // A form without changes doesn't stop anybody from leaving.
  await admin.app.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(admin.app.getByRole('dialog')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
});

test('a double press on Cancel throws nothing away, at a desk and on a phone', async ({
  admin,
  page,
}) => {
  const modal = admin.app.getByRole('dialog', { name: 'Edit selling plan group' });
  const name = modal.getByRole('textbox', { name: 'Name' });
  await name.fill('Half a thought');
  for (const width of [1280, 400]) {
    await resize(page, { width, height: 900 });
    await modal.getByRole('button', { name: 'Cancel' }).dblclick();
    const question = admin.app.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Half a thought');
    await expect(name).toBeFocused();
  }
});

test('nothing can be typed while it is being saved, and the keyboard comes back after', async ({
  admin,
  page,
}) => {
  const { dialog: modal, name, cancel } = new GroupForm(admin, 'Edit selling plan group');
  await name.fill('A better offer');
  const send = await holdRequests(page, 'POST', admin.path());
  await name.press('Enter');
  await expect(cancel).toBeDisabled();
  await page.keyboard.type(' and more');
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await expect(name).toHaveValue('A better offer');
  send();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();
  await expect(
    admin.app.getByRole('heading', { name: 'A better offer', exact: true }),
  ).toBeVisible();
  await expect(admin.app.getByRole('button', { name: 'Edit' })).toBeFocused();
});
