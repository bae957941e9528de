import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '#app/testing/prepare-screen-tests.tsx';
import { revalidateAfterSuccess } from '../../forms/revalidate-after-success.ts';
import { NewDeliveryProfileModal } from './NewDeliveryProfileModal.tsx';

// The admin around the frame, which the bridge speaks to, is not there.
const redirected = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

const actions = { onClose: vi.fn(), onCreated: vi.fn() };

function List() {
  return <NewDeliveryProfileModal {...actions} />;
}

beforeAll(prepareScreenTests);

/** Opens the modal on a list whose action gives these answers in turn. */
async function open(...answers: object[]) {
  vi.clearAllMocks();
  const posted: FormData[] = [];
  const server = { loads: 0 };
  const Stub = createRemixStub([
    {
      id: 'list',
      path: '/',
      Component: List,
      loader: () => {
        server.loads += 1;
        return { loads: server.loads };
      },
      action: async ({ request }) => {
        posted.push(await request.formData());
        return answers.shift() ?? null;
      },
      shouldRevalidate: revalidateAfterSuccess,
    },
  ]);
  render(
    <AppProvider i18n={translations}>
      <Stub hydrationData={{ loaderData: { list: { loads: 0 } } }} />
    </AppProvider>,
  );
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  const user = userEvent.setup();
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { name, user, save, posted, server };
}

const success = { result: { status: 'success' }, saved: { id: '1' }, status: 200 };
const failure = (error: Record<string, string[]>, more: object = {}) => ({
  result: { status: 'error', error },
  saved: null,
  status: 422,
  ...more,
});

describe('NewDeliveryProfileModal', () => {
  it.each(['', '   '])('asks for a name where it is %j, at the field', async (typed) => {
    const { name, user, save, posted } = await open();
    if (typed !== '') await user.type(name, typed);
    await save();
    expect(await screen.findByText('Please enter a name for delivery profile')).toBeDefined();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.type(name, 'Cold chain');
    await waitFor(() =>
      expect(screen.queryByText('Please enter a name for delivery profile')).toBeNull(),
    );
    expect(posted).toEqual([]);
  });

  it('posts the name, loads the list again and reports the creation once', async () => {
    const { name, user, save, posted, server } = await open(success);
    await user.type(name, 'Cold chain');
    await save();
    await waitFor(() => expect(actions.onCreated).toHaveBeenCalledTimes(1));
    expect(posted.map((form) => form.get('name'))).toEqual(['Cold chain']);
    expect(posted[0]?.get('idempotencyKey')).toMatch(/^[\da-f-]{36}$/);
    expect(server.loads).toBe(1);
  });

  it("shows the server's message above the form and at its field, and keeps what was typed", async () => {
    const { name, user, save, posted, server } = await open(
      failure({ name: ['Name is taken'] }),
      success,
    );
    await user.type(name, 'Cold chain');
    await save();
    await waitFor(() => expect(screen.getAllByText('Name is taken')).toHaveLength(2));
    expect(name.value).toBe('Cold chain');
    expect(server.loads).toBe(0);
    await user.type(name, ' two');
    await save();
    await waitFor(() => expect(actions.onCreated).toHaveBeenCalledTimes(1));
    // The same key: a create whose answer was lost is not carried out twice.
    expect(posted[1]?.get('name')).toBe('Cold chain two');
    expect(posted[1]?.get('idempotencyKey')).toBe(posted[0]?.get('idempotencyKey'));
  });

  it('says that something went wrong where the server does not say what', async () => {
    const { name, user, save } = await open(failure({}, { status: 502 }));
    await user.type(name, 'Cold chain');
    await save();
    expect(await screen.findByText('Something went wrong!')).toBeDefined();
    expect(name.value).toBe('Cold chain');
    expect(actions.onClose).not.toHaveBeenCalled();
  });

  it('goes to where a missing permission is granted', async () => {
    const url = 'https://admin.example/grant';
    const { name, user, save } = await open(
      failure({ '': ['Update required'] }, { status: 401, updateUrl: url }),
    );
    await user.type(name, 'Cold chain');
    await save();
    await waitFor(() => expect(redirected).toHaveBeenCalledWith(url));
  });
});
