import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BulkChange, BulkRow } from '#contract/bulk-change.ts';
import { bulkTexts } from '#contract/bulk-change-names.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getBulkChange: vi.fn(), listBulkRows: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));
const toast = vi.hoisted(() => vi.fn());
vi.mock('../../bridge/toast.tsx', () => ({ useToast: () => toast }));

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());

const id = '6f0a4f9e-6f9b-4f4e-8a53-3f7a2d0c8b11';
const decision = `POST /resources/customers/changes/${id}/decision`;
const prepared: BulkChange = {
  ...{ id, change: { change: 'pause' }, filter: { status: 'ACTIVE', plan: 'Monthly' } },
  ...{ ticked: null, takesBack: null, takenBackBy: null, state: 'prepared', stoppedBecause: null },
  ...{ isYours: true, preparedAt: '2026-11-25T18:00:00Z', begunAt: null, endedAt: null },
  counts: { waiting: 2, doing: 0, done: 0, refused: 0, leftOut: 3 },
  leftOut: [
    { reason: 'as asked', subscriptions: 2 },
    { reason: 'charging', subscriptions: 1 },
  ],
  sums: [{ currencyCode: 'USD', subscriptions: 2, amount: 4980, newAmount: 0, ownPrices: 0 }],
  ...{ canGoBack: 0, withoutMethod: 0, timeZone: 'America/Los_Angeles' },
};
const row = (change: Partial<BulkRow>): BulkRow => ({
  ...{ id: '7', contract: '7', line: null, reference: null },
  ...{ customer: { id: '1', displayName: 'Ada Lovelace' } },
  ...{ items: ['2 × House blend'], state: 'waiting', leftOut: null, refused: null },
  ...{
    amount: 2490,
    newAmount: 0,
    hasOwnPrice: false,
    currencyCode: 'USD',
    day: null,
    newDay: null,
  },
  ...change,
});

let change = prepared;
let rows = [row({})];

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  [change, rows] = [prepared, [row({})]];
  client.getBulkChange.mockImplementation(async () => change);
  client.listBulkRows.mockImplementation(async () => ({ rows, pageInfo: emptyPageInfo }));
});

const show = (search = '') =>
  showRoute(
    '/customers/changes/:id',
    { ...route, action: () => null },
    `/customers/changes/${id}${search}`,
  );
const press = async ({ user }: ReturnType<typeof show>, name: string | RegExp) => {
  const [button] = await screen.findAllByRole('button', { name });
  if (button === undefined) throw new Error('There is no such button.');
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(button);
};

it('says before it begins how many it is, who, what each pays, and who is left out and why', async () => {
  const screenShown = show();
  await screen.findByText('Nothing is changed yet. This will change 2 subscriptions.');
  screen.getByText('All subscriptions with status Active, plan Monthly');
  screen.getByText('2 subscriptions: $49.80 before, $0.00 after');
  screen.getByText('It’s already so: 2');
  screen.getByText('An order is being charged right now: 1');
  const [ada] = screen.getAllByRole('row').slice(1);
  expect(ada?.textContent).toContain('$24.90 → $0.00');
  const sent = answerFetch({ [decision]: () => Response.json({ ...prepared, state: 'running' }) });
  change = { ...prepared, state: 'running' };
  await press(screenShown, 'Pause: 2 subscriptions');
  await screen.findByText('0 of 2 subscriptions');
  expect(sent).toMatchObject([{ body: { decision: 'begin' } }]);
});

it('says how far it is in whole percents', async () => {
  const counts = { ...prepared.counts, waiting: 2, done: 1 };
  change = { ...prepared, state: 'running', counts };
  show();
  await screen.findByText('33%');
});

it('says what can’t be undone, and that nothing is left to change', async () => {
  change = { ...prepared, change: { change: 'cancel', reason: 'price' } };
  show();
  await screen.findByText(/This can’t be undone/);
  screen.getByRole('button', { name: 'Cancel: 2 subscriptions' });
});

it('has nothing to begin where all are left out', async () => {
  change = { ...prepared, counts: { ...prepared.counts, waiting: 0 } };
  show();
  await screen.findByText('There’s nothing to change');
  expect(screen.queryByRole('button', { name: /^Pause:/ })).toBeNull();
});

it.each<[string, Partial<BulkChange>, RegExp]>([
  ['running', { state: 'running' }, /^Stop$/],
  ['stopped', { state: 'stopped', stoppedBecause: 'Your store is frozen.' }, /^Go on$/],
])('can be stopped and gone on with: %s', async (_, how, name) => {
  change = { ...prepared, ...how, counts: { ...prepared.counts, done: 1, waiting: 1 } };
  const shown = show();
  await screen.findByText('1 done, 0 refused, 3 left out');
  if (change.stoppedBecause !== null) screen.getByText(change.stoppedBecause);
  const sent = answerFetch({ [decision]: () => Response.json(change) });
  await press(shown, name);
  await waitFor(() => expect(sent).toHaveLength(1));
});

it.each(['stopped', 'done'] as const)(
  'says that it was stopped only where it was: %s',
  async (state) => {
    change = { ...prepared, state: 'running' };
    const shown = show();
    answerFetch({
      [decision]: () => {
        change = { ...prepared, state };
        return Response.json(change);
      },
    });
    await press(shown, /^Stop$/);
    await screen.findByText(state === 'stopped' ? /^Stopped with/ : 'Done', { selector: 'h2' });
    expect(toast.mock.calls).toEqual(state === 'stopped' ? [['Stopped']] : []);
  },
);

it('says of taking back a pause that cards may be charged at once', async () => {
  change = { ...prepared, takesBack: crypto.randomUUID() };
  show();
  await screen.findByText(/^Each becomes what it was before/);
  screen.getByText(/one that failed before may be tried again at once/);
});

