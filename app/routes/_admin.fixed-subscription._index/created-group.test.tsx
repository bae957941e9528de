import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { exampleGroup } from '../../testing/example-group.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  listSellingPlanGroups: vi.fn(),
  createSellingPlanGroup: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
beforeAll(prepareScreenTests);

it('stands behind the groups that were there, without the screen being opened again', async () => {
  const groups = ['Beans', 'Cups'].map((name, index) => ({
    ...exampleGroup,
    id: `gid://shopify/SellingPlanGroup/${index}`,
    name,
    currencyCode: 'USD',
  }));
  const pageInfo = {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  };
  client.listSellingPlanGroups.mockImplementation(async () => ({
    sellingPlanGroups: [...groups],
    pageInfo,
  }));
  client.createSellingPlanGroup.mockImplementation(async ({ body: { name } }) => {
    const created = { ...exampleGroup, id: 'gid://shopify/SellingPlanGroup/9', name };
    groups.push({ ...created, currencyCode: 'USD' });
    return created;
  });
  const { user } = showRoute('/fixed-subscription', route);
  const listed = () =>
    screen.getAllByRole('link', { name: /^(Beans|Cups|Tea)$/ }).map((link) => link.textContent);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.type(await screen.findByLabelText('Name'), 'Tea');
  expect(listed()).toEqual(['Beans', 'Cups']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(listed()).toEqual(['Beans', 'Cups', 'Tea']));
  expect(client.createSellingPlanGroup).toHaveBeenCalledTimes(1);
});
