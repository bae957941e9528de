import { expect, it } from 'vitest';
import { titleBarEntries } from './title-bar-entries.ts';

it('fills in what the app leaves out', () => {
  expect(titleBarEntries({})).toEqual({
    title: '',
    breadcrumb: null,
    primary: null,
    secondary: [],
  });
});

it('tells groups from buttons', () => {
  const { title, breadcrumb, primary, secondary } = titleBarEntries({
    title: 'Weekly',
    breadcrumbs: { id: 'b', label: 'Selling plans' },
    buttons: {
      primary: { id: 'p', label: 'Save', loading: true },
      secondary: [
        { id: 's', label: 'Edit', disabled: true },
        { id: 'g', label: 'More', buttons: [{ id: 'd', label: 'Delete' }] },
      ],
    },
  });
  expect(title).toBe('Weekly');
  expect(breadcrumb?.label).toBe('Selling plans');
  expect(primary).toEqual({
    id: 'p',
    label: 'Save',
    loading: true,
    disabled: false,
    destructive: false,
  });
  expect(
    secondary.map(({ id, disabled, actions }) => [id, disabled, actions?.map((one) => one.id)]),
  ).toEqual([
    ['s', true, undefined],
    ['g', false, ['d']],
  ]);
});
