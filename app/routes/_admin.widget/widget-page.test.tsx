import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import type { WidgetDiagnosis, WidgetFinding } from '#contract/theme.ts';
import { themeTexts } from '#contract/widget.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getWidgetDiagnosis: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

const path = '/themes/current/editor?template=product';
const group = { id: 'gid://shopify/SellingPlanGroup/3', name: 'Coffee club' };
const findings: WidgetFinding[] = [
  { kind: 'not-added', path },
  { kind: 'group-not-marked', group },
];
const diagnosis: WidgetDiagnosis = {
  theme: { id: 'gid://shopify/OnlineStoreTheme/1', name: 'Morning' },
  isWidgetOn: false,
  takesBlocks: true,
  editorPaths: { block: path, embed: path },
  findings,
  storefrontUrl: null,
};

const admin = { isReachable: true };
const picked = vi.fn();

beforeAll(prepareScreenTests);
beforeEach(() => {
  admin.isReachable = true;
  client.getWidgetDiagnosis.mockReset().mockResolvedValue(diagnosis);
  picked.mockReset().mockResolvedValue({ selection: [{ id: 'gid://shopify/Product/7' }] });
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const { default: Component, loader, clientLoader, shouldRevalidate } = route;
  const { user, dispatched } = showScreen(
    [
      {
        path: '/widget',
        Component,
        shouldRevalidate,
        // As Remix calls them in the browser.
        loader: (args) =>
          clientLoader({
            request: args.request,
            params: args.params,
            context: undefined,
            serverLoader: async () => JSON.parse(await (await loader(args)).text()),
          }),
      },
    ],
    {
      initialEntries: ['/widget'],
      isAdminReachable: () => admin.isReachable,
      pickProduct: picked,
    },
  );
  const press = async (name: string) => {
    // Polaris has a page's actions a second time, to measure them.
    const [button] = await screen.findAllByRole('button', { name });
    if (button) await user.click(button);
  };
  await screen.findByText('The widget isn’t on your theme');
  return { press, dispatched };
}

const notChecked = 'We couldn’t check the widget';
const productMissing: WidgetDiagnosis = { ...diagnosis, findings: [{ kind: 'product-missing' }] };

describe('Check a product', () => {
  it('says that the products could not be opened, and opens them at the next try', async () => {
    const { press } = await open();
    admin.isReachable = false;
    await press('Check a product');
    await screen.findByText(/^We couldn’t open your products\./);
    admin.isReachable = true;
    client.getWidgetDiagnosis.mockResolvedValue(productMissing);
    await press('Check a product');
    await screen.findByText('This product no longer exists');
    expect(client.getWidgetDiagnosis).toHaveBeenLastCalledWith({
      query: { productId: 'gid://shopify/Product/7' },
    });
    expect(screen.queryByText(/^We couldn’t open your products\./)).toBeNull();
  });

  it.each([
    ['is cancelled', null, false],
    ['answers what nobody understands', { chosen: [] }, true],
  ])('where the picker %s', async (_, answer, isFailure) => {
    const { press } = await open();
    picked.mockResolvedValue(answer);
    await press('Check a product');
    await waitFor(() => expect(picked).toHaveBeenCalled());
    if (isFailure) await screen.findByText(/^We couldn’t open your products\./);
    else expect(screen.queryByRole('alert')).toBeNull();
    expect(client.getWidgetDiagnosis).toHaveBeenCalledTimes(1);
  });

  it('says that the product could not be checked, and shows nothing of another one', async () => {
    const { press } = await open();
    client.getWidgetDiagnosis.mockRejectedValue(new ApiError(503, '', { message: 'Closed' }));
    await press('Check a product');
    await screen.findByText(notChecked);
    screen.getByText('Closed');
    expect(screen.queryByText('The widget isn’t on your theme')).toBeNull();
    client.getWidgetDiagnosis.mockResolvedValue(productMissing);
    await press('Check again');
    await screen.findByText('This product no longer exists');
    expect(screen.queryByText(notChecked)).toBeNull();
  });
});

it('keeps what the doctor said where it cannot be asked again', async () => {
  const { press } = await open();
  client.getWidgetDiagnosis.mockRejectedValueOnce(new ApiError(502, '', undefined));
  await press('Check again');
  await screen.findByText(notChecked);
  screen.getByText('The widget isn’t on your theme');
  await press('Check again');
  await waitFor(() => expect(screen.queryByText(notChecked)).toBeNull());
});

it('says that the theme editor did not open, and opens it at the next try', async () => {
  const { press, dispatched } = await open();
  admin.isReachable = false;
  await press('Open theme editor');
  await screen.findByText(/^We couldn’t open this page of your admin\./);
  admin.isReachable = true;
  await press('Open theme editor');
  await waitFor(() => expect(dispatched).toContain('APP::NAVIGATION::REDIRECT::ADMIN::PATH'));
  expect(screen.queryByText(/couldn’t open/)).toBeNull();
});

it('says that the installation failed, and why', async () => {
  const { press } = await open();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press('Install again');
  await screen.findByText(themeTexts.installFailed);
  screen.getByText(errorTexts.serverError);
});
