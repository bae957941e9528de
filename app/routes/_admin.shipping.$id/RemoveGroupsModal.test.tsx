import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '#app/testing/prepare-screen-tests.tsx';
import { revalidateAfterSuccess } from '../../forms/revalidate-after-success.ts';
import { RemoveGroupsModal } from './RemoveGroupsModal.tsx';

// The admin around the frame, which the bridge speaks to, is not there.
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: vi.fn() }));

const actions = { onClose: vi.fn(), onRemoved: vi.fn() };

const groups = Array.from({ length: 7 }, (_, index) => ({
  id: `gid://shopify/SellingPlanGroup/${index}`,
  name: `Group ${index}`,
  productVariantsCount: { count: 1 },
}));

function Profile() {
  return <RemoveGroupsModal profileName="Cold chain" groups={groups} {...actions} />;
}

beforeAll(prepareScreenTests);

async function open(...answers: object[]) {
  vi.clearAllMocks();
  const posted: Array<Record<string, unknown>> = [];
  const server = { loads: 0 };
  const Stub = createRemixStub([
    {
      id: 'profile',
      path: '/',
      Component: Profile,
      loader: () => {
        server.loads += 1;
        return null;
      },
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return answers.shift() ?? null;
      },
      shouldRevalidate: revalidateAfterSuccess,
    },
  ]);
  render(
    <AppProvider i18n={translations}>
      <Stub hydrationData={{ loaderData: { profile: null } }} />
    </AppProvider>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  const user = userEvent.setup();
  const press = (name: string) => user.click(dialog.getByRole('button', { name }));
  return { press, posted, server };
}

describe('RemoveGroupsModal', () => {
  it('names what is removed, and how much more', async () => {
    await open();
    expect(screen.getByText('Remove 7 selling plan groups?')).toBeDefined();
    const items = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual(['Group 0', 'Group 1', 'Group 2', 'Group 3', 'Group 4', 'and 2 more']);
  });

  it('posts all of them after the confirmation alone', async () => {
    const saved = { id: 'gid://shopify/DeliveryProfile/7' };
    const { press, posted } = await open({ result: { status: 'success' }, saved, status: 200 });
    expect(posted).toEqual([]);
    await press('Remove selling plan group');
    await waitFor(() => expect(actions.onRemoved).toHaveBeenCalledExactlyOnceWith(7));
    expect(Object.entries(posted[0] ?? {})).toEqual(
      groups.map((group, index) => [`sellingPlanGroupsToDissociate[${index}]`, group.id]),
    );
  });

  it('stays open with the reason when it fails, and lets the table catch up when it closes', async () => {
    const error = {
      sellingPlanGroupsToDissociate: ['A selling plan group does not exist any more'],
    };
    const { press, server } = await open({
      result: { status: 'error', error },
      saved: null,
      status: 422,
    });
    await press('Remove selling plan group');
    expect(await screen.findByText('A selling plan group does not exist any more')).toBeDefined();
    expect(actions.onRemoved).not.toHaveBeenCalled();
    expect(server.loads).toBe(0);
    await press('Cancel');
    expect(actions.onClose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(server.loads).toBe(1));
  });

  it('changes nothing when it is cancelled', async () => {
    const { press, posted, server } = await open();
    await press('Cancel');
    expect(actions.onClose).toHaveBeenCalledTimes(1);
    expect([posted, server.loads]).toEqual([[], 0]);
  });
});
