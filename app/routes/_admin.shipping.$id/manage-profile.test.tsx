import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({
  createClient: () => ({
    getDeliveryProfile: async () => ({
      id: 'gid://shopify/DeliveryProfile/7',
      name: 'Cold chain',
      isDefault: false,
      isReadOnly: false,
      sellingPlanGroups: [],
    }),
  }),
}));

beforeAll(prepareScreenTests);

it('says that the admin’s page did not open, and opens it at the next try', async () => {
  let isAdminReachable = false;
  const { user, dispatched } = showRoute('/shipping/:id', route, '/shipping/7', {
    isAdminReachable: () => isAdminReachable,
  });
  const press = async () => {
    // Polaris has a page's actions a second time, to measure them.
    const [button] = await screen.findAllByRole('button', { name: 'Manage Profile' });
    if (button) await user.click(button);
  };
  const failure = /^We couldn’t open this page of your admin\./;
  await press();
  await screen.findByText(failure);
  isAdminReachable = true;
  await press();
  await waitFor(() => expect(dispatched).toContain('APP::NAVIGATION::REDIRECT::ADMIN::PATH'));
  expect(screen.queryByText(failure)).toBeNull();
});
