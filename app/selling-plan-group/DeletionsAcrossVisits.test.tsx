import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { DeletionsAcrossVisits } from './DeletionsAcrossVisits.tsx';

const showToast = vi.hoisted(() => vi.fn());
vi.mock('../bridge/toast.tsx', () => ({ useToast: () => showToast }));
vi.mock('../bridge/admin.ts', () => ({ useAdmin: () => () => new Promise(() => {}) }));

const redirected = vi.hoisted(() => vi.fn());
vi.mock('../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

beforeAll(prepareScreenTests);

it('keeps a banner beside the toast of a deletion that failed, whatever screen is on show', async () => {
  const shop = 'a.myshopify.com';
  const note = { id: 'gid://shopify/SellingPlanGroup/1', name: 'Weekly', begunAt: 0, leftAt: 0 };
  window.localStorage.setItem(`cadence.deletions.${shop}`, JSON.stringify([note]));
  vi.stubGlobal('fetch', async () => Response.json(null));
  render(
    <AppProvider i18n={translations}>
      <DeletionsAcrossVisits shop={shop} />
    </AppProvider>,
  );
  const banner = within(await screen.findByRole('alert'));
  banner.getByText('“Weekly” was not deleted');
  banner.getByText('You left before it was done. Customers can still subscribe with it.');
  expect(showToast).toHaveBeenCalledTimes(1);
  await userEvent.click(banner.getByRole('button', { name: 'Dismiss notification' }));
  expect(screen.queryByRole('alert')).toBeNull();
  vi.unstubAllGlobals();
});

it('leaves for where an update is granted, if the deletion needs one', async () => {
  const shop = 'b.myshopify.com';
  const now = Date.now();
  const note = { id: 'gid://shopify/SellingPlanGroup/2', name: 'Daily', begunAt: now, leftAt: now };
  window.localStorage.setItem(`cadence.deletions.${shop}`, JSON.stringify([note]));
  const updateUrl = 'https://admin.example/grant';
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'Update required', updateUrl }, { status: 401 }),
  );
  render(
    <AppProvider i18n={translations}>
      <DeletionsAcrossVisits shop={shop} />
    </AppProvider>,
  );
  await screen.findByText('“Daily” was not deleted');
  await waitFor(() => expect(redirected).toHaveBeenLastCalledWith(updateUrl));
  vi.unstubAllGlobals();
});
