import { useLoaderData, useNavigate } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sayInForms } from '../bridge/long-wait.ts';
import { shouldRevalidate } from '../requests/should-revalidate.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showRoute } from '../testing/screen-in-test.tsx';
import { answerForm, saveForm } from './answer-form.server.ts';
import { FormModal } from './FormModal.tsx';
import { FormTextField } from './FormTextField.tsx';
import { SubmissionForm } from './SubmissionForm.tsx';
import { useDialog } from './use-dialog.ts';
import { useFormSubmission } from './use-form-submission.ts';
import { useSubmissionForm } from './use-submission-form.ts';

const schema = z.object({ name: z.string() });
const saved = vi.fn();

/** A server with one thing on it. */
const server = {
  name: 'Old',
  loads: 0,
  keys: [] as Array<string | undefined>,
  save: async (name: string) => {
    server.name = name;
  },
};

async function action({ request }: { request: Request }) {
  return answerForm(request, {
    save: ({ formData, idempotencyKey }) =>
      saveForm(formData, schema, async ({ name }) => {
        server.keys.push(idempotencyKey);
        await server.save(name);
        return { name };
      }),
  });
}

function Thing() {
  const { name } = useLoaderData<{ name: string }>();
  const renaming = useDialog('rename');
  const navigate = useNavigate();
  return (
    <Page title={name} primaryAction={{ content: 'Rename', url: renaming.url }}>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        Forward
      </button>
      {renaming.isOpen ? <RenameModal onClose={renaming.close} /> : null}
    </Page>
  );
}

