import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createAdminHistory } from '../router/admin-history.ts';
import { AdminLink, Router } from '../router/router.tsx';
import { StoreContext } from '../shell/store-context.tsx';
import Detail from './details.tsx';

const price = { shopMoney: { amount: '12.50', currencyCode: 'USD' } };
const order = {
  id: 'gid://shopify/Order/12',
  name: '#12',
  processedAt: '2026-11-20T10:00:00Z',
  totalPriceSet: price,
  shippingAddress: null,
  fulfillments: [],
  lineItems: { nodes: [] },
};

it('an order is deleted once, however often the button is pressed', async () => {
  const deletions: unknown[] = [];
  vi.stubGlobal('fetch', async (path: unknown, init?: RequestInit) => {
    if (!String(path).endsWith('/delete-order')) return Response.json({ data: { one: order } });
    deletions.push(init?.body);
    return Response.json({ deleted: true });
  });
  window.history.replaceState(null, '', '/store/roastery/orders/12');
  const store = { handle: 'roastery', name: 'Roastery', shop: 'roastery.myshopify.com' };
  render(
    <Router history={createAdminHistory(window)}>
      <AppProvider i18n={english} linkComponent={AdminLink}>
        <StoreContext.Provider value={{ store, setAppMenu: () => {} }}>
          <Detail kind="orders" id="12" />
        </StoreContext.Provider>
      </AppProvider>
    </Router>,
  );
  const [button] = await screen.findAllByRole('button', { name: 'Delete order' });
  fireEvent.click(button ?? document);
  fireEvent.click(button ?? document);
  await waitFor(() => expect(window.location.pathname).toBe('/store/roastery/orders'));
  cleanup();
  vi.unstubAllGlobals();
  expect(deletions).toEqual(['{"orderId":12}']);
});
