import { expect, stores, test } from './fixtures.ts';
import { GroupForm, openGroupEditor } from './group-form.ts';
import {
  countOperations,
  findGroup,
  groupNamed,
  type PlatformGroup,
  renameGroup,
} from './store-contents.ts';

// Specification §4: the selling plan group modal in update mode, and two people's edits at once.

const store = stores.established;

test('changes, removes and adds options in one call; plans that stay keep their ids', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const before = await groupNamed(control, store, 'Every week or two');
  const [weekly, twoWeekly, monthly] = before.sellingPlans.nodes;
  const form = await openGroupEditor(admin, before);
  const { dialog: modal } = form;
  await expect(form.name).toHaveValue('Every week or two');
  await expect(form.usageBased).toBeDisabled();
  await expect(modal.getByText('You can’t change this once the group exists.')).toBeVisible();
  await expect(modal.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();
  await inspect('group-edit');

  await form.name.fill('Every week or so');
  await form.option(2).remove.click();
  await expect(form.option(2).interval).toHaveValue('MONTH');
  await form.option(2).every.fill('2');
  await form.addOption.click();
  await form.fillOption(3, { interval: 'Year', percentage: '12.5' });
  await control.clearRequests();
  await form.save.click();

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

test('usage mode fixes the discount type to Percentage, and stays as it was created', async ({
  admin,
  groupForm: creation,
  page,
}) => {
  await creation.fill({
    name: 'As it is drunk',
    usageBased: { planName: 'When it runs out' },
    options: [{ percentage: '15' }],
  });
  await expect(creation.option(1).discountType).toHaveValue('PERCENTAGE');
  await expect(creation.option(1).discountType).toBeDisabled();
  await creation.save.click();
  await expect(page.getByText('Selling plan group created')).toBeVisible();

  await admin.app.getByRole('link', { name: 'As it is drunk' }).click();
  // The list shows the same badge, so wait for the group's own page first.
  await expect(admin.app.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(admin.app.getByText('Usage-based', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('listitem')).toHaveText(['Every week, 15% off']);
  await admin.app.getByRole('button', { name: 'Edit' }).click();
  const edit = new GroupForm(admin, 'Edit selling plan group');
  await expect(edit.usageBased).toBeChecked();
  await expect(edit.usageBased).toBeDisabled();
  await expect(edit.option(1).discountType).toBeDisabled();
  await expect(edit.planName).toHaveValue('When it runs out');
  await edit.addOption.click();
  await expect(edit.option(2).discountType).toHaveValue('PERCENTAGE');
});

test.describe('a group that somebody else changed meanwhile', () => {
  const conflict = 'Someone else changed this selling plan group after you opened it.';
  let group: PlatformGroup;
  let form: GroupForm;

  test.beforeEach(async ({ admin, control, errors }) => {
    errors.expect(/status of 409/);
    group = await groupNamed(control, store, 'Welcome offer');
    form = await openGroupEditor(admin, group);
    await renameGroup(control, store, group.id, 'Their offer');
  });

  test('can be overwritten, with what was typed', async ({ admin, control, page, inspect }) => {
    await form.name.fill('My offer');
    await form.save.click();

    await expect(form.dialog.getByText(conflict)).toBeVisible();
    await expect(form.name).toHaveValue('My offer');
    expect(await findGroup(control, store, 'Their offer')).toBeDefined();
    await inspect('group-conflict');

    await form.dialog.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await expect(page.getByText('Selling plan group updated')).toBeVisible();
    await expect(admin.app.getByRole('heading', { name: 'My offer' })).toBeVisible();
    expect((await groupNamed(control, store, 'My offer')).id).toBe(group.id);
  });

  test('can be loaded as it is now, and saved from there', async ({ admin, control, page }) => {
    await form.position.fill('7');
    await form.save.click();
    await form.dialog
      .getByRole('button', { name: 'Discard my changes and show the latest' })
      .click();

    await expect(form.name).toHaveValue('Their offer');
    await expect(form.position).toHaveValue('1');
    await expect(form.dialog.getByText(conflict)).toBeHidden();
    await expect(admin.app.getByRole('heading', { name: 'Their offer' })).toBeAttached();

    await form.position.fill('2');
    await form.save.click();
    await expect(page.getByText('Selling plan group updated')).toBeVisible();
    expect((await groupNamed(control, store, 'Their offer')).id).toBe(group.id);
  });
});
