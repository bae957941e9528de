import type { Params, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListData } from '../list/list-data.ts';
import { invalidateScreens } from '../requests/screen-cache.ts';
import { analyticsExample } from '../testing/analytics-example.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { subscriberExample } from '../testing/subscriber-example.ts';
import { WithRefresh } from '../testing/WithRefresh.tsx';
import type { ShownSession } from './portal.sessions/SessionRow.tsx';

// What the portal's pages show where what is on show can't be loaded anew.

const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

beforeAll(prepareScreenTests);
beforeEach(invalidateScreens);

const { orderImport } = analyticsExample;
const noPages = {
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};
const listOf = <Item,>(...items: Item[]): ListData<Item> & { orderImport: typeof orderImport } => ({
  items,
  ...noPages,
  ignored: [],
  failure: null,
  orderImport,
});
const order = {
  id: '1',
  name: '#1001',
  processedAt: '2026-11-20T10:00:00Z',
  cancelledAt: null,
  financialStatus: 'PAID',
  fulfillmentStatus: 'FULFILLED',
  total: 1250,
  currencyCode: 'USD',
  customer: null,
  planNames: ['Every week'],
};
const session: ShownSession = {
  id: 's',
  isCurrent: true,
  browser: 'Chrome on Linux',
  opened: 'today',
  closes: 'later',
};

type Page = {
  default: ComponentType;
  shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean;
  clientLoader(args: {
    request: Request;
    params: Params;
    serverLoader: () => Promise<unknown>;
  }): Promise<unknown>;
};

const pages: Array<[string, () => Promise<Page>, unknown, string]> = [
  ['customers', () => import('./portal.users._index.tsx'), listOf(subscriberExample), 'Ada'],
  [
    'customer',
    () => import('./portal.users.$id.tsx'),
    { customer: subscriberExample, ...listOf(order) },
    '#1001',
  ],
  ['orders', () => import('./portal.orders.tsx'), listOf(order), '#1001'],
  [
    'analytics',
    () => import('./portal.analytics/route.tsx'),
    {
      analytics: analyticsExample,
      days: 365,
      shown: { from: '2026-11-03', to: '2026-11-21' },
      errors: {},
      failure: null,
    },
    'Revenue by plan',
  ],
  [
    'sessions',
    () => import('./portal.sessions/route.tsx'),
    { sessions: [session], failure: null },
    'Chrome on Linux',
  ],
];

describe.each(pages)('the page of the %s', (_, load, data, text) => {
  async function show() {
    const page = await load();
    const serverLoader = vi.fn(async (): Promise<unknown> => data);
    const layoutLoader = vi.fn(() => null);
    const layout = await import('./portal.tsx');
    const { user } = showScreen(
      [
        {
          path: '/portal',
          Component: WithRefresh,
          loader: layoutLoader,
          shouldRevalidate: layout.shouldRevalidate,
          children: [
            {
              path: 'page',
              Component: page.default,
              shouldRevalidate: page.shouldRevalidate,
              loader: ({ request, params }) => page.clientLoader({ request, params, serverLoader }),
            },
          ],
        },
      ],
      { initialEntries: ['/portal/page'] },
    );
    await screen.findAllByText(text);
    const refresh = () => user.click(screen.getByRole('button', { name: 'Refresh' }));
    return { serverLoader, layoutLoader, refresh, user };
  }

  it.each([
    ['the server is in trouble', () => Response.json({ message: 'Down' }, { status: 503 }), 'Down'],
    ['too much was asked', () => Response.json({ message: 'Slowly' }, { status: 429 }), 'Slowly'],
  ])('stays where %s, says so, and can be tried again', async (__, failure, message) => {
    const { serverLoader, layoutLoader, refresh, user } = await show();
    serverLoader.mockImplementationOnce(async () => {
      throw failure();
    });
    await refresh();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(
      screen.getByText(/couldn’t refresh (this page|this list|the charts)\. You’re seeing/),
    ).toBeTruthy();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(layoutLoader).toHaveBeenCalledTimes(1);
  });

  it('stays where no answer comes', async () => {
    const { serverLoader, refresh } = await show();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverLoader.mockRejectedValue(new TypeError('Failed to fetch'));
    await refresh();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(await screen.findByText(/couldn’t refresh/)).toBeTruthy();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });
});
