import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { GroupPreview } from './GroupPreview.tsx';
import { typedOptionsOf } from './typed-options.ts';

const options = typedOptionsOf(
  { firstOrderDiscount: '', firstOrderDiscountCycles: '', recurringDiscount: '' },
  [{ key: 'one', interval: 'WEEK', intervalCount: '1', discountType: 'NONE', discountValue: '' }],
);
const coffee = {
  id: 'gid://shopify/Product/1',
  original_id: '1',
  title: 'Coffee',
  variantTitle: null,
  price: '15.00',
  currencyCode: 'USD',
  imageUrl: null,
};

const redirected = vi.hoisted(() => vi.fn());
vi.mock('../bridge/update-redirect.ts', () => ({ useUpdateRedirect: redirected }));

afterEach(() => vi.unstubAllGlobals());

it('leaves for where an update is granted, if the products need one', async () => {
  const updateUrl = 'https://admin.example/grant';
  const refusal = Response.json({ message: 'Update required', updateUrl }, { status: 401 });
  vi.stubGlobal('fetch', async () => refusal);
  render(
    <AppProvider i18n={translations}>
      <GroupPreview options={options} isUsageBased={false} />
    </AppProvider>,
  );
  await waitFor(() => expect(redirected).toHaveBeenLastCalledWith(updateUrl));
});

it('says when the products did not come, and asks again when told', async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(Response.json({ products: [coffee], today: '2026-01-31' }));
  vi.stubGlobal('fetch', fetch);
  render(
    <AppProvider i18n={translations}>
      <GroupPreview options={options} isUsageBased={false} />
    </AppProvider>,
  );
  screen.getByText('Loading prices…');
  await screen.findByText('We couldn’t load your products to show prices.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Every order costs $15.00 (no discount).');
  expect(fetch).toHaveBeenCalledTimes(2);
});
