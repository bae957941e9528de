import type { FaultInput } from '#services/local-platform/testing.ts';
import { expect, stores, test } from './fixtures.ts';
import { openGroupEditor } from './group-form.ts';
import { groupNamed, numberOf } from './store-contents.ts';

// Specification §8: if saving fails, the banner of the group modal says why, and the form keeps its text.

const store = stores.established;
const serverError = 'Oops, something went wrong. Please try again later or contact support.';

const failures: Array<{
  name: string;
  fault: Partial<FaultInput> & FaultInput;
  message: string;
}> = [
  {
    name: 'the platform answers 500',
    fault: { kind: 'status', status: 500 },
    message: serverError,
  },
  {
    name: 'the platform refuses for a reason of its own',
    fault: {
      kind: 'userErrors',
      userErrors: [{ field: null, message: 'Not today.' }],
    },
    message: 'Not today.',
  },
  { name: 'the platform answers rubbish', fault: { kind: 'garbage' }, message: serverError },
  { name: 'the platform hangs up', fault: { kind: 'disconnect' }, message: serverError },
];

test('saving fails, whatever the platform answers, until it goes well', async ({
  admin,
  control,
  page,
  errors,
}) => {
  errors.expect(/status of (422|502)/);
  const group = await groupNamed(control, store, 'Welcome offer');
  const form = await openGroupEditor(admin, group);
  await form.name.fill('A better offer');
  for (const { name, fault, message } of failures) {
    await test.step(name, async () => {
      await control.addFault({ ...fault, operation: 'UpdateSellingPlanGroup' });
      await form.saveAndWait();
      await expect(form.dialog.getByText(message, { exact: true })).toBeVisible();
      await expect(form.name).toHaveValue('A better offer');
      expect((await groupNamed(control, store, 'Welcome offer')).sellingPlans).toEqual(
        group.sellingPlans,
      );
    });
  }
  await form.save.click();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();
  expect((await groupNamed(control, store, 'A better offer')).id).toBe(group.id);
});

test('an error of the platform about a field stands at that field', async ({
  admin,
  control,
  errors,
  inspect,
}) => {
  errors.expect(/status of 422/);
  const group = await groupNamed(control, store, 'Welcome offer');
  const { dialog: modal, name: field, save } = await openGroupEditor(admin, group);
  await field.fill('A taken name');
  await control.addFault({
    kind: 'userErrors',
    operation: 'UpdateSellingPlanGroup',
    userErrors: [{ field: ['input', 'name'], message: 'Name is taken.' }],
  });
  await save.click();
  await expect(modal.getByText('Name is taken.')).toHaveCount(2);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Name is taken\./);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('A taken name');
  await inspect('group-edit-failure');
});

test('no answer at all leaves the form as it is, and it can be sent again', async ({
  admin,
  control,
  page,
  errors,
}) => {
  errors.expect(/net::ERR/);
  const group = await groupNamed(control, store, 'Welcome offer');
  const path = `/fixed-subscription/${numberOf(group.id)}`;
  const form = await openGroupEditor(admin, group);
  await form.name.fill('A better offer');
  await page.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()),
  );
  await form.save.click();
  await expect(form.banner).toHaveText('Something went wrong!');
  await expect(form.name).toHaveValue('A better offer');

  await page.unrouteAll();
  await form.save.click();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();
  await expect(admin.app.getByRole('heading', { name: 'A better offer' })).toBeVisible();
});
