import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { AddGroupsModal } from './AddGroupsModal.tsx';

// The admin around the frame, which the bridge speaks to, is not there.
const redirected = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

const actions = { onClose: vi.fn(), onAdded: vi.fn() };

function Profile() {
  return <AddGroupsModal profileId="7" {...actions} />;
}

const profile = {
  id: 'gid://shopify/DeliveryProfile/7',
  name: 'Cold chain',
  isDefault: false,
  isReadOnly: false,
  sellingPlanGroups: [],
};

beforeAll(prepareScreenTests);

afterEach(() => vi.unstubAllGlobals());

const gid = (number: number) => `gid://shopify/SellingPlanGroup/${number}`;

function page(numbers: number[], next: string | null = null) {
  const sellingPlanGroups = numbers.map((number) => ({
    id: gid(number),
    name: `Group ${number}`,
    productVariantsCount: { count: number },
  }));
  const pageInfo = { ...emptyPageInfo, hasNextPage: next !== null, endCursor: next };
  return Response.json({ sellingPlanGroups, pageInfo });
}

type Options = {
  /** Answers the resource route's addresses. */
  listing: (query: string | null, after: string | null) => Response;
  /** The action's answers in turn. */
  answers?: object[];
};

async function open({ listing, answers = [] }: Options) {
  vi.clearAllMocks();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const { searchParams } = new URL(path, 'https://app.example');
    return listing(searchParams.get('query'), searchParams.get('after'));
  });
  const posted: Array<Record<string, unknown>> = [];
  const { user } = showScreen([
    {
      path: '/',
      Component: Profile,
      action: async ({ request }) => {
        const { intent, idempotencyKey, ...rest } = Object.fromEntries(await request.formData());
        expect([intent, idempotencyKey]).toEqual(['add-groups', expect.any(String)]);
        posted.push(rest);
        return answers.shift() ?? null;
      },
    },
  ]);
  await screen.findByRole('button', { name: 'Cancel' });
  const choose = async (name: string) => user.click(await screen.findByLabelText(name));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, choose, press, asked, posted };
}

const success = { result: { status: 'success' }, saved: profile, status: 200 };
const failure = (error: Record<string, string[]>) => ({
  result: { status: 'error', error },
  saved: null,
  status: 422,
});

describe('AddGroupsModal', () => {
  it('posts several choices, also from further pages, and says how many they were', async () => {
    const { choose, press, asked, posted } = await open({
      listing: (_, after) => (after === null ? page([1, 2], 'c1') : page([3])),
      answers: [success],
    });
    await choose('Group 2');
    await press('Show more');
    await choose('Group 3');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    screen.getByText('2 selected');
    await press('Add');
    await waitFor(() => expect(actions.onAdded).toHaveBeenCalledExactlyOnceWith(2));
    expect(posted).toEqual([
      {
        'sellingPlanGroupsToAssociate[0]': gid(2),
        'sellingPlanGroupsToAssociate[1]': gid(3),
      },
    ]);
    expect(asked).toEqual([
      '/resources/shipping/7/selling-plan-groups?',
      '/resources/shipping/7/selling-plan-groups?after=c1',
    ]);
  });

  it('keeps the choice while another search is shown', async () => {
    const { user, choose, press, posted } = await open({
      listing: (query) => (query === null ? page([1]) : page([2])),
      answers: [success],
    });
    await choose('Group 1');
    await user.type(screen.getByRole('searchbox'), 'two');
    await choose('Group 2');
    expect(screen.queryByLabelText('Group 1')).toBeNull();
    await press('Add');
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(Object.values(posted[0] ?? {})).toEqual([gid(1), gid(2)]);
  });

  it('shows why it failed until something else is chosen, with the choice kept', async () => {
    const { choose, press } = await open({
      listing: () => page([1, 2]),
      answers: [failure({ sellingPlanGroupsToAssociate: ['Not now'] }), failure({})],
    });
    await choose('Group 1');
    await press('Add');
    const message = await screen.findByText('Not now');
    expect(document.activeElement?.contains(message)).toBe(true);
    screen.getByText('1 selected');
    await choose('Group 2');
    expect(screen.queryByText('Not now')).toBeNull();
    await press('Add');
    await screen.findByText('Something went wrong!');
    expect(actions.onAdded).not.toHaveBeenCalled();
  });

  it('says that there is nothing to add', async () => {
    await open({ listing: () => page([]) });
    await screen.findByText('No selling plan groups to add');
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  });

  it('says that a search found nothing', async () => {
    const { user } = await open({ listing: (query) => page(query === null ? [1] : []) });
    await screen.findByLabelText('Group 1');
    await user.type(screen.getByRole('searchbox'), 'cocoa');
    await screen.findByText('No selling plan groups found');
  });

  it('says why the groups could not be had, and tries again', async () => {
    const replies = [Response.json({ message: 'Oops' }, { status: 502 }), page([1])];
    const { press } = await open({ listing: () => replies.shift() ?? page([]) });
    await screen.findByText('Oops');
    await press('Try again');
    await screen.findByLabelText('Group 1');
    expect(screen.queryByText('Oops')).toBeNull();
  });

  it('keeps the pages before one that failed', async () => {
    const { press } = await open({
      listing: (_, after) =>
        after === null ? page([1], 'c1') : Response.json({ message: 'Oops' }, { status: 502 }),
    });
    await screen.findByLabelText('Group 1');
    await press('Show more');
    await screen.findByText('Oops');
    screen.getByLabelText('Group 1');
  });

  it('goes to where a missing permission is granted', async () => {
    const updateUrl = 'https://admin.example/grant';
    await open({
      listing: () => Response.json({ message: 'Update required', updateUrl }, { status: 401 }),
    });
    await waitFor(() => expect(redirected).toHaveBeenCalledWith(updateUrl));
  });
});
