import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleGroup, exampleOption, priceSettingPlan } from '../testing/example-group.ts';
import { openGroupForm } from '../testing/group-form-in-test.tsx';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';

const rendered = vi.hoisted(() => ({ lists: 0, fields: [] as string[], previews: 0 }));
vi.mock('../forms/FormTextField.tsx', async (importOriginal) => {
  const { FormTextField } = await importOriginal<typeof import('../forms/FormTextField.tsx')>();
  return {
    FormTextField: (props: Parameters<typeof FormTextField>[0]) => {
      rendered.fields.push(String(props.label));
      return <FormTextField {...props} />;
    },
  };
});
vi.mock('./PlanPreview.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof import('./PlanPreview.tsx')>();
  return {
    ...original,
    PlanPreview: (props: Parameters<typeof original.PlanPreview>[0]) => {
      rendered.previews += 1;
      return <original.PlanPreview {...props} />;
    },
  };
});
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

const press = (name: string) => screen.getByRole('button', { name });
const every = () => screen.getAllByLabelText<HTMLInputElement>('Every');

beforeAll(prepareScreenTests);
afterEach(() => vi.unstubAllGlobals());

describe('GroupForm', () => {
  it.each([
    ['the option that took its place', 2, 1, '3'],
    ['the one before, where it was the last', 3, 1, '2'],
    ['the one after, where it was the first', 1, 0, '2'],
  ])('puts the keyboard on %s when an option is removed', async (_where, removed, index, count) => {
    const { user } = await openGroupForm({ group });
    press(`Remove option ${removed}`).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(every()).toHaveLength(2));
    expect(document.activeElement).toBe(every()[index]);
    expect(every()[index]?.value).toBe(count);
  });

  it('renders no option and no price anew while the name is typed', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ products: [], today: '2026-01-31' }));
    const { user } = await openGroupForm({ group });
    const name = screen.getByLabelText('Name');
    await user.type(name, '!');
    const before = { ...rendered };
    await user.type(name, ' and more');
    expect(name).toHaveProperty('value', 'Coffee weekly! and more');
    expect(rendered).toMatchObject({ lists: before.lists, previews: before.previews });
    await user.type(screen.getByLabelText('Recurring discount'), '5');
    expect(rendered.previews).toBeGreaterThan(before.previews);
  });

  it('is not rendered anew because the first key makes what is around it say so', async () => {
    const { user } = await openGroupForm({ group });
    const name = screen.getByLabelText('Name');
    await user.click(name);
    rendered.fields = [];
    await user.keyboard('!');
    await screen.findByText('unsaved');
    expect(rendered.fields).toEqual([]);
  });

  it('renders only the new option when one is added', async () => {
    const { user } = await openGroupForm({ group });
    await user.click(screen.getByLabelText('Name'));
    rendered.fields = [];
    await user.click(press('Add option'));
    await waitFor(() => expect(every()).toHaveLength(4));
    expect(rendered.fields).toEqual(['Every']);
  });

  describe('with plans that it can not express', () => {
    const setPrice = priceSettingPlan();
    const mixed = { ...group, sellingPlans: [setPrice], recurringPolicies: [exampleOption(1)] };
    const readOnly = () => within(screen.getByRole('region', { name: setPrice.name }));

    async function save({ user, posted }: Awaited<ReturnType<typeof openGroupForm>>) {
      const before = posted.length;
      await user.type(screen.getByLabelText('Name'), '{Enter}');
      await waitFor(() => expect(posted).toHaveLength(before + 1));
      await screen.findByText('idle');
      return posted.at(-1) ?? {};
    }

    it('shows them with their words and the reason, and sends nothing of them', async () => {
      const form = await openGroupForm({ group: mixed });
      readOnly().getByText('Every week, for $9.00');
      readOnly().getByText('It sets a price instead of a discount.');
      expect(readOnly().queryByRole('textbox')).toBeNull();
      await form.user.type(screen.getByLabelText('Name'), '!');
      const sent = await save(form);
      expect(JSON.stringify(sent)).not.toContain(setPrice.id);
      expect(sent).toMatchObject({ 'recurringPolicies[0].id': exampleOption(1).id });
    });

    it('removes one only when told, and until then it can be kept', async () => {
      const onUnsavedChange = vi.fn();
      const form = await openGroupForm({ group: mixed, onUnsavedChange });
      const { user } = form;
      press(`Remove ${setPrice.name}`).focus();
      await user.keyboard('{Enter}');
      expect(onUnsavedChange).toHaveBeenLastCalledWith(true);
      expect(document.activeElement).toBe(press(`Keep ${setPrice.name}`));
      expect(press('Remove option 1').getAttribute('aria-disabled')).toBe('true');
      await user.click(press(`Keep ${setPrice.name}`));
      expect(onUnsavedChange).toHaveBeenLastCalledWith(false);
      expect(await save(form)).not.toHaveProperty('sellingPlansToDelete[0]');
      await user.click(press(`Remove ${setPrice.name}`));
      expect(await save(form)).toMatchObject({ 'sellingPlansToDelete[0]': setPrice.id });
    });

    it('lets the last editable option go, but never the last of all', async () => {
      const form = await openGroupForm({ group: mixed });
      press('Remove option 1').focus();
      await form.user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByLabelText('Every')).toBeNull());
      expect(document.activeElement).toBe(press('Add option'));
      expect(press(`Remove ${setPrice.name}`).getAttribute('aria-disabled')).toBe('true');
      const sent = await save(form);
      expect(sent).toMatchObject({ 'sellingPlansToDelete[0]': exampleOption(1).id });
      expect(Object.keys(sent).filter((name) => name.startsWith('recurringPolicies'))).toEqual([]);
    });

    it('opens without an empty option where all of them are such', async () => {
      await openGroupForm({ group: { ...mixed, recurringPolicies: [] } });
      expect(screen.queryByLabelText('Every')).toBeNull();
      expect(press(`Remove ${setPrice.name}`).getAttribute('aria-disabled')).toBe('true');
    });
  });
});
