import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openGroupForm } from '../testing/group-form-in-test.tsx';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';

// Specification §5: every message of the group form, on blur, on submit, and again with every change.

type Row = [field: string, value: string, message: string, repaired: string];

const nameless = 'Please enter a name for selling plan';
const notWhole = 'Value must be an integer';
const between = 'Value must be between 0 and 100';
const noNumber = 'Value must be a number';

const rows: Row[] = [
  ['Name', '', nameless, 'A'],
  ['Name', '   ', nameless, 'A'],
  ['Position', '-1', 'Value must be greater than or equal to 0', '1'],
  ['Position', '1.5', notWhole, '1'],
  ['Position', 'first', notWhole, '1'],
  ['First order discount', '-1', between, '100'],
  ['First order discount', '100.5', between, '100'],
  ['First order discount', 'half', between, '100'],
  ['First order discount cycles', '0', 'Value must be greater than 1', '2'],
  ['Recurring discount', '-0.1', between, '0.5'],
  ['Recurring discount', '101', between, '0.5'],
  ['Every', '', noNumber, '2'],
  ['Every', 'two', noNumber, '2'],
  ['Every', '0', 'Value must be greater than 0', '2'],
  ['Discount', 'ten', noNumber, '10'],
  ['Discount', '0', between, '10'],
  ['Discount', '100.1', between, '10'],
];

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

/** What a screen reader says of a field beside its name. */
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
