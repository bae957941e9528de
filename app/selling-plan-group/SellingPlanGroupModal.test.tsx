import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, createContext, useContext } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { shouldRevalidate } from '../requests/should-revalidate.ts';
import { exampleGroup, exampleOption } from '../testing/example-group.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { groupFormValues } from './group-form-values.ts';
import { SellingPlanGroupModal } from './SellingPlanGroupModal.tsx';

function planId(number: number): string {
  return `gid://shopify/SellingPlan/${number}`;
}

function option(
  number: number,
  change: Partial<SellingPlanGroup['recurringPolicies'][number]> = {},
) {
  return { ...exampleOption(number), ...change };
}

const group = exampleGroup;

const conflict = 'Someone else changed this selling plan group after you opened it.';

const Opened = createContext<ComponentProps<typeof SellingPlanGroupModal> | null>(null);

function ModalPage() {
  const props = useContext(Opened);
  return props && <SellingPlanGroupModal {...props} />;
}

type Posted = Record<string, string>;

/** Shows the modal on a page whose action gives these answers, one for each submit. */
function openModal(edited: SellingPlanGroup | undefined, answers: unknown[] = []) {
  const posted: Posted[] = [];
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const { user, dispatched } = showScreen(
    [
      {
        path: '/',
        Component: ModalPage,
        action: async ({ request }) => {
          const formData = await request.formData();
          posted.push(
            Object.fromEntries([...formData].map(([name, value]) => [name, String(value)])),
          );
          return answers.shift() ?? { result: { status: 'success' }, saved: edited, status: 200 };
        },
        shouldRevalidate,
      },
      {
        path: '/resources/preview-products',
        loader: () => ({ products: [], today: '2026-01-31' }),
      },
    ],
    {
      around: (routes) => (
        <Opened.Provider value={{ group: edited, currencyCode: 'USD', onClose, onSaved }}>
          {routes}
        </Opened.Provider>
      ),
    },
  );
  return { posted, onClose, onSaved, dispatched, user };
}

function failing(
  status: number,
  error: Record<string, string[]>,
  latest?: SellingPlanGroup,
  initialValue?: object,
) {
  return { result: { status: 'error', error, initialValue }, saved: null, status, latest };
}

const nameField = () => screen.findByLabelText<HTMLInputElement>('Name');
const press = (name: string) => screen.getByRole('button', { name });
const ready = (name: string) =>
  waitFor(() => expect(press(name).getAttribute('aria-disabled')).not.toBe('true'));

beforeAll(prepareScreenTests);

