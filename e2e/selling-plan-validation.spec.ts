import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addGroup, type GroupForm, openGroupForm } from './group-form.ts';

// Specification §5: every message of the group form, on submit, on blur, and again with every change.

type Row = {
  field: string;
  locate: (form: GroupForm) => Locator;
  value: string;
  message: string;
  repaired: string;
  /** The field is there only then. */
  withPercentage?: true;
};

const fieldOf = (
  field:
    | 'name'
    | 'position'
    | 'firstOrderDiscount'
    | 'firstOrderDiscountCycles'
    | 'recurringDiscount',
  repaired: string,
  messages: Array<[value: string, message: string]>,
): Row[] =>
  messages.map(([value, message]) => ({
    field,
    locate: (form) => form[field],
    value,
    message,
    repaired,
  }));

const optionFieldOf = (
  field: 'every' | 'discount',
  repaired: string,
  messages: Array<[value: string, message: string]>,
): Row[] =>
  messages.map(([value, message]) => ({
    field,
    locate: (form) => form.option(1)[field],
    value,
    message,
    repaired,
    ...(field === 'discount' && { withPercentage: true }),
  }));

const rows: Row[] = [
  ...fieldOf('name', 'Filter coffee', [
    ['', 'Please enter a name for selling plan'],
    ['   ', 'Please enter a name for selling plan'],
  ]),
  ...fieldOf('position', '1', [
    ['-1', 'Value must be greater than or equal to 0'],
    ['1.5', 'Value must be an integer'],
    ['first', 'Value must be an integer'],
  ]),
  ...fieldOf('firstOrderDiscount', '100', [
    ['-1', 'Value must be between 0 and 100'],
    ['100.5', 'Value must be between 0 and 100'],
    ['half', 'Value must be between 0 and 100'],
  ]),
  ...fieldOf('firstOrderDiscountCycles', '2', [['0', 'Value must be greater than 1']]),
  ...fieldOf('recurringDiscount', '0.5', [
    ['-0.1', 'Value must be between 0 and 100'],
    ['101', 'Value must be between 0 and 100'],
  ]),
  ...optionFieldOf('every', '2', [
    ['', 'Value must be a number'],
    ['two', 'Value must be a number'],
    ['0', 'Value must be greater than 0'],
  ]),
  ...optionFieldOf('discount', '10', [
    ['ten', 'Value must be a number'],
    ['0', 'Value must be between 0 and 100'],
    ['100.1', 'Value must be between 0 and 100'],
  ]),
];

const moments = {
  blur: (field: Locator) => field.blur(),
  // Without leaving the field.
  submit: (field: Locator) => field.press('Enter'),
} as const;

for (const moment of ['blur', 'submit'] as const) {
  test(`says what is wrong on ${moment}, until it is right`, async ({ admin }) => {
    const form = await openGroupForm(admin);
    for (const [index, row] of rows.entries()) {
      await test.step(`${row.field} "${row.value}"`, async () => {
        if (index > 0) await addGroup(admin);
        if (row.field !== 'name') await form.name.fill('Filter coffee');
        if (row.withPercentage) await form.option(1).discountType.selectOption('Percentage');
        const field = row.locate(form);
        // Touched, also where the wrong value is the one from the beginning.
        await field.fill('1');
        await field.fill(row.value);
        await moments[moment](field);
        await expect(field).toHaveAccessibleDescription(new RegExp(row.message));
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await field.fill(row.repaired);
        await expect(form.dialog.getByText(row.message)).toBeHidden();
        await form.cancel.click();
        await admin.app.getByRole('button', { name: 'Discard changes' }).click();
        await expect(admin.app.getByRole('dialog')).toBeHidden();
      });
    }
  });
}

test('an untouched form is not complained about, but not saved either', async ({ admin }) => {
  const form = await openGroupForm(admin);
  await expect(form.name).not.toHaveAttribute('aria-invalid', 'true');
  await form.save.click();
  await expect(form.name).toHaveAccessibleDescription('Please enter a name for selling plan');
  await expect(form.name).toBeFocused();
  await form.name.fill('Espresso');
  await expect(form.name).toHaveAccessibleDescription('');
  await form.name.fill(' ');
  await expect(form.name).toHaveAccessibleDescription('Please enter a name for selling plan');
});

// A merchant cannot choose these: the page is changed to offer them, as a browser's extension might.
const unoffered = [
  { list: 'interval', value: '', message: 'Please select an interval type' },
  { list: 'discountType', value: 'BARTER', message: 'Invalid type' },
] as const;

for (const { list, value, message } of unoffered) {
  test(`refuses what the ${list} list does not offer`, async ({ admin }) => {
    const form = await openGroupForm(admin);
    await form.name.fill('Barter');
    const select = form.option(1)[list];
    await select.evaluate((element, offered) => {
      if (element instanceof HTMLSelectElement) element.add(new Option('Something else', offered));
    }, value);
    await select.selectOption('Something else');
    await form.save.click();
    await expect(select).toHaveAccessibleDescription(message);
  });
}

test('a Fixed Amount must be above 0', async ({ admin }) => {
  const form = await openGroupForm(admin);
  await form.name.fill('Fixed');
  const option = form.option(1);
  await option.discountType.evaluate((element) => {
    if (element instanceof HTMLSelectElement)
      element.add(new Option('Fixed Amount', 'FIXED_AMOUNT'));
  });
  await option.discountType.selectOption('Fixed Amount');
  const amount = option.section.getByRole('textbox', { name: 'Discount' });
  await amount.fill('0');
  await amount.press('Enter');
  await expect(amount).toHaveAccessibleDescription('Value must be greater than 0');
  await amount.fill('250');
  await expect(amount).toHaveAccessibleDescription('');
});