it('says of coffees at their own price that the sum isn’t the last word', async () => {
  const sum = { currencyCode: 'USD', subscriptions: 2, amount: 0, newAmount: 4980, ownPrices: 1 };
  change = { ...prepared, change: { change: 'resume' }, sums: [sum] };
  rows = [row({ amount: 0, newAmount: 2490, hasOwnPrice: true })];
  show();
  const until = 'until the next product’s own price is known';
  await screen.findByText(`2 subscriptions: $0.00 before, $49.80 after, for 1 of them ${until}`);
  const [ada] = screen.getAllByRole('row').slice(1);
  expect(ada?.textContent).toContain(`$0.00 → $24.90, ${until}`);
});

it('says that it failed to begin only until it is seen to go on', async () => {
  const shown = show();
  answerFetch({
    [decision]: () => Response.json({ message: 'No beans' }, { status: 502 }),
  });
  await press(shown, 'Pause: 2 subscriptions');
  await screen.findByText('No beans');
  // Its answer is lost, but not the decision.
  answerFetch({
    [decision]: () => {
      change = { ...prepared, state: 'running' };
      return Response.json({ message: 'No beans' }, { status: 502 });
    },
  });
  await press(shown, 'Pause: 2 subscriptions');
  await screen.findByText('0 of 2 subscriptions');
  expect(screen.queryByText('No beans')).toBeNull();
});

it('looks again at what was stopped until its last ones make it done', async () => {
  const counts = { ...prepared.counts, waiting: 0, done: 2 };
  change = { ...prepared, state: 'stopped', counts };
  show();
  await screen.findByText('Stopped with 0 subscriptions left');
  change = { ...change, state: 'done', endedAt: '2026-11-25T19:00:00Z' };
  await screen.findByText(/^Done on/, {}, { timeout: 5_000 });
});

it('doesn’t offer to go on with what is taken back', async () => {
  const counts = { ...prepared.counts, done: 1, waiting: 1 };
  change = { ...prepared, state: 'stopped', takenBackBy: crypto.randomUUID(), counts };
  show();
  await screen.findByText(bulkTexts.goesOnNoMore);
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
});

it('says of an import what is looked up, what it makes, and what is wrong with each line', async () => {
  const file = { change: 'import', file: 'subscribers.csv' } as const;
  const sums = [
    { currencyCode: 'USD', subscriptions: 2, amount: 0, newAmount: 4980, ownPrices: 0 },
  ];
  const leftOut = [{ reason: 'wrong' as const, subscriptions: 3 }];
  const looked = { ...prepared.counts, waiting: 1, doing: 6, leftOut: 3 };
  const stoppedBecause = 'Shopify is away.';
  change = {
    ...{ ...prepared, change: file, filter: {}, state: 'checking', counts: looked },
    ...{ stoppedBecause, sums: [], leftOut: [] },
  };
  rows = [row({ state: 'doing', contract: null, line: 2 })];
  show();
  await screen.findByText('Checked 4 of 10 lines');
  screen.getByText(stoppedBecause);
  expect(screen.queryByText('Being changed')).toBeNull();
  expect(screen.queryByText('Download report')).toBeNull();
  cleanup();
  invalidateScreens();
  change = { ...prepared, change: file, filter: {}, sums, leftOut, withoutMethod: 1 };
  const reason = 'variant_id: Your store has no variant 9.';
  rows = [
    row({ contract: null, line: 2, reference: 'R-1', newDay: '2026-12-24', newAmount: 2490 }),
    row({ id: '3', contract: null, line: 3, state: 'left out', leftOut: 'wrong', refused: reason }),
  ];
  show();
  await screen.findByText('Nothing is imported yet. This will make 2 subscriptions.');
  screen.getByRole('heading', { name: 'Import subscribers.csv' });
  screen.getByText(/^1 subscription without a payment method can’t be charged/);
  screen.getByText('2 subscriptions: $49.80');
  screen.getByText('Something in the line isn’t right: 3');
  screen.getByText('Line 2, R-1, 2 × House blend');
  screen.getByText('$24.90 from Dec 24, 2026');
  screen.getByText(reason);
  screen.getByRole('button', { name: 'Import: 2 subscriptions' });
});

it('reports why each wasn’t done, and leads to the way back', async () => {
  const counts = { ...prepared.counts, waiting: 0, done: 1, refused: 1 };
  change = { ...prepared, state: 'done', endedAt: '2026-11-25T19:00:00Z', counts, canGoBack: 1 };
  rows = [row({ state: 'refused', refused: 'Shopify refused this: Not today.' })];
  const shown = show('?show=refused');
  await screen.findByText('Shopify refused this: Not today.');
  expect(client.listBulkRows.mock.lastCall?.[0].query).toEqual({ show: 'refused' });
  expect(screen.getAllByRole('button', { name: 'Download report' })).not.toHaveLength(0);
  const refused = answerFetch({
    'POST /resources/customers/prepare': () =>
      Response.json({ message: 'No beans' }, { status: 409 }),
  });
  expect(screen.queryByText('Its way back')).toBeNull();
  const back = '0b9c1d2e-3f40-4a51-8b62-7c83d94ea5f6';
  change = { ...change, takenBackBy: back };
  await press(shown, 'Take back 1');
  const banner = (await screen.findByText('No beans')).closest('.Polaris-Banner');
  expect(banner).not.toBeNull();
  expect(refused).toMatchObject([{ body: { takesBack: id } }]);
  const way = await screen.findByText('Its way back');
  change = { ...prepared, id: back, takesBack: id };
  await shown.user.click(way);
  await screen.findByText('What it takes back');
  expect(screen.queryByText('No beans')).toBeNull();
});
