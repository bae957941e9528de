import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mostPlanNames } from '#contract/limits.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { ContractList, ListedContract } from '#contract/subscription-contract.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  listSubscriptionContracts: vi.fn(),
  createView: vi.fn(),
  changeView: vi.fn(),
  deleteView: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

const contract = (change: Partial<ListedContract>): ListedContract => ({
  id: '7',
  customer: { displayName: 'Ada Lovelace', email: 'ada@example.com' },
  status: 'ACTIVE',
  isUsageBased: false,
  every: { interval: 'WEEK', intervalCount: 2 },
  amount: 2490,
  currencyCode: 'USD',
  paymentTrouble: null,
  items: ['2 × House blend'],
  nextDay: '2026-11-30',
  nextHolds: [],
  nextHasOwnPrice: false,
  ...change,
});

let contracts: ListedContract[] = [];
let subscriptions: ContractList['subscriptions'] = 'known';
let views: ContractList['views'] = [];
let hasMoreProducts = false;
let plans = ['Fortnightly', 'Monthly'];

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  contracts = [contract({})];
  subscriptions = 'known';
  views = [];
  hasMoreProducts = false;
  plans = ['Fortnightly', 'Monthly'];
  client.listSubscriptionContracts.mockImplementation(async () => ({
    ...{ contracts, pageInfo: emptyPageInfo, plans, views },
    products: [{ id: '12', title: 'House blend' }],
    ...{ hasMoreProducts, subscriptions },
  }));
});

const show = (search = '') => showRoute('/customers', route, `/customers${search}`);
const asked = () => client.listSubscriptionContracts.mock.lastCall?.[0].query;

it('shows who subscribes to what, what comes next, and what is in the way', async () => {
  contracts = [
    contract({ nextHolds: ['Peru'], nextHasOwnPrice: true }),
    contract({ id: '8', customer: null, paymentTrouble: 'expired', nextDay: null }),
    contract({
      id: '9',
      status: 'PAUSED',
      nextDay: null,
      every: { interval: 'MONTH', intervalCount: 1 },
    }),
    contract({ id: '10', isUsageBased: true, nextDay: null }),
  ];
  show();
  const [link] = await screen.findAllByRole('link', { name: 'Ada Lovelace' });
  expect(link?.getAttribute('href')).toBe('/customers/7');
  const [ada, unknown, paused, byUse] = screen.getAllByRole('row').slice(1);
  const textOf = (row: HTMLElement | undefined) => row?.textContent ?? '';
  for (const text of [
    'ada@example.com',
    '2 × House blend',
    'Nov 30, 2026Peru',
    'Active',
    '$24.90 every 2 weeks, until the next product’s own price is known',
  ]) {
    expect(textOf(ada)).toContain(text);
  }
  for (const text of ['Unknown customer', 'Card expired', 'Later']) {
    expect(textOf(unknown)).toContain(text);
  }
  for (const text of ['Paused', 'None', '$24.90 every month']) {
    expect(textOf(paused)).toContain(text);
  }
  for (const text of ['By use', '$24.90 by use']) expect(textOf(byUse)).toContain(text);
  const [portal] = screen.getAllByRole('link', { name: 'Customers in the vendor portal' });
  expect(portal?.getAttribute('href')).toBe('/users');
});

it('searches, narrows and sorts by the address', async () => {
  const { user } = show(
    '?status=PAUSED&next=7%20days&payment=trouble&plan=Monthly&sortKey=CREATED_AT',
  );
  await screen.findByRole('link', { name: 'Ada Lovelace' });
  expect(asked()).toEqual({
    ...{ status: 'PAUSED', next: '7 days', payment: 'trouble', plan: 'Monthly' },
    sortKey: 'CREATED_AT',
  });
  const choose = async (label: string, name: string) =>
    await user.selectOptions(screen.getByRole('combobox', { name: label }), name);
  await choose('Status', 'Any status');
  await waitFor(() => expect(asked()).not.toHaveProperty('status'));
  await choose('Next order', 'Within 30 days');
  await waitFor(() => expect(asked()).toMatchObject({ next: '30 days', plan: 'Monthly' }));
  await choose('Sort by', 'Newest first');
  await waitFor(() => expect(asked()).toMatchObject({ sortKey: 'CREATED_AT', reverse: true }));
  await user.type(screen.getByRole('searchbox'), 'ada');
  await waitFor(() => expect(asked()).toMatchObject({ query: 'ada', next: '30 days' }));
});

