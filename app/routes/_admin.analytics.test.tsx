import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import AnalyticsPage, { action } from './_admin.analytics.tsx';

const createMagicLink = vi.hoisted(() => vi.fn());
const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../subscription-api/client.ts', () => ({ createClient: () => ({ createMagicLink }) }));

beforeAll(prepareScreenTests);
beforeEach(() => {
  createMagicLink.mockReset().mockResolvedValue({ url: 'https://app.test/portal/open?token=t' });
});

it.each([
  ['/analytics?from=2026-10-24&to=2026-11-22', '/analytics?from=2026-10-24&to=2026-11-22'],
  ['/analytics?days=30', '/analytics?days=30'],
  ['/analytics?shop=a.myshopify.com&id_token=t', '/analytics'],
])('%s leads to the analytics of the days in it, and of nothing else', async (address, path) => {
  const page = { path: '/analytics', Component: AnalyticsPage, action };
  showScreen([page], { initialEntries: [address] });
  expect(screen.getByText('Redirecting...')).toBeTruthy();
  await waitFor(() => expect(createMagicLink).toHaveBeenCalledWith({ body: { path } }));
});
