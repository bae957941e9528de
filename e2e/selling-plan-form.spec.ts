import { expect, stores, test } from './fixtures.ts';
import { addGroup, type GroupEntry, openGroupForm } from './group-form.ts';
import { screenReady } from './open-screen.ts';
import { storedGroups } from './stored-groups.ts';

// Specification §2 and §3: the selling plan group's modal in create mode, with every kind of option.

const kinds: Array<{ group: GroupEntry; words: string[] }> = [
  {
    group: {
      name: 'Days and weeks',
      position: '7',
      options: [
        { every: '3', interval: 'Day' },
        { every: '2', interval: 'Week', percentage: '12.5' },
      ],
    },
    words: ['Every 3 days', 'Every 2 weeks, 12.5% off'],
  },
  {
    group: {
      name: 'Months and years',
      options: [
        { every: '1', interval: 'Month', percentage: '100' },
        { every: '1', interval: 'Year' },
        { every: '6', interval: 'Month', percentage: '0.5' },
        { every: '2', interval: 'Year', percentage: '7' },
      ],
    },
    words: ['Every month, 100% off', 'Every year', 'Every 6 months, 0.5% off', 'and 1 more'],
  },
  {
    group: {
      name: 'Cheap start',
      firstOrderDiscount: '30',
      firstOrderDiscountCycles: '3',
      recurringDiscount: '10',
      options: [{}, { every: '1', interval: 'Month', percentage: '15' }],
    },
    words: [
      'Every week, 30% off the first 3 orders, then 10% off',
      'Every month, 30% off the first 3 orders, then 15% off',
    ],
  },
  {
    group: {
      name: 'First order only',
      firstOrderDiscount: '20',
      options: [{ every: '1', interval: 'Week' }],
    },
    words: ['Every week, 20% off the first order, then full price'],
  },
  {
    group: {
      name: 'By the cup',
      usageBased: { planName: 'When the tin is empty' },
      options: [{ every: '2', interval: 'Week', percentage: '15' }],
    },
    words: ['Every 2 weeks, 15% off'],
  },
];

test('adds groups with every kind of option', async ({ admin, page, control }) => {
  const form = await openGroupForm(admin);
  for (const [index, { group, words }] of kinds.entries()) {
    await test.step(group.name, async () => {
      if (index > 0) await addGroup(admin);
      await form.fill(group);
      await form.save.click();
      await expect(form.dialog).toBeHidden();
      await expect(page.getByText('Selling plan group created').last()).toBeVisible();
      const row = admin.app.getByRole('row', { name: group.name });
      await expect(row.getByRole('listitem')).toHaveText(words);
    });
  }

  await page.reload();
  await screenReady(admin);
  for (const { group, words } of kinds) {
    const row = admin.app.getByRole('row', { name: group.name });
    await expect(row.getByRole('listitem')).toHaveText(words);
  }

  const [days] = await storedGroups(control, stores.established, 'Days and weeks');
  expect(days?.position).toBe(7);
  const [start] = await storedGroups(control, stores.established, 'Cheap start');
  const percent = (percentage: number) => ({
    adjustmentType: 'PERCENTAGE',
    adjustmentValue: { percentage },
  });
  expect(start?.sellingPlans.nodes.map((plan) => plan.pricingPolicies)).toEqual([
    [percent(30), { ...percent(10), afterCycle: 3 }],
    [percent(30), { ...percent(15), afterCycle: 3 }],
  ]);
  const [usage] = await storedGroups(control, stores.established, 'By the cup');
  expect(usage?.sellingPlans.nodes[0]?.name).toContain('When the tin is empty');
});

test('a new store adds its first group', async ({ admin, page }) => {
  const form = await openGroupForm(admin, stores.fresh);
  await form.fill({ name: 'First roast', options: [{ every: '2', interval: 'Month' }] });
  await form.save.click();
  const row = admin.app.getByRole('row', { name: 'First roast' });
  await expect(row.getByRole('listitem')).toHaveText(['Every 2 months']);
  await page.reload();
  await expect(row.getByRole('listitem')).toHaveText(['Every 2 months']);
});

test('begins with the defaults, and takes percentages only once it is usage-based', async ({
  admin,
}) => {
  const form = await openGroupForm(admin);
  await form.expectFilled({
    name: '',
    position: '0',
    firstOrderDiscount: '0',
    firstOrderDiscountCycles: '1',
    recurringDiscount: '0',
    options: [{ every: '1', interval: 'Week' }],
  });
  await expect(form.usageBased).not.toBeChecked();
  await expect(form.option(1).discountType).toHaveValue('NONE');
  await expect(form.option(1).discount).toBeHidden();
  await expect(form.option(1).interval.getByRole('option')).toHaveText([
    'Day',
    'Week',
    'Month',
    'Year',
  ]);
  await expect(form.option(1).discountType.getByRole('option')).toHaveText(['None', 'Percentage']);
  await expect(form.option(1).remove).toBeDisabled();

  await expect(form.planName).toBeHidden();
  await form.usageBased.check();
  await expect(form.planName).toBeVisible();
  await expect(form.option(1).discountType).toBeDisabled();
  await expect(form.option(1).discountType).toHaveValue('PERCENTAGE');
  await form.addOption.click();
  await expect(form.option(2).discountType).toBeDisabled();
  await expect(form.option(2).discountType).toHaveValue('PERCENTAGE');
  await form.usageBased.uncheck();
  await expect(form.planName).toBeHidden();
  await expect(form.option(1).discountType).toBeEnabled();
});

test('removes the option that is meant, but never the last one', async ({ admin }) => {
  const form = await openGroupForm(admin);
  await form.fill({
    name: 'Fewer options',
    options: [
      { every: '1', interval: 'Day' },
      { every: '2', interval: 'Week', percentage: '5' },
      { every: '3', interval: 'Month' },
    ],
  });
  await form.option(2).remove.click();
  await expect(form.option(3).section).toBeHidden();
  await form.expectFilled({
    name: 'Fewer options',
    options: [
      { every: '1', interval: 'Day' },
      { every: '3', interval: 'Month' },
    ],
  });
  await form.option(1).remove.click();
  await expect(form.option(2).section).toBeHidden();
  await expect(form.option(1).remove).toBeDisabled();
  await form.save.click();
  const row = admin.app.getByRole('row', { name: 'Fewer options' });
  await expect(row.getByRole('listitem')).toHaveText(['Every 3 months']);
});

test('says what is wrong at its field, at a desk and on a phone', async ({ admin, inspect }) => {
  const form = await openGroupForm(admin);
  await form.save.click();
  await expect(form.name).toHaveAccessibleDescription('Please enter a name for selling plan');
  await expect(form.name).toBeFocused();
  await form.fill({
    name: 'Well described',
    firstOrderDiscount: '20',
    recurringDiscount: '10',
    options: [{}, { every: '1', interval: 'Month', percentage: '101' }],
  });
  await expect(form.name).toHaveAccessibleDescription('');
  await form.position.fill('1.5');
  await form.position.blur();
  await expect(form.position).toHaveAccessibleDescription(/Value must be an integer/);
  await form.position.fill('1');
  await expect(form.position).toHaveAttribute('aria-invalid', 'false');
  await form.save.click();
  await expect(form.option(2).discount).toBeFocused();
  await expect(form.option(2).discount).toHaveAttribute('aria-invalid', 'true');
  await expect(form.dialog.getByRole('heading', { name: 'What a customer pays' })).toBeVisible();
  await inspect('selling-plan-form');
});