describe('SellingPlanGroupModal', () => {
  it('posts what was opened and changed, and the removed options as selling plans to delete', async () => {
    const { user, posted, onSaved } = openModal(group);
    const name = await nameField();
    await user.clear(name);
    await user.type(name, 'Tea weekly');
    await user.click(press('Remove option 1'));
    await user.click(press('Add option'));
    await waitFor(() => expect(screen.getAllByLabelText('Every')).toHaveLength(2));
    await user.click(press('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      intent: 'save-group',
      name: 'Tea weekly',
      position: '2',
      version: 'first',
      'sellingPlansToDelete[0]': planId(1),
      'recurringPolicies[0].id': planId(2),
      'recurringPolicies[0].intervalCount': '2',
      'recurringPolicies[1].interval': 'WEEK',
      'recurringPolicies[1].discountType': 'NONE',
    });
    expect(posted[0]).not.toHaveProperty('recurringPolicies[1].id');
    expect(posted[0]).not.toHaveProperty('sellingPlansToDelete[1]');
  });

  it('keeps what was typed and says what failed, in a banner and at the field', async () => {
    const error = { name: ['This name is taken'] };
    const { user, onClose, onSaved } = openModal(group, [failing(422, error)]);
    const name = await nameField();
    await user.type(name, ' again');
    await user.click(press('Save'));
    await waitFor(() => expect(screen.getAllByText('This name is taken')).toHaveLength(2));
    expect(name).toHaveProperty('value', 'Coffee weekly again');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(onSaved).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says what the server said of a field until that field is mended', async () => {
    const tooLarge = 'Interval is too large';
    const sent = { ...groupFormValues(group), name: 'Coffee weekly' };
    const error = { 'recurringPolicies[1].intervalCount': [tooLarge] };
    const { user } = openModal(group, [failing(422, error, undefined, sent)]);
    const name = await nameField();
    await user.click(press('Save'));
    // In the banner and at the field.
    await waitFor(() => expect(screen.getAllByText(tooLarge)).toHaveLength(2));
    await user.type(name, ' again');
    await user.click(screen.getByLabelText('Position'));
    expect(screen.getAllByText(tooLarge)).toHaveLength(2);
    const [, interval] = screen.getAllByLabelText('Interval');
    if (!interval) throw new Error('There is no second option.');
    await user.selectOptions(interval, 'Day');
    await waitFor(() => expect(screen.queryByText(tooLarge)).toBeNull());
  });

  it('says of an option as a whole what the server said of it', async () => {
    const message = 'Cannot have multiple selling plans with the same name.';
    const { user } = openModal(group, [failing(422, { 'recurringPolicies[1]': [message] })]);
    await nameField();
    await user.click(press('Save'));
    const second = await screen.findByRole('region', { name: 'Option 2' });
    expect((await within(second).findByRole('alert')).textContent).toBe(message);
    expect(
      within(screen.getByRole('region', { name: 'Option 1' })).queryByRole('alert'),
    ).toBeNull();
  });

  it('lets the merchant overwrite what somebody else saved meanwhile', async () => {
    // Somebody else removed the second option and added a third.
    const latest = { ...group, version: 'second', recurringPolicies: [option(1), option(3)] };
    const { user, posted, onSaved } = openModal(group, [failing(409, { '': [conflict] }, latest)]);
    const name = await nameField();
    await user.type(name, ', mine');
    await user.click(press('Save'));
    await screen.findByText(conflict);
    expect(name.value).toBe('Coffee weekly, mine');
    await user.click(press('Overwrite with my changes'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(posted[0]).toMatchObject({ version: 'first', 'recurringPolicies[1].id': planId(2) });
    expect(posted[1]).toMatchObject({
      name: 'Coffee weekly, mine',
      version: 'second',
      'recurringPolicies[0].id': planId(1),
      'recurringPolicies[1].intervalCount': '2',
      'sellingPlansToDelete[0]': planId(3),
    });
    expect(posted[1]).not.toHaveProperty('recurringPolicies[1].id');
  });

  it('does not blame somebody else for what an earlier save of its own may have done', async () => {
    const latest = { ...group, name: 'Coffee weekly, mine', version: 'second' };
    const { user, posted } = openModal(group, [
      failing(502, { '': ['Oops'] }),
      failing(409, { '': [conflict] }, latest),
    ]);
    await user.type(await nameField(), ', mine');
    await user.click(press('Save'));
    await screen.findByText('Oops');
    await user.type(await nameField(), ' too');
    await user.click(press('Save'));
    await screen.findByText(/An earlier save of yours may have gone through/);
    expect(screen.queryByText(conflict)).toBeNull();
    await user.click(press('Overwrite with my changes'));
    await waitFor(() => expect(posted).toHaveLength(3));
    expect(posted[2]).toMatchObject({ name: 'Coffee weekly, mine too', version: 'second' });
    expect(new Set(posted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('lets the merchant see what somebody else saved meanwhile instead', async () => {
    const latest = { ...group, name: 'Theirs', version: 'second', recurringPolicies: [option(3)] };
    const { user, posted, onSaved } = openModal(group, [failing(409, { '': [conflict] }, latest)]);
    await user.type(await nameField(), ', mine');
    await user.click(press('Save'));
    await screen.findByText(conflict);
    await user.click(press('Discard my changes and show the latest'));
    await waitFor(async () => expect((await nameField()).value).toBe('Theirs'));
    expect(screen.queryByText(conflict)).toBeNull();
    await user.click(press('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(posted[1]).toMatchObject({ version: 'second', 'recurringPolicies[0].id': planId(3) });
  });

  it('asks before unsaved changes are lost', async () => {
    const { user, onClose } = openModal(group);
    await user.type(await nameField(), '!');
    await user.click(press('Cancel'));
    await screen.findByText('Your changes to this selling plan group will be lost.');
    await ready('Discard changes');
    await user.click(press('Discard changes'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('still asks after a save that failed', async () => {
    const { user, onClose } = openModal(group, [failing(502, { '': ['Oops'] })]);
    await user.type(await nameField(), '!');
    await user.click(press('Save'));
    await screen.findByText('Oops');
    await user.click(press('Cancel'));
    await screen.findByText('Discard unsaved changes?');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes at once where nothing differs any more', async () => {
    const { user, onClose, dispatched } = openModal(group);
    const name = await nameField();
    await user.type(name, '!{Backspace}');
    await user.click(screen.getByLabelText('Position'));
    await user.click(press('Cancel'));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(dispatched.at(-1)).toBe('APP::LEAVE_CONFIRMATION::DISABLE');
  });

  it('does not change usage-based mode, and fixes its discounts to percentages', async () => {
    const usageBased = {
      ...group,
      isDynamic: true,
      dynamicSellingPlanName: 'As you brew',
      recurringPolicies: [option(1), option(2, { discountValue: 15 })],
    };
    const { user, posted, onSaved } = openModal(usageBased);
    await nameField();
    const mode = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Usage-based' });
    expect([mode.checked, mode.disabled]).toEqual([true, true]);
    for (const section of screen.getAllByRole('region', { name: /^Option/ })) {
      const type = within(section).getByLabelText<HTMLSelectElement>('Discount type');
      expect([type.value, type.disabled]).toEqual(['PERCENTAGE', true]);
    }
    await user.click(press('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(posted[0]).toMatchObject({
      isDynamic: 'on',
      dynamicSellingPlanName: 'As you brew',
      'recurringPolicies[1].discountType': 'PERCENTAGE',
      'recurringPolicies[1].discountValue': '15',
    });
  });

  it('cannot remove the last remaining option', async () => {
    openModal({ ...group, recurringPolicies: [option(1)] });
    await nameField();
    expect(press('Remove option 1').getAttribute('aria-disabled')).toBe('true');
  });

  it('makes a new group with the defaults', async () => {
    const { user, posted, onSaved } = openModal(undefined, [
      { result: { status: 'success' }, saved: group, status: 200 },
    ]);
    await user.type(await nameField(), 'New one');
    await user.click(press('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(group));
    expect(posted[0]).toMatchObject({
      name: 'New one',
      position: '0',
      firstOrderDiscountCycles: '1',
      'recurringPolicies[0].interval': 'WEEK',
      'recurringPolicies[0].intervalCount': '1',
      'recurringPolicies[0].discountType': 'NONE',
    });
    expect(posted[0]).not.toHaveProperty('version');
    expect(posted[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });
});
