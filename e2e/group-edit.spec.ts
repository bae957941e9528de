import { expect, stores, test } from './fixtures.ts';
import { openGroupEditor } from './group-form.ts';
import { openScreen } from './open-screen.ts';
import { countOperations, findGroup, groupNamed, renameGroup } from './store-contents.ts';

// Specification §4: the selling plan group modal in update mode, and edits of two people at once.

const store = stores.established;

test('changes, removes and adds options in one call; plans that stay keep their ids', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const before = await groupNamed(control, store, 'Every week or two');
  const [weekly, twoWeekly, monthly] = before.sellingPlans.nodes;
  const { dialog: modal } = await openGroupEditor(admin, before);
  await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('Every week or two');
  await expect(modal.getByRole('checkbox', { name: 'Usage-based' })).toBeDisabled();
  await expect(modal.getByText('This cannot be changed once the group exists.')).toBeVisible();
  await expect(modal.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();
  await inspect('group-edit');

  await modal.getByRole('textbox', { name: 'Name' }).fill('Every week or so');
  await modal.getByRole('button', { name: 'Remove option 2' }).click();
  const second = modal.getByRole('region', { name: 'Option 2' });
  await expect(second.getByRole('combobox', { name: 'Interval' })).toHaveValue('MONTH');
  await second.getByRole('textbox', { name: 'Every' }).fill('2');
  await modal.getByRole('button', { name: 'Add option' }).click();
  const third = modal.getByRole('region', { name: 'Option 3' });
  await third.getByRole('combobox', { name: 'Interval' }).selectOption('Year');
  await third.getByRole('combobox', { name: 'Discount type' }).selectOption('Percentage');
  await third.getByRole('textbox', { name: 'Discount', exact: false }).fill('12.5');
  await control.clearRequests();
  await modal.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('Selling plan group updated')).toBeVisible();
  await expect(modal).toBeHidden();
  await expect(admin.app.getByRole('heading', { name: 'Every week or so' })).toBeVisible();
  await expect(admin.app.getByRole('listitem')).toHaveText([
    'Every week, 10% off',
    'Every 2 months, 5% off',
    'Every year, 12.5% off',
  ]);
  expect(await countOperations(control, store, 'UpdateSellingPlanGroup')).toBe(1);

  const after = await groupNamed(control, store, 'Every week or so');
  expect(after.id).toBe(before.id);
  expect(after.productVariantsCount).toEqual(before.productVariantsCount);
  const ids = after.sellingPlans.nodes.map((plan) => plan.id);
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(expect.arrayContaining([weekly?.id, monthly?.id]));
  expect(ids).not.toContain(twoWeekly?.id);
});

test('the last option cannot be removed', async ({ admin, control }) => {
  const group = await groupNamed(control, store, 'Welcome offer');
  const { dialog: modal } = await openGroupEditor(admin, group);
  await modal.getByRole('button', { name: 'Remove option 2' }).click();
  await expect(modal.getByRole('region', { name: 'Option 2' })).toBeHidden();
  await expect(modal.getByRole('button', { name: 'Remove option 1' })).toBeDisabled();
});

test('usage mode fixes the discount type to Percentage, and stays as it was created', async ({
  admin,
  page,
}) => {
  await openScreen(admin, '/fixed-subscription');
  await admin.app.getByRole('button', { name: 'Add', exact: true }).click();
  const creation = admin.app.getByRole('dialog', { name: 'New selling plan group' });
  await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('As it is drunk');
  await creation.getByRole('checkbox', { name: 'Usage-based' }).check();
  const type = creation.getByRole('combobox', { name: 'Discount type' });
  await expect(type).toHaveValue('PERCENTAGE');
  await expect(type).toBeDisabled();
  await creation.getByRole('textbox', { name: 'Usage-based plan name' }).fill('When it runs out');
  await creation.getByRole('region').getByRole('textbox', { name: 'Discount' }).fill('15');
  await creation.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Selling plan group created')).toBeVisible();

  await admin.app.getByRole('link', { name: 'As it is drunk' }).click();
  await expect(admin.app.getByText('Usage-based', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('listitem')).toHaveText(['Every week, 15% off']);
  await admin.app.getByRole('button', { name: 'Edit' }).click();
  const modal = admin.app.getByRole('dialog', { name: 'Edit selling plan group' });
  await expect(modal.getByRole('checkbox', { name: 'Usage-based' })).toBeChecked();
  await expect(modal.getByRole('checkbox', { name: 'Usage-based' })).toBeDisabled();
  await expect(modal.getByRole('combobox', { name: 'Discount type' })).toBeDisabled();
  await expect(modal.getByRole('textbox', { name: 'Usage-based plan name' })).toHaveValue(
    'When it runs out',
  );
  await modal.getByRole('button', { name: 'Add option' }).click();
  await expect(
    modal.getByRole('region', { name: 'Option 2' }).getByRole('combobox', {
      name: 'Discount type',
    }),
  ).toHaveValue('PERCENTAGE');
});

test.describe('a group that somebody else changed meanwhile', () => {
  const conflict = 'This selling plan group was changed by someone else since you opened it.';

  test('can be overwritten, with what was typed', async ({
    admin,
    control,
    page,
    errors,
    inspect,
  }) => {
    errors.expect(/status of 409/);
    const group = await groupNamed(control, store, 'Welcome offer');
    const { dialog: modal } = await openGroupEditor(admin, group);
    await modal.getByRole('textbox', { name: 'Name' }).fill('My offer');
    await renameGroup(control, store, group.id, 'Their offer');
    await modal.getByRole('button', { name: 'Save' }).click();

    await expect(modal.getByText(conflict)).toBeVisible();
    await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('My offer');
    expect(await findGroup(control, store, 'Their offer')).toBeDefined();
    await inspect('group-conflict');

    await modal.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await expect(page.getByText('Selling plan group updated')).toBeVisible();
    await expect(admin.app.getByRole('heading', { name: 'My offer' })).toBeVisible();
    expect((await groupNamed(control, store, 'My offer')).id).toBe(group.id);
  });

  test('can be loaded as it is now, and saved from there', async ({
    admin,
    control,
    page,
    errors,
  }) => {
    errors.expect(/status of 409/);
    const group = await groupNamed(control, store, 'Welcome offer');
    const { dialog: modal } = await openGroupEditor(admin, group);
    await modal.getByRole('textbox', { name: 'Position' }).fill('7');
    await renameGroup(control, store, group.id, 'Their offer');
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.getByRole('button', { name: 'Discard my changes and show the latest' }).click();

    await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('Their offer');
    await expect(modal.getByRole('textbox', { name: 'Position' })).toHaveValue('1');
    await expect(modal.getByText(conflict)).toBeHidden();
    await expect(admin.app.getByRole('heading', { name: 'Their offer' })).toBeAttached();

    await modal.getByRole('textbox', { name: 'Position' }).fill('2');
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Selling plan group updated')).toBeVisible();
    expect((await groupNamed(control, store, 'Their offer')).id).toBe(group.id);
  });
});
