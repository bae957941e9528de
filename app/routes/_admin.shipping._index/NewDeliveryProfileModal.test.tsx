import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import { ApiError, UpdateRequiredError } from '../../subscription-api/errors.ts';
import { asMerchant } from '../../testing/as-merchant.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  listDeliveryProfiles: vi.fn(),
  createDeliveryProfile: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
// The admin around the frame, which the bridge speaks to, is not there.
const redirected = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

/** The profiles that the API has. */
let profiles: DeliveryProfile[] = [];

function create(name: string): DeliveryProfile {
  const number = profiles.length + 1;
  const profile = {
    id: `gid://shopify/DeliveryProfile/${number}`,
    name,
    isDefault: false,
    isReadOnly: false,
    sellingPlanGroups: [],
  };
  profiles.push(profile);
  return profile;
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  profiles = [];
  create('Cold chain');
  client.listDeliveryProfiles.mockImplementation(async () => ({
    deliveryProfiles: [...profiles],
    pageInfo,
  }));
  client.createDeliveryProfile.mockReset();
  client.createDeliveryProfile.mockImplementation(async ({ body }) => create(body.name));
});

async function open() {
  const { user } = showRoute('/shipping', route);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { name, user, save };
}

describe('a new delivery profile', () => {
  it.each(['', '   '])('needs a name, which %j is not', async (typed) => {
    const { name, user, save } = await open();
    if (typed !== '') await user.type(name, typed);
    await save();
    await screen.findByText('Please enter a name for delivery profile');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.type(name, 'Fragile');
    await waitFor(() =>
      expect(screen.queryByText('Please enter a name for delivery profile')).toBeNull(),
    );
    expect(client.createDeliveryProfile).not.toHaveBeenCalled();
  });

  it('stands in the list when the modal closes', async () => {
    const { name, user, save } = await open();
    await user.type(name, 'Fragile');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('link', { name: 'Fragile' });
    expect(client.createDeliveryProfile.mock.calls).toEqual([
      [{ body: { name: 'Fragile' }, idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) }],
    ]);
  });

  it('is told of by the server above the form and at its field, until that is mended', async () => {
    client.createDeliveryProfile.mockRejectedValueOnce(
      new ApiError(422, '', { message: 'No', fieldErrors: { name: ['Name is taken'] } }),
    );
    const { name, user, save } = await open();
    await user.type(name, 'Cold chain');
    await save();
    await waitFor(() => expect(screen.getAllByText('Name is taken')).toHaveLength(2));
    expect(name.value).toBe('Cold chain');
    await user.type(name, ' two');
    await waitFor(() => expect(screen.queryByText('Name is taken')).toBeNull());
    await save();
    await screen.findByRole('link', { name: 'Cold chain two' });
  });

  it('stands in the list after its answer was lost and the form was given up', async () => {
    client.createDeliveryProfile.mockImplementationOnce(async ({ body }) => {
      create(body.name);
      throw new TypeError('Failed to fetch');
    });
    const { name, user, save } = await open();
    await user.type(name, 'Fragile');
    await save();
    await screen.findByText('Something went wrong!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const discard = await screen.findByRole('button', { name: 'Discard changes' });
    await waitFor(() => expect(discard.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(discard);
    await screen.findByRole('link', { name: 'Fragile' });
  });

  it('goes to where a missing permission is granted', async () => {
    const url = 'https://admin.example/grant';
    client.createDeliveryProfile.mockRejectedValueOnce(new UpdateRequiredError(url));
    const { name, user, save } = await open();
    await user.type(name, 'Fragile');
    await save();
    await waitFor(() => expect(redirected).toHaveBeenCalledWith(url));
  });

  it('refuses what it does not know', async () => {
    const body = new URLSearchParams({ intent: 'delete-all', name: 'Fragile' });
    const request = asMerchant(
      new Request('https://app.example/shipping', { method: 'POST', body }),
    );
    const answer = await route.action({ request, params: {}, context: {} });
    expect(answer.status).toBe(400);
    expect(client.createDeliveryProfile).not.toHaveBeenCalled();
  });
});