function RenameModal({ onClose }: { onClose: () => void }) {
  const submission = useFormSubmission<z.infer<typeof schema>>();
  const { form, fields } = useSubmissionForm(submission, schema);
  return (
    <FormModal
      submission={submission}
      title="Rename it"
      submit={{ content: 'Save', busy: 'Saving...' }}
      unsaved={fields.name.value ? 'The name will be lost.' : undefined}
      onSaved={(thing) => {
        saved(thing);
        onClose();
      }}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="save" form={form}>
        <FormTextField field={fields.name} label="Name" />
      </SubmissionForm>
    </FormModal>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const opener = () => screen.findByRole('button', { name: 'Rename' });
const field = () => screen.findByLabelText<HTMLInputElement>('Name');
const isOpen = () => screen.queryByRole('dialog') !== null;
// Polaris listens for the key's number.
const pressEscape = () => fireEvent.keyUp(document.body, { keyCode: 27 });
const ready = (name: string) =>
  waitFor(() => expect(button(name).getAttribute('aria-disabled')).not.toBe('true'));

async function open() {
  const loader = () => {
    server.loads += 1;
    return { name: server.name };
  };
  const { user, dispatched } = showRoute('/', { default: Thing, loader, action, shouldRevalidate });
  await user.click(await opener());
  return { user, dispatched, name: await field() };
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  saved.mockClear();
  Object.assign(server, {
    name: 'Old',
    loads: 0,
    keys: [],
    save: async (name: string) => {
      server.name = name;
    },
  });
});

describe('a form in a modal', () => {
  it('opens by its address and closes when the browser goes back, without loading anything', async () => {
    const { user } = await open();
    expect(server.loads).toBe(1);
    await user.click(button('Back'));
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(server.loads).toBe(1);
  });

  it('closes at once where a double press opened it', async () => {
    const { user } = await open();
    await user.click(button('Cancel'));
    await waitFor(() => expect(isOpen()).toBe(false));
    const link = await opener();
    // Both come before React draws again, as on a busy machine.
    act(() => {
      link.click();
      link.click();
    });
    await field();
    await user.click(button('Cancel'));
    await waitFor(() => expect(isOpen()).toBe(false));
    await user.click(await opener());
    await field();
  });

  it('closes again where Forward led back to it after it was cancelled', async () => {
    const { user } = await open();
    for (let visits = 0; visits < 2; visits += 1) {
      await user.click(button('Cancel'));
      await waitFor(() => expect(isOpen()).toBe(false));
      await user.click(button('Forward'));
      await field();
    }
    pressEscape();
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('hands over once, over a screen that shows what was saved', async () => {
    const { user, name } = await open();
    await user.type(name, 'New{Enter}');
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(saved.mock.calls).toEqual([[{ name: 'New' }]]);
    await screen.findByRole('heading', { name: 'New' });
    expect(server.loads).toBe(2);
    expect(document.activeElement).toBe(await opener());
  });

  it('is sent once, however often Enter is pressed before the screen shows it', async () => {
    const { user, name } = await open();
    await user.type(name, 'New');
    const pressQuickly = () => {
      for (let presses = 0; presses < 3; presses += 1) name.form?.requestSubmit();
    };
    name.addEventListener('dblclick', pressQuickly);
    await user.dblClick(name);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(server.keys).toHaveLength(1);
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it.each(['Cancel', 'Close', 'Escape', 'Back'])(
    'asks on %s before typing is lost',
    async (way) => {
      const { user, name, dispatched } = await open();
      await user.type(name, 'New');
      expect(dispatched).toContain('APP::LEAVE_CONFIRMATION::ENABLE');
      const leave = () => (way === 'Escape' ? pressEscape() : user.click(button(way)));
      await leave();
      const question = await screen.findByText('The name will be lost.');
      await waitFor(() => expect(document.activeElement?.contains(question)).toBe(true));
      await ready('Keep editing');
      await user.click(button('Keep editing'));
      expect((await field()).value).toBe('New');
      await waitFor(() => expect(document.activeElement).toBe(name));

      await leave();
      await ready('Discard changes');
      await user.click(button('Discard changes'));
      await waitFor(() => expect(isOpen()).toBe(false));
      expect(dispatched.at(-1)).toBe('APP::LEAVE_CONFIRMATION::DISABLE');
      expect(document.activeElement).toBe(await opener());
    },
  );

  it('does not take the second press of a double press for an answer', async () => {
    const { user, name } = await open();
    await user.type(name, 'New');
    // Nothing is awaited between the presses, so on a slow machine, too, they come within the guard's time.
    fireEvent.click(button('Cancel'));
    fireEvent.click(screen.getByText('Discard changes'));
    pressEscape();
    await screen.findByText('The name will be lost.');
    expect(isOpen()).toBe(true);
  });

  it('closes at once where nothing is to be lost', async () => {
    const { user, name } = await open();
    await user.type(name, 'N{Backspace}');
    await user.click(button('Cancel'));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('stays open and still while it is being saved', async () => {
    const { user, name } = await open();
    let finish = () => {};
    server.save = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    await user.type(name, 'New{Enter}');
    await waitFor(() => expect(name.closest('[inert]')).not.toBeNull());
    const told = within(screen.getByRole('dialog')).getAllByRole('status');
    expect(told.map(({ textContent }) => textContent)).toContain('Saving...');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    for (const way of ['Close', 'Cancel', 'Back']) await user.click(button(way));
    pressEscape();
    expect(isOpen()).toBe(true);
    expect(screen.queryByText('The name will be lost.')).toBeNull();
    finish();
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('says so where saving takes long', async () => {
    const { user, name } = await open();
    server.save = () => new Promise(() => {});
    await user.type(name, 'New{Enter}');
    await waitFor(() => expect(name.closest('[inert]')).not.toBeNull());
    const text = 'This is taking longer than usual. It can take up to half a minute.';
    expect(screen.queryByText(text)).toBeNull();
    act(() => void sayInForms());
    const said = screen.getByText(text);
    // Screen readers skip inert content.
    expect([said.closest('[role=status]'), said.closest('[inert]')]).toEqual([
      expect.anything(),
      null,
    ]);
  });

  it('has the screen loaded anew when it closes after an answer was lost', async () => {
    const { user, name } = await open();
    server.save = async (saving) => {
      server.name = saving;
      throw new TypeError('Failed to fetch');
    };
    await user.type(name, 'New{Enter}');
    const message = await screen.findByText('Something went wrong!');
    await waitFor(() => expect(document.activeElement?.contains(message)).toBe(true));
    expect([name.value, server.loads]).toEqual(['New', 1]);
    await user.click(button('Cancel'));
    await ready('Discard changes');
    await user.click(button('Discard changes'));
    await screen.findByRole('heading', { name: 'New' });
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it('sends the same key again after a lost answer, also with other content', async () => {
    const { user, name } = await open();
    const save = server.save;
    server.save = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.type(name, 'New{Enter}');
    await screen.findByText('Something went wrong!');
    server.save = save;
    await user.type(name, '!{Enter}');
    await waitFor(() => expect(server.name).toBe('New!'));
    expect(server.keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(server.keys[1]).toBe(server.keys[0]);
  });
});
