import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { ContractList, ListedContract } from '#contract/subscription-contract.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ listSubscriptionContracts: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

const contract = (change: Partial<ListedContract>): ListedContract => ({
  id: '7',
  customer: { id: '1', displayName: 'Ada Lovelace', email: 'ada@example.com' },
  status: 'ACTIVE',
  isUsageBased: false,
  every: { interval: 'WEEK', intervalCount: 2 },
  amount: 2490,
  currencyCode: 'USD',
  paymentTrouble: null,
  createdAt: '2026-01-05T18:00:00Z',
  items: ['2 × House blend'],
  planNames: ['Fortnightly'],
  nextDay: '2026-11-30',
  nextHolds: [],
  ...change,
});

let contracts: ListedContract[] = [];
let subscriptions: ContractList['subscriptions'] = 'known';

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  contracts = [contract({})];
  subscriptions = 'known';
  client.listSubscriptionContracts.mockImplementation(async () => ({
    ...{ contracts, pageInfo: emptyPageInfo, plans: ['Fortnightly', 'Monthly'], subscriptions },
  }));
});

const show = (search = '') =>
  showRoute('/customers', { ...route, action: () => null }, `/customers${search}`);
const asked = () => client.listSubscriptionContracts.mock.lastCall?.[0].query;

it('shows who subscribes to what, what comes next, and what is in the way', async () => {
  contracts = [
    contract({ nextHolds: ['Peru'] }),
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
    '$24.90 every 2 weeks',
  ]) {
    expect(textOf(ada)).toContain(text);
  }
  for (const text of ['Unknown customer', 'Card expired', 'Later']) {
    expect(textOf(unknown)).toContain(text);
  }
  for (const text of ['Paused', 'None', '$24.90 every month']) {
    expect(textOf(paused)).toContain(text);
  }
  expect(textOf(byUse)).toContain('By use');
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
  show();
  await screen.findByText(words);
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
