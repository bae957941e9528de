import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdminHistory } from '../router/admin-history.ts';
import { AdminLink, Router } from '../router/router.tsx';
import { StoreContext } from '../shell/store-context.tsx';
import Detail from './details.tsx';
import List from './lists.tsx';

const price = { shopMoney: { amount: '12.50', currencyCode: 'USD' } };
const order = (number: number) => ({
  id: `gid://shopify/Order/${number}`,
  name: `#${number}`,
  processedAt: '2026-11-20T10:00:00Z',
  displayFulfillmentStatus: 'UNFULFILLED',
  customer: null,
  totalPriceSet: price,
  shippingAddress: null,
  fulfillments: [],
  lineItems: { nodes: [] },
});

const pageInfo = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};

// jsdom has no layout or scrolling, and Polaris opens a menu only at a button that has a layout.
vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
Element.prototype.scrollTo = () => {};

beforeEach(() => {
  vi.stubGlobal('fetch', (_path: unknown, init?: RequestInit) => {
    const isList = String(init?.body).includes('Admin_orders');
    const data = isList
      ? { list: { nodes: [order(11), order(12), order(13)], pageInfo } }
      : { one: order(12) };
    return Promise.resolve(Response.json({ data }));
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(path: string, page: ReactNode) {
  window.history.replaceState(null, '', `/store/roastery${path}`);
  const store = { handle: 'roastery', name: 'Roastery', shop: 'roastery.myshopify.com' };
  const history = createAdminHistory(window);
  render(
    <Router history={history}>
      <AppProvider i18n={english} linkComponent={AdminLink}>
        <StoreContext.Provider value={{ store, setAppMenu: () => {} }}>
          {page}
        </StoreContext.Provider>
      </AppProvider>
    </Router>,
  );
  return history;
}

const shown = () => `${window.location.pathname}${decodeURIComponent(window.location.search)}`;
const orderSync = '/store/roastery/apps/cadence/order-sync';
const boxOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  const box = row?.querySelector('input');
  if (!box) throw new Error(`${name} has no checkbox.`);
  return box;
};

it('lead from the orders chosen in their list, by their numbers', async () => {
  show('/orders', <List path="/orders" />);
  fireEvent.click(await boxOf('#11'));
  fireEvent.click(await boxOf('#13'));
  await waitFor(() =>
    expect([...document.querySelectorAll('input')].some(({ indeterminate }) => indeterminate)).toBe(
      true,
    ),
  );
  fireEvent.click(screen.getAllByRole('button', { name: 'Actions', hidden: true })[0] ?? document);
  fireEvent.click(await screen.findByRole('button', { name: 'Sync with Cadence' }));
  // Otherwise the list of the new address would load.
  cleanup();
  expect(shown()).toBe(`${orderSync}?ids[]=11&ids[]=13`);
});

it('lead from the orders that the search field names, also where it was the address that changed', async () => {
  const history = show('/orders', <List path="/orders" />);
  const field = await screen.findByLabelText<HTMLInputElement>('Search orders');
  fireEvent.change(field, { target: { value: 'Nguyen' } });
  await waitFor(() => expect(shown()).toBe('/store/roastery/orders?query=Nguyen'));
  expect(field.value).toBe('Nguyen');
  act(() => history.push('/store/roastery/orders'));
  await waitFor(() => expect(field.value).toBe(''));
  cleanup();
});

it('lead from the page of one order', async () => {
  show('/orders/12', <Detail kind="orders" id="12" />);
  const [link] = await screen.findAllByRole('button', { name: 'Sync with Cadence' });
  fireEvent.click(link ?? document);
  expect(shown()).toBe(`${orderSync}?id=12`);
});

it('lead from the page of an order to its subscription', async () => {
  show('/orders/12', <Detail kind="orders" id="12" />);
  const [link] = await screen.findAllByRole('button', { name: 'See subscription in Cadence' });
  fireEvent.click(link ?? document);
  expect(shown()).toBe('/store/roastery/apps/cadence/customers/of/order?id=12');
});
