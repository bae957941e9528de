import { expect, test } from './fixtures.ts';
import { openGroupForm } from './group-form.ts';

// Specification §5 in a browser; every message is tried in app/selling-plan-group/GroupFormMessages.test.tsx.

for (const moment of ['blur', 'submit'] as const) {
  test(`says what is wrong on ${moment}, until it is right`, async ({ admin }) => {
    const form = await openGroupForm(admin);
    await form.name.fill('Filter coffee');
    const message = 'Value must be an integer';
    await form.position.fill('1.5');
    if (moment === 'blur') await form.position.blur();
    else await form.position.press('Enter');
    await expect(form.position).toHaveAccessibleDescription(new RegExp(message));
    await expect(form.position).toHaveAttribute('aria-invalid', 'true');
    await form.position.fill('1');
    await expect(form.dialog.getByText(message)).toBeHidden();
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
