import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleGroup, priceSettingPlan } from '../testing/example-group.ts';
import { openGroupForm } from '../testing/group-form-in-test.tsx';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';

// Specification §5: every message of the group form, on blur, on submit, and again with every change.

const nameless = 'Please enter a name for selling plan';
const notWhole = 'Value must be an integer';
const between = 'Value must be between 0 and 100';
const noNumber = 'Value must be a number';

/** Of each field: a value that is right, and the message of each that is wrong. */
const fields: Array<{ label: string; repaired: string; wrong: Record<string, string> }> = [
  { label: 'Name', repaired: 'A', wrong: { '': nameless, '   ': nameless } },
  {
    label: 'Position',
    repaired: '1',
    wrong: { '-1': 'Value must be greater than or equal to 0', '1.5': notWhole, first: notWhole },
  },
  {
    label: 'First order discount',
    repaired: '100',
    wrong: { '-1': between, '100.5': between, half: between },
  },
  {
    label: 'First order discount cycles',
    repaired: '2',
    wrong: { '0': 'Value must be greater than 1' },
  },
  { label: 'Recurring discount', repaired: '0,5', wrong: { '-0.1': between, '101': between } },
  {
    label: 'Every',
    repaired: '2',
    wrong: { '': noNumber, two: noNumber, '0': 'Value must be greater than 0' },
  },
  {
    label: 'Discount',
    repaired: '10',
    wrong: { ten: noNumber, '1,500': noNumber, '0': between, '100.1': between },
  },
];
const rows = fields.flatMap(({ label, repaired, wrong }) =>
  Object.entries(wrong).map(([value, message]) => [label, value, message, repaired] as const),
);

beforeAll(prepareScreenTests);

describe.each(['blur', 'submit'] as const)('on %s, until it is right', (moment) => {
  it.each(rows)('%s = %j says "%s"', async (label, value, message, repaired) => {
    const { user, posted } = await openGroupForm();
    if (label === 'Discount') {
      await user.selectOptions(screen.getByLabelText('Discount type'), 'Percentage');
    }
    if (label !== 'Name') await user.type(screen.getByLabelText('Name'), 'A');
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    // Touched, also where the wrong value is the one from the beginning.
    await user.type(field, '1');
    await user.clear(field);
    if (value !== '') await user.type(field, value);
    await user.type(field, moment === 'submit' ? '{Enter}' : '{Tab}');
    await waitFor(() => expect(descriptionOf(field)).toContain(message));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(posted).toEqual([]);
    await user.clear(field);
    await user.type(field, repaired);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
  });
});

it('says nothing of a field that was left as it was', async () => {
  const { user } = await openGroupForm();
  const name = screen.getByLabelText('Name');
  await user.click(name);
  await user.tab();
  const position = screen.getByLabelText('Position');
  expect(document.activeElement).toBe(position);
  await user.type(position, '.5');
  await user.tab();
  await waitFor(() => expect(descriptionOf(position)).toContain(notWhole));
  expect(descriptionOf(name)).not.toContain(nameless);
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});

/** The texts that a screen reader adds to a field's name. */
function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe('what the lists do not offer', () => {
  it.each([
    ['Interval', '', 'Please select an interval type'],
    ['Discount type', 'BARTER', 'Invalid type'],
  ])('%s = %j is refused', async (label, value, message) => {
    const { user, posted } = await openGroupForm();
    await user.type(screen.getByLabelText('Name'), 'Barter');
    const select = screen.getByLabelText<HTMLSelectElement>(label);
    // As a browser's extension might.
    select.add(new Option('Something else', value));
    await user.selectOptions(select, within(select).getByText('Something else'));
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    await waitFor(() => expect(descriptionOf(select)).toContain(message));
    expect(posted).toEqual([]);
  });
});

describe('options', () => {
  const inOption2 = (label: string) =>
    within(screen.getByRole('region', { name: 'Option 2' })).getByLabelText(label);

  it('are 31 at most with the plans that are shown only, which Add says', async () => {
    const sellingPlans = Array.from({ length: 28 }, (_, index) =>
      priceSettingPlan({ id: `gid://shopify/SellingPlan/${index + 100}` }),
    );
    const { user } = await openGroupForm({ group: { ...exampleGroup, sellingPlans } });
    const add = screen.getByRole('button', { name: 'Add option' });
    const isDisabled = () => add.getAttribute('aria-disabled') === 'true';
    expect(isDisabled()).toBe(false);
    await user.click(add);
    await waitFor(() => expect(isDisabled()).toBe(true));
    expect(descriptionOf(add)).toBe(
      'A group can have up to 31 options. To add another, remove one.',
    );
    await user.click(screen.getByRole('button', { name: 'Remove option 3' }));
    await waitFor(() => expect(isDisabled()).toBe(false));
    expect(descriptionOf(add)).toBe('');
  });

  it('say which of them they repeat, until they no longer do', async () => {
    const { user, posted } = await openGroupForm();
    await user.type(screen.getByLabelText('Name'), 'Twice');
    await user.click(screen.getByRole('button', { name: 'Add option' }));
    await waitFor(() => expect(screen.getAllByLabelText('Every')).toHaveLength(2));
    const second = inOption2('Every');
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    const message = 'Same as option 1. Change how often it comes, or its discount';
    await waitFor(() => expect(descriptionOf(second)).toContain(message));
    expect(posted).toEqual([]);
    await user.selectOptions(inOption2('Interval'), 'Month');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    await waitFor(() => expect(posted).toHaveLength(1));
  });
});