it('narrows to a product, and tells those who change many or save a view what it’s called', async () => {
  hasMoreProducts = true;
  const { user } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Product' }), 'House blend');
  await waitFor(() => expect(asked()).toEqual({ product: '12' }));
  screen.getByText('The search finds all others.');
  const [change] = screen.getAllByRole('link', { name: 'Change many' });
  expect(change?.getAttribute('href')).toBe(
    '/customers/changes/new?product=12&productName=House+blend',
  );
  await user.click(await pressed('Save view'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/^Shows: All subscriptions with product House blend,/);
  expect(dialog.querySelector<HTMLInputElement>('[name=search]')?.value).toBe('product=12');
});

it('says of a view what the list shows, without what it ignores of a link', async () => {
  const { user } = show('?status=PAUSED&next=tomorrow');
  await user.click(await pressed('Save view'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/^Shows: All subscriptions with status Paused, in the order/);
});

it('shows more than a link asks for that has something wrong, and says so', async () => {
  show('?status=GONE&sortKey=NAME&plan=Gone%20by');
  await screen.findByRole('link', { name: 'Ada Lovelace' });
  expect(asked()).toEqual({ plan: 'Gone by' });
  screen.getByText(/We can’t filter the list the way this link asks/);
  screen.getByText(/We can’t sort the list the way this link asks/);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Plan' }).value).toBe('Gone by');
});

it.each([
  [
    '',
    'No subscriptions yet. They’ll appear here once customers subscribe.',
    'Set up Selling Plans',
  ],
  ['?status=PAUSED', 'No subscription matches these filters.', 'Clear filters'],
])('says that there is none: %s', async (search, words, wayOut) => {
  contracts = [];
  show(search);
  await screen.findByText(words);
  screen.getByRole('link', { name: wayOut });
});

it.each([
  ['reading', 'We’re still reading your subscriptions'],
  ['refused', 'Cadence can’t read your subscriptions'],
] as const)('says that not all are known: %s', async (state, words) => {
  subscriptions = state;
  contracts = [];
  show();
  await screen.findByText(words);
  screen.getByText('No subscriptions have been read so far.');
  expect(screen.queryByText(/^No subscriptions yet/)).toBeNull();
});

it('says why it can’t be loaded, and tries again', async () => {
  client.listSubscriptionContracts.mockRejectedValueOnce(
    new ApiError(500, 'Internal', { message: 'No beans' }),
  );
  const { user } = show();
  const banner = (await screen.findByText('No beans')).closest('.Polaris-Banner');
  if (!(banner instanceof HTMLElement)) throw new Error('It is in no banner.');
  await user.click(within(banner).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Ada Lovelace' });
});

const paused = {
  id: '0a0b0c0d-0000-4000-8000-000000000001',
  name: 'Paused',
  search: 'status=PAUSED',
};
const pressed = (name: string) => screen.findByRole('button', { name });
const chosenView = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'View' });

it('keeps search, filters and sorting under a name, and finds them again', async () => {
  client.createView.mockImplementation(async ({ body }) => {
    views = [{ id: paused.id, ...body }];
    return views[0];
  });
  const { user } = show('?sortKey=CREATED_AT&reverse=true&canceled=price&after=abc&query=+ada+');
  await user.click(await pressed('Save view'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/“ada” in their name.*, cancel reason Too expensive/);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Please enter a name');
  await user.type(within(dialog).getByLabelText('Name'), 'Lost by price');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const search = 'query=ada&canceled=price&sortKey=CREATED_AT&reverse=true';
  expect(client.createView).toHaveBeenCalledWith({ body: { name: 'Lost by price', search } });
  await waitFor(() => expect(chosenView().value).toBe(paused.id));
  await user.selectOptions(chosenView(), 'All subscriptions');
  await waitFor(() => expect(asked()).toEqual({}));
  expect(screen.queryByRole('button', { name: /view/ })).toBeNull();
  await user.selectOptions(chosenView(), 'Lost by price');
  await waitFor(() => expect(asked()).toMatchObject({ query: 'ada', canceled: 'price' }));
});

it('changes a view only as it was seen, and says what is in the way', async () => {
  views = [paused];
  client.changeView.mockImplementationOnce(async () => {
    views = [{ ...paused, name: 'Away', search: 'next=today' }];
    throw new ApiError(409, 'Conflict', { message: 'Too late' });
  });
  const { user } = show(`?status=PAUSED&view=${paused.id}`);
  await pressed('Rename view');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Failed');
  await pressed('Save as new view');
  await user.click(await pressed('Save changes'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/status Failed/);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Too late');
  const body = { name: 'Paused', search: 'status=FAILED' };
  const seen = { seenName: 'Paused', seenSearch: 'status=PAUSED' };
  expect(client.changeView).toHaveBeenCalledWith({ id: paused.id, body: { ...body, ...seen } });
  await within(dialog).findByText('Save changes to Away');
  client.changeView.mockResolvedValueOnce({ id: paused.id, ...body });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const seenThen = { seenName: 'Away', seenSearch: 'next=today' };
  expect(client.changeView).toHaveBeenLastCalledWith({
    ...{ id: paused.id, body: { ...body, ...seenThen } },
  });
});

it.each([
  ['after a question', undefined],
  ['that is gone already', new ApiError(404, 'Not Found', { message: 'Somebody has deleted it.' })],
])('deletes a view %s, and keeps what the list shows', async (_, refusal) => {
  views = [paused];
  client.deleteView.mockImplementation(async () => {
    views = [];
    if (refusal !== undefined) throw refusal;
  });
  const { user } = show(`?status=PAUSED&view=${paused.id}`);
  await user.click(await pressed('Delete view'));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: 'Delete' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(confirm);
  await pressed('Save view');
  expect(client.deleteView).toHaveBeenCalledWith({ id: paused.id });
  expect(asked()).toEqual({ status: 'PAUSED' });
  expect(chosenView().value).toBe('');
});

it('says of the plans’ names that there may be more', async () => {
  plans = Array.from({ length: mostPlanNames }, (_, index) => `Plan ${index}`);
  show();
  await screen.findByText('These are the first 100 by name.');
});

it('says where the store’s pages lead, also where nothing there matches a filter', async () => {
  const { user } = show('?customer=9');
  await screen.findByText('These are the subscriptions of one customer');
  contracts = [];
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Paused');
  await screen.findByText('No subscription matches these filters.');
  screen.getByText('These are the subscriptions of one customer');
  expect(asked()).toEqual({ customer: '9', status: 'PAUSED' });
  screen.getByRole('link', { name: 'Show all subscriptions' });
});

it.each(['?order=9', '?order=9&query=ada', '?order=9&after=abc'])(
  'says of an order that there is no subscription of it only where nothing else is asked for: %s',
  async (search) => {
    contracts = [];
    show(search);
    await screen.findByText(
      search === '?order=9'
        ? 'We know of no subscription of this order'
        : 'These are the subscriptions of one order',
    );
  },
);

it('says of no customer that there are no subscriptions which can’t be loaded', async () => {
  client.listSubscriptionContracts.mockRejectedValue(
    new ApiError(500, 'Internal', { message: 'No beans' }),
  );
  show('?customer=9');
  await screen.findByText('No beans');
  screen.getByText('These are the subscriptions of one customer');
});

it('doesn’t call a list narrowed that isn’t', async () => {
  show('?order=abc');
  await screen.findByText(/^We can’t filter the list the way this link asks/);
  expect(screen.queryByText('These are the subscriptions of one order')).toBeNull();
});
