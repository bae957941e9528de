import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpdateDeliveryProfile } from '#contract/delivery-profile.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { asMerchant } from '../../testing/as-merchant.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getDeliveryProfile: vi.fn(), updateDeliveryProfile: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

const gid = (number: number) => `gid://shopify/SellingPlanGroup/${number}`;

/** The profile as the API has it. */
let profile = profileWith(7);

function profileWith(count: number) {
  return {
    id: 'gid://shopify/DeliveryProfile/7',
    name: 'Cold chain',
    isDefault: false,
    isReadOnly: false,
    sellingPlanGroups: Array.from({ length: count }, (_, index) => ({
      id: gid(index),
      name: `Group ${index}`,
      productVariantsCount: { count: 1 },
    })),
  };
}

async function remove({ body }: { body: UpdateDeliveryProfile }) {
  const removed = new Set(body.sellingPlanGroupsToDissociate);
  const kept = profile.sellingPlanGroups.filter(({ id }) => !removed.has(id));
  profile = { ...profile, sellingPlanGroups: kept };
  return profile;
}

beforeAll(prepareScreenTests);

beforeEach(() => {
  profile = profileWith(7);
  client.getDeliveryProfile.mockReset().mockImplementation(async () => profile);
  client.updateDeliveryProfile.mockReset().mockImplementation(remove);
});

it.each([
  ['add-groups', 'sellingPlanGroupsToDissociate'],
  ['remove-groups', 'sellingPlanGroupsToAssociate'],
])('%s takes no list but its own', async (intent, othersList) => {
  const body = new URLSearchParams({ intent, [`${othersList}[0]`]: gid(1) });
  const request = asMerchant(new Request('http://localhost/shipping/7', { method: 'POST', body }));
  const response = await route.action({ request, params: { id: '7' }, context: {} });
  expect(response.status).toBe(422);
  expect(client.updateDeliveryProfile).not.toHaveBeenCalled();
});

it('passes on when the API may be asked again', async () => {
  client.updateDeliveryProfile.mockRejectedValue(new ApiError(429, '', undefined, '17'));
  const body = new URLSearchParams({
    intent: 'remove-groups',
    'sellingPlanGroupsToDissociate[0]': gid(1),
  });
  const request = asMerchant(new Request('http://localhost/shipping/7', { method: 'POST', body }));
  const response = await route.action({ request, params: { id: '7' }, context: {} });
  expect(response.status).toBe(429);
  expect(response.headers.get('Retry-After')).toBe('17');
});

async function open() {
  const { user } = showRoute('/shipping/:id', route, '/shipping/7');
  const [all] = await screen.findAllByRole('checkbox', { name: /^Select all/ });
  if (!all) throw new Error('There is nothing to select');
  await user.click(all);
  const [begin] = await screen.findAllByRole('button', { name: 'Remove selling plan group' });
  if (!begin) throw new Error('There is no way to remove');
  await user.click(begin);
  const dialog = within(await screen.findByRole('dialog'));
  const press = async (name: string) => {
    const button = dialog.getByRole('button', { name });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(button);
  };
  return { dialog, press };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('removing groups from a profile', () => {
  it('names what is removed, and how much more', async () => {
    const { dialog } = await open();
    dialog.getByRole('heading', { name: 'Remove 7 selling plan groups?' });
    const items = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual(['Group 0', 'Group 1', 'Group 2', 'Group 3', 'Group 4', 'and 2 more']);
  });

  it('sends all of them after the confirmation alone', async () => {
    const { press } = await open();
    expect(client.updateDeliveryProfile).not.toHaveBeenCalled();
    await press('Remove selling plan group');
    await screen.findByText('No selling plan groups in this profile yet');
    await isClosed();
    expect(client.updateDeliveryProfile.mock.calls[0]?.[0].body).toEqual({
      id: profile.id,
      sellingPlanGroupsToAssociate: [],
      sellingPlanGroupsToDissociate: Array.from({ length: 7 }, (_, index) => gid(index)),
    });
  });

  it('stays open with the reason when it fails, and lets the table catch up when it closes', async () => {
    const reason = 'A selling plan group no longer exists';
    client.updateDeliveryProfile.mockImplementationOnce(async () => {
      profile = profileWith(6);
      throw new ApiError(422, '', {
        message: reason,
        fieldErrors: { sellingPlanGroupsToDissociate: [reason] },
      });
    });
    const { dialog, press } = await open();
    await press('Remove selling plan group');
    await dialog.findByText(reason);
    expect(client.getDeliveryProfile).toHaveBeenCalledTimes(1);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByText('Group 6')).toBeNull());
    await screen.findByText('Group 5');
  });

  it('shows that they are gone where the answer was lost', async () => {
    client.updateDeliveryProfile.mockImplementationOnce(async (change) => {
      await remove(change);
      throw new TypeError('Failed to fetch');
    });
    const { dialog, press } = await open();
    await press('Remove selling plan group');
    await dialog.findByText('Something went wrong!');
    await press('Cancel');
    await screen.findByText('No selling plan groups in this profile yet');
  });

  it('changes nothing when it is cancelled', async () => {
    const { press } = await open();
    await press('Cancel');
    await isClosed();
    expect(client.updateDeliveryProfile).not.toHaveBeenCalled();
    expect(client.getDeliveryProfile).toHaveBeenCalledTimes(1);
  });

  it('refuses what it does not know', async () => {
    const body = new URLSearchParams({ 'sellingPlanGroupsToDissociate[0]': gid(1) });
    const request = asMerchant(
      new Request('https://app.example/shipping/7', { method: 'POST', body }),
    );
    const answer = await route.action({ request, params: { id: '7' }, context: {} });
    expect(answer.status).toBe(400);
    expect(client.updateDeliveryProfile).not.toHaveBeenCalled();
  });
});
