import type { Params } from '@remix-run/react';
import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { RotationProduct } from '#contract/rotation.ts';
import { invalidateScreens } from '../requests/screen-cache.ts';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { exampleVendor } from '../testing/example-vendor.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { WithRefresh } from '../testing/WithRefresh.tsx';

// What screens of the admin show where what is on show can't be loaded anew.

const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);

beforeAll(prepareScreenTests);
beforeEach(() => {
  invalidateScreens();
  // Requests that sections of Settings send by themselves.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }));
});
afterEach(() => vi.unstubAllGlobals());

type Page = {
  default: ComponentType;
  ErrorBoundary?: ComponentType;
  clientLoader(args: {
    request: Request;
    params: Params;
    serverLoader: () => Promise<unknown>;
  }): Promise<unknown>;
};

async function show(page: Page, data: unknown, heading: string) {
  const serverLoader = vi.fn(async (): Promise<unknown> => data);
  const { default: Component, ErrorBoundary, clientLoader } = page;
  const { user } = showScreen([
    {
      path: '/',
      Component: WithRefresh,
      children: [
        {
          index: true,
          Component,
          ErrorBoundary,
          loader: ({ request, params }) => clientLoader({ request, params, serverLoader }),
        },
      ],
    },
  ]);
  await screen.findByRole('heading', { name: heading });
  return async (answer: () => Promise<unknown>) => {
    serverLoader.mockImplementationOnce(answer);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    return user;
  };
}

const down = async () => {
  throw Response.json({ message: 'Down' }, { status: 503 });
};
const rotating: RotationProduct = {
  original_id: '1',
  title: 'House rotation',
  status: 'active',
  imageUrl: null,
  stock: 12,
  createdAt: '2026-01-01T00:00:00Z',
  roastLevel: null,
};
const rotationOf = {
  loaded: {
    productId: '1',
    rotation: { product: rotating, products: [], version: 0, today: '2026-11-22' },
    failure: null,
    candidates: { products: [], pageInfo: emptyPageInfo },
    candidatesFailure: null,
    synced: [],
  },
};
function ErrorInAdmin() {
  return <ErrorScreen bridged />;
}
const profile = { id: 'gid://shopify/DeliveryProfile/7', name: 'Cold chain', isDefault: false };

it.each<[string, () => Promise<Page>, object]>([
  [
    'Notifications',
    () => import('./_admin.notifications/route.tsx'),
    {
      notifications: { settings: {}, categorySettings: {} },
      providers: { email: true, text: true, push: true },
      hearsOfParcels: true,
      isLive: true,
      useGifs: false,
      handleFulfillmentWebhook: false,
      isOpen: true,
    },
  ],
  [
    'Integrations',
    () => import('./_admin.integrations/route.tsx'),
    {
      integrations: [],
      scales: {
        ...{ scales: [], noticeHours: 12, hasMailServer: true },
        ...{ url: 'https://app.example', timeZone: 'UTC' },
      },
    },
  ],
  [
    'Cold chain',
    () => import('./_admin.shipping.$id/route.tsx'),
    { ...profile, isReadOnly: false, sellingPlanGroups: [] },
  ],
  ['Manage Rotation', () => import('./_admin.manage-rotation/route.tsx'), rotationOf],
])(
  '%s stays, says that it was not refreshed, and can be tried again',
  async (heading, load, data) => {
    const refresh = await show(await load(), { ...data, failure: null }, heading);
    const user = await refresh(down);
    await screen.findByText('Down');
    screen.getByText('We couldn’t refresh this page. You’re seeing an earlier version.');
    screen.getByRole('heading', { name: heading });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Down')).toBeNull());
  },
);

it('a rotation is not shown in place of another product’s', async () => {
  const { clientLoader } = await import('./_admin.manage-rotation/route.tsx');
  const other = {
    request: new Request('https://app.example/?id=2'),
    params: {},
    serverLoader: down,
  };
  await show(
    await import('./_admin.manage-rotation/route.tsx'),
    { ...rotationOf, failure: null },
    'Manage Rotation',
  );
  await expect(clientLoader(other)).rejects.toMatchObject({ status: 503 });
});

it('Settings give way to the error page, as the specification has it, and come back', async () => {
  const page = await import('./_admin.settings/route.tsx');
  const refresh = await show(page, { vendor: exampleVendor, failure: null }, 'Settings');
  const user = await refresh(down);
  await screen.findByRole('heading', { name: 'Error' });
  screen.getByText('Down');
  expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to settings' }));
  await screen.findByRole('heading', { name: 'Settings' });
});

it('a screen whose first data does not come says so in words, and is tried again', async () => {
  const page: Page = await import('./_admin.shipping.$id/route.tsx');
  const data = { ...profile, isReadOnly: false, sellingPlanGroups: [], failure: null };
  const serverLoader = vi.fn(async (): Promise<unknown> => data);
  // A proxy's page, as Remix hands it over.
  serverLoader.mockRejectedValueOnce(new Error('<h1>Bad Gateway</h1>'));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = showScreen([
    {
      path: '/',
      Component: page.default,
      ErrorBoundary: ErrorInAdmin,
      loader: ({ request, params }) => page.clientLoader({ request, params, serverLoader }),
    },
  ]);
  await screen.findByText(errorTexts.serverError);
  expect(logged).toHaveBeenCalled();
  logged.mockReset();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Cold chain' });
});
