import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createContext, useContext } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type SellingPlanGroup, sellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { exampleGroup, exampleOption, priceSettingPlan } from '../testing/example-group.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { GroupForm } from './GroupForm.tsx';

const rendered = vi.hoisted(() => ({ lists: 0 }));
vi.mock('../forms/FormSelect.tsx', async (importOriginal) => {
  const { FormSelect } = await importOriginal<typeof import('../forms/FormSelect.tsx')>();
  return {
    FormSelect: (props: Parameters<typeof FormSelect>[0]) => {
      rendered.lists += 1;
      return <FormSelect {...props} />;
    },
  };
});

const group = {
  ...exampleGroup,
  recurringPolicies: [exampleOption(1), exampleOption(2), exampleOption(3)],
};

const onUnsavedChange = vi.fn();
const Edited = createContext<SellingPlanGroup | undefined>(undefined);

function Page() {
  const submission = useFormSubmission(sellingPlanGroupSchema);
  return (
    <>
      <output>{submission.isSubmitting ? 'submitting' : 'idle'}</output>
      <GroupForm
        submission={submission}
        group={useContext(Edited)}
        currencyCode="USD"
        onUnsavedChange={onUnsavedChange}
        onShowLatest={ignore}
      />
    </>
  );
}

async function openForm(edited: SellingPlanGroup | undefined) {
  const { user } = showScreen(
    [
      {
        path: '/',
        Component: Page,
        action: async ({ request }) => {
          posted = Object.fromEntries(
            [...(await request.formData())].map(([name, value]) => [name, String(value)]),
          );
          return { result: { status: 'success' }, saved: null, status: 200 };
        },
      },
    ],
    { around: (routes) => <Edited.Provider value={edited}>{routes}</Edited.Provider> },
  );
  await screen.findByLabelText('Name');
  return user;
}

let posted: Record<string, string> | undefined;

function ignore() {}

const press = (name: string) => screen.getByRole('button', { name });
const every = () => screen.getAllByLabelText<HTMLInputElement>('Every');

beforeAll(prepareScreenTests);

describe('GroupForm', () => {
  it.each([
    ['the option that took its place', 2, 1, '3'],
    ['the one before, where it was the last', 3, 1, '2'],
    ['the one after, where it was the first', 1, 0, '2'],
  ])('puts the keyboard on %s when an option is removed', async (_where, removed, index, count) => {
    const user = await openForm(group);
    press(`Remove option ${removed}`).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(every()).toHaveLength(2));
    expect(document.activeElement).toBe(every()[index]);
    expect(every()[index]?.value).toBe(count);
  });

  it('renders no option anew while the name is typed', async () => {
    const user = await openForm(group);
    const name = screen.getByLabelText('Name');
    await user.type(name, '!');
    const before = rendered.lists;
    await user.type(name, ' and more');
    expect(name).toHaveProperty('value', 'Coffee weekly! and more');
    expect(rendered.lists).toBe(before);
  });

  describe('with plans that it can not express', () => {
    const setPrice = priceSettingPlan();
    const mixed = { ...group, sellingPlans: [setPrice], recurringPolicies: [exampleOption(1)] };
    const readOnly = () => within(screen.getByRole('region', { name: setPrice.name }));

    async function save(user: UserEvent) {
      posted = undefined;
      await user.type(screen.getByLabelText('Name'), '{Enter}');
      await waitFor(() => expect(posted).toBeTruthy());
      await screen.findByText('idle');
      return posted ?? {};
    }

    it('shows them with their words and the reason, and sends nothing of them', async () => {
      const user = await openForm(mixed);
      readOnly().getByText('Every week, for $9.00');
      readOnly().getByText('It sets a price instead of a discount.');
      expect(readOnly().queryByRole('textbox')).toBeNull();
      await user.type(screen.getByLabelText('Name'), '!');
      const sent = await save(user);
      expect(JSON.stringify(sent)).not.toContain(setPrice.id);
      expect(sent).toMatchObject({ 'recurringPolicies[0].id': exampleOption(1).id });
    });

    it('removes one only when told, and until then it can be kept', async () => {
      const user = await openForm(mixed);
      onUnsavedChange.mockClear();
      press(`Remove ${setPrice.name}`).focus();
      await user.keyboard('{Enter}');
      expect(onUnsavedChange).toHaveBeenLastCalledWith(true);
      expect(document.activeElement).toBe(press(`Keep ${setPrice.name}`));
      expect(press('Remove option 1').getAttribute('aria-disabled')).toBe('true');
      await user.click(press(`Keep ${setPrice.name}`));
      expect(onUnsavedChange).toHaveBeenLastCalledWith(false);
      expect(await save(user)).not.toHaveProperty('sellingPlansToDelete[0]');
      await user.click(press(`Remove ${setPrice.name}`));
      expect(await save(user)).toMatchObject({ 'sellingPlansToDelete[0]': setPrice.id });
    });

    it('lets the last editable option go, but never the last of all', async () => {
      const user = await openForm(mixed);
      press('Remove option 1').focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByLabelText('Every')).toBeNull());
      expect(document.activeElement).toBe(press('Add option'));
      expect(press(`Remove ${setPrice.name}`).getAttribute('aria-disabled')).toBe('true');
      const sent = await save(user);
      expect(sent).toMatchObject({ 'sellingPlansToDelete[0]': exampleOption(1).id });
      expect(Object.keys(sent).filter((name) => name.startsWith('recurringPolicies'))).toEqual([]);
    });

    it('opens without an empty option where all of them are such', async () => {
      await openForm({ ...mixed, recurringPolicies: [] });
      expect(screen.queryByLabelText('Every')).toBeNull();
      expect(press(`Remove ${setPrice.name}`).getAttribute('aria-disabled')).toBe('true');
    });
  });
});
