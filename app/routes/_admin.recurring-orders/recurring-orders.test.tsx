import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { usualRules } from '#contract/billing-rules.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { Billing, FirstCharges, RecurringOrder } from '#contract/recurring-orders.ts';
import { decisionWords } from '../../recurring-orders/decision-words.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getBilling: vi.fn(),
  listRecurringOrders: vi.fn(),
  listBillingRuns: vi.fn(),
  getRecurringCalendar: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());

const before: Billing = {
  state: 'before',
  wentLiveAt: null,
  stopped: null,
  subscriptions: 'known',
  grantUrl: null,
  activeSubscriptions: 3,
  rules: { ...usualRules, hour: 10, catchUpDays: 3 },
  timeZone: 'America/Los_Angeles',
  tag: 'rules',
};
const live: Billing = { ...before, state: 'live', wentLiveAt: '2026-11-20T18:00:00.000Z' };
const stopped: Billing = {
  ...live,
  state: 'stopped',
  stopped: {
    at: '2026-11-22T18:00:00.000Z',
    because: { happened: 'The app was uninstalled.', whatToDo: 'Look at what is charged first.' },
  },
};

const order = (change: Partial<RecurringOrder>): RecurringOrder => ({
  contract: '7',
  cycle: 2,
  day: '2026-11-23',
  expectedAt: '2026-11-23T18:00:00Z',
  customer: { displayName: 'Ada Lovelace' },
  items: ['2 × House blend'],
  amount: 2490,
  currencyCode: 'USD',
  outcome: 'upcoming',
  explanation: null,
  attempts: 0,
  nextAt: null,
  order: null,
  decisions: [],
  ...change,
});

const first: FirstCharges = {
  now: { orders: 2, money: [{ amount: 2400, currencyCode: 'USD' }] },
  soon: {
    orders: 3,
    money: [
      { amount: 3600, currencyCode: 'USD' },
      { amount: 1200, currencyCode: 'JPY' },
    ],
  },
  toDecide: 1,
  first: [order({ items: ['House blend'], amount: 1200 })],
  tag: 'seen',
};

let kept: Billing = before;
let orders: RecurringOrder[] = [];

beforeEach(() => {
  vi.resetAllMocks();
  orders = [];
  invalidateScreens();
  client.getBilling.mockImplementation(async () => kept);
  client.listRecurringOrders.mockImplementation(async () => ({ orders, pageInfo: emptyPageInfo }));
});

function show(billing: Billing, search = '?view=orders') {
  kept = billing;
  return showRoute(
    '/recurring-orders',
    { ...route, action: () => null },
    `/recurring-orders${search}`,
  );
}

it('billing starts once the merchant has seen what is charged first', async () => {
  const requests = answerFetch({
    'GET /resources/recurring-orders/first': () => Response.json(first),
    'POST /resources/recurring-orders/billing': () => {
      kept = live;
      return Response.json(live);
    },
  });
  const { user } = show(before);
  await screen.findByRole('heading', { name: 'Recurring orders aren’t charged yet' });
  await user.click(screen.getByRole('button', { name: 'Start billing' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Charged right away: 2 orders, $24.00 before tax');
  within(dialog).getByText('Charged in the next 7 days: 3 orders, $36.00 and ¥1,200 before tax');
  within(dialog).getByText('Not charged until you decide: 1 order');
  within(dialog).getByText('Nov 23, 2026: Ada Lovelace, $12.00');
  within(dialog).getByText('And 4 more');
  const start = within(dialog).getByRole('button', { name: 'Start billing' });
  await waitFor(() => expect(start.getAttribute('aria-disabled')).not.toBe('true'));
  await user.dblClick(start);
  await screen.findByRole('heading', { name: 'Billing is on' });
  expect(requests.filter(({ asked }) => asked.startsWith('POST'))).toEqual([
    expect.objectContaining({ body: { change: 'go live' }, ifMatch: 'seen' }),
  ]);
});

it('a list that has changed meanwhile is shown anew, and that one starts billing', async () => {
  const answers = [first, { ...first, now: { orders: 0, money: [] }, tag: 'seen again' }];
  const words = 'What will be charged first has changed in the meantime.';
  const requests = answerFetch({
    'GET /resources/recurring-orders/first': () => Response.json(answers.shift()),
    'POST /resources/recurring-orders/billing': () => {
      if (answers.length === 1) return Response.json({ message: words }, { status: 409 });
      kept = live;
      return Response.json(live);
    },
  });
  const { user } = show(stopped);
  await screen.findByText('Billing has been stopped since Nov 22, 2026, 10:00 AM PST');
  screen.getByText('The app was uninstalled.');
  await user.click(screen.getByRole('button', { name: 'Start billing again' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Charged right away: 2 orders, $24.00 before tax');
  const start = async () => {
    const button = within(dialog).getByRole('button', { name: 'Start billing again' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(button);
  };
  await start();
  await within(dialog).findByText(words);
  await within(dialog).findByText('Charged right away: 0 orders');
  await start();
  await screen.findByRole('heading', { name: 'Billing is on' });
  expect(requests.flatMap(({ ifMatch }) => ifMatch ?? [])).toEqual(['seen', 'seen again']);
});

it('billing is stopped after a word on what that means, and a refusal is said', async () => {
  const answers = [
    () => Response.json({ message: 'Not now' }, { status: 429 }),
    () => {
      kept = stopped;
      return Response.json(stopped);
    },
  ];
  answerFetch({
    'POST /resources/recurring-orders/billing': () => answers.shift()?.() ?? Response.error(),
  });
  const { user } = show(live);
  await user.click(await screen.findByRole('button', { name: 'Stop billing' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/No recurring order is charged until you start billing again/);
  const stop = within(dialog).getByRole('button', { name: 'Stop billing' });
  await waitFor(() => expect(stop.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(stop);
  await within(dialog).findByText('Not now');
  await user.click(stop);
  await screen.findByText(/Billing has been stopped since/);
  // The button that opened the dialog is gone.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Recurring Orders' })),
  );
});

it.each([
  ['Start billing again', stopped, live, /Billing is on/],
  ['Stop billing', live, stopped, /Billing has been stopped since/],
] as const)('%s, whose answer is lost, shows what came of it', async (name, from, to, words) => {
  answerFetch({
    'GET /resources/recurring-orders/first': () => Response.json(first),
    'POST /resources/recurring-orders/billing': () => {
      kept = to;
      return Response.error();
    },
  });
  const { user } = show(from);
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  const press = dialog.getByRole('button', { name });
  await waitFor(() => expect(press.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(press);
  await screen.findByText(words);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each<[string, Partial<Billing>]>([
  ['We’re still reading your subscriptions', { subscriptions: 'reading' }],
  ['Cadence can’t read your subscriptions', { subscriptions: 'refused' }],
  ['Cadence needs your permission to charge subscriptions', { grantUrl: 'https://grant.test/' }],
])('nothing can be started: %s', async (words, change) => {
  show({ ...before, ...change, activeSubscriptions: 0 });
  await screen.findByText(words);
  // The screen gives no count before Cadence has read all subscriptions.
  const isKnown = change.subscriptions === undefined;
  expect(screen.queryAllByText(/You have 0 active subscriptions\./)).toHaveLength(isKnown ? 1 : 0);
  const start = screen.getByRole('button', { name: 'Start billing' });
  expect(start.getAttribute('aria-disabled') ?? String(start.hasAttribute('disabled'))).toBe(
    'true',
  );
});

it('billing that is on promises no charge while something keeps orders from being charged', async () => {
  show({ ...live, grantUrl: 'https://grant.test/' });
  await screen.findByRole('heading', { name: 'Billing is on' });
  screen.getByText(/^Recurring orders will be charged again as soon as that’s resolved\./);
});

it('what goes on shows without a reload: subscriptions being read, and orders of today', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const upcoming = { ...counts, charged: 0, failed: 0, upcoming: 1 };
    const runs = (now: typeof counts) => ({
      today: '2026-11-23',
      runs: [{ day: '2026-11-23', counts: now, charged: [] }],
      earlier: null,
    });
    client.listBillingRuns.mockResolvedValue(runs(upcoming));
    show({ ...before, subscriptions: 'reading' }, '');
    await screen.findByText('We’re still reading your subscriptions');
    kept = { ...before, subscriptions: 'refused' };
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await screen.findByText('Cadence can’t read your subscriptions');
    kept = live;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    await screen.findByRole('heading', { name: 'Billing is on' });
    client.listBillingRuns.mockResolvedValue(runs({ ...upcoming, upcoming: 0, charging: 1 }));
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    await screen.findByRole('link', { name: 'Charging: 1' });
    client.listBillingRuns.mockResolvedValue(runs({ ...upcoming, upcoming: 0, charged: 1 }));
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await screen.findByRole('link', { name: 'Charged: 1' });
    // The next day begins while the screen is open.
    client.listBillingRuns.mockResolvedValue({ ...runs(upcoming), today: '2026-11-24' });
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await screen.findByRole('link', { name: 'Nov 23, 2026' });
  } finally {
    vi.useRealTimers();
  }
});

const failed = order({
  outcome: 'failed',
  explanation: { happened: 'There wasn’t enough money.', whatToDo: 'We’ll try again.' },
  attempts: 3,
  nextAt: '2026-11-26T18:00:00Z',
  decisions: ['retry', 'leave', 'settled elsewhere'],
});

describe('the list of orders', () => {
  it('says of each what became of it, and what can be done', async () => {
    orders = [
      order({ contract: '8', outcome: 'charged', order: { id: '5', name: '#1005' } }),
      failed,
      // Cadence checks it again on the day of the subscription's next order.
      { ...failed, contract: '11', decisions: [], nextAt: '2026-11-27T08:00:00Z' },
      order({ contract: '9', customer: null }),
      order({ contract: '10', customer: { displayName: ' ' }, amount: 100 }),
    ];
    show(live);
    const list = within(await screen.findByRole('region', { name: 'recurring orders' }));
    for (const words of ['Charged', '#1005']) list.getByText(words);
    for (const words of ['Failed', 'Upcoming', 'Unknown customer']) {
      expect(list.getAllByText(words)).toHaveLength(2);
    }
    expect(list.getAllByText('There wasn’t enough money. We’ll try again.')).toHaveLength(2);
    list.getByText('Next look: Nov 26, 2026, 10:00 AM PST');
    list.getByText('Next look: Nov 27, 2026');
    expect(list.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(list.getAllByText('$24.90')).toHaveLength(4);
    expect(list.getAllByRole('button', { name: /^Decide about/ })).toHaveLength(1);
  });

  it('is asked for by its filters, which the address keeps', async () => {
    const { user } = show(live, '?view=orders&outcome=to%20decide&day=2026-11-23');
    await screen.findByText('No recurring order matches these filters.');
    const asked = () => client.listRecurringOrders.mock.calls.at(-1)?.[0].query;
    expect(asked()).toEqual({ outcome: 'to decide', day: '2026-11-23' });
    await user.selectOptions(screen.getByLabelText('Outcome'), 'Failed');
    await waitFor(() => expect(asked()).toEqual({ outcome: 'failed', day: '2026-11-23' }));
    await user.selectOptions(screen.getByLabelText('Why it failed'), 'Out of stock');
    await waitFor(() => expect(asked()).toMatchObject({ failureClass: 'stock' }));
    await user.click(screen.getByRole('button', { name: 'Show all days' }));
    await waitFor(() => expect(asked()).toEqual({ outcome: 'failed', failureClass: 'stock' }));
  });

  it('names no day that the address has wrong', async () => {
    show(live, '?view=orders&until=x');
    await screen.findByText(/^We can’t filter the list the way this link asks/);
    expect(screen.queryByText(/^Up to/)).toBeNull();
  });

  it('keeps a filter that is still being loaded when the next one follows', async () => {
    const { user } = show(live);
    const outcome = await screen.findByLabelText('Outcome');
    client.listRecurringOrders.mockImplementationOnce(() => new Promise(() => undefined));
    await user.selectOptions(outcome, 'Failed');
    expect(outcome).toHaveProperty('value', 'failed');
    await user.selectOptions(screen.getByLabelText('Why it failed'), 'Out of stock');
    await waitFor(() =>
      expect(client.listRecurringOrders.mock.calls.at(-1)?.[0].query).toEqual({
        outcome: 'failed',
        failureClass: 'stock',
      }),
    );
  });

  it('promises no next look while billing is stopped', async () => {
    orders = [failed];
    show(stopped);
    await screen.findByText('There wasn’t enough money. We’ll try again.');
    expect(screen.queryByText(/^Next look/)).toBeNull();
  });

  it('says which outcomes it shows where a link asks for several', async () => {
    const { user } = show(live, '?view=orders&outcome=charged,upcoming');
    const select = await screen.findByLabelText<HTMLSelectElement>('Outcome');
    expect(select.selectedOptions[0]?.text).toBe('Upcoming, Charged');
    await user.selectOptions(select, 'All');
    await waitFor(() =>
      expect(client.listRecurringOrders.mock.calls.at(-1)?.[0].query).toEqual({}),
    );
  });

  it('leads to Selling Plans where nobody has subscribed yet', async () => {
    show(live);
    await screen.findByText(
      'No recurring orders yet. They’ll appear here once customers subscribe.',
    );
    screen.getByRole('link', { name: 'Set up Selling Plans' });
  });
});

describe('a decision', () => {
  it('is sent once, and the list is loaded anew', async () => {
    orders = [failed];
    const requests = answerFetch({
      'POST /resources/recurring-orders/decision': () => {
        orders = [order({ outcome: 'charging' })];
        return Response.json([{ refused: null }]);
      },
    });
    const { user } = show(live);
    await user.click(await screen.findByRole('button', { name: /^Decide about Ada Lovelace/ }));
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox', { hidden: true })) {
      expect(box.checked).toBe(false);
    }
    const dialog = within(await screen.findByRole('dialog'));
    const retry = dialog.getByRole('button', { name: 'Retry now' });
    await waitFor(() => expect(retry.getAttribute('aria-disabled')).not.toBe('true'));
    await user.dblClick(retry);
    const list = within(screen.getByRole('region', { name: 'recurring orders' }));
    await list.findByText('Charging');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.map(({ body }) => body)).toEqual([
      { decision: 'retry', orders: [{ contract: '7', cycle: 2, attempts: 3 }] },
    ]);
  });

  it('on several orders of one subscription says how many are charged now', async () => {
    orders = [1, 2, 3].map((cycle) =>
      order({ cycle, outcome: 'to decide', decisions: ['charge', 'leave'] }),
    );
    orders.push(order({ contract: '8', outcome: 'to decide', decisions: ['charge', 'leave'] }));
    const { user } = show(live);
    const [all] = await screen.findAllByRole('checkbox', { name: /^Select all/ });
    if (all !== undefined) await user.click(all);
    await user.click(screen.getAllByRole('button', { name: 'Decide' })[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog'));
    const words = 'A subscription is charged once a day: 2 of these 4 orders now.';
    dialog.getByText(`${words} You’re asked about the others again.`);
    await user.click(dialog.getByRole('radio', { name: 'Leave it' }));
    expect(dialog.queryByText(/once a day/)).toBeNull();
    expect(decisionWords.charge.done(4, 2)).toBe('2 of 4 orders will be charged in a moment');
    expect(decisionWords.retry.done(4, 4)).toBe('4 orders will be tried again in a moment');
  });

  it('charges nobody while billing is stopped, and says so', async () => {
    orders = [failed];
    const { user } = show(stopped);
    await user.click(await screen.findByRole('button', { name: /^Decide about/ }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Billing is off. Start it to have orders charged again.');
    expect(dialog.queryByRole('radio', { name: 'Retry now' })).toBeNull();
    dialog.getByRole('radio', { name: 'Leave it', checked: true });
  });

  it('that nothing is answered about is not said to be taken', async () => {
    orders = [failed];
    answerFetch({ 'POST /resources/recurring-orders/decision': () => Response.json([]) });
    const { user } = show(live);
    await user.click(await screen.findByRole('button', { name: /^Decide about/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const retry = dialog.getByRole('button', { name: 'Retry now' });
    await waitFor(() => expect(retry.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(retry);
    await dialog.findByText(
      'Ada Lovelace, Nov 23, 2026: We don’t know whether this was done. Look at it again.',
    );
    expect(screen.queryByText(/will be tried again/)).toBeNull();
  });

  it('that can’t be taken says why; a failed call keeps the choice', async () => {
    orders = [failed];
    const answers = [
      () => Response.json({ message: 'Not now' }, { status: 502 }),
      () => {
        orders = [order({ outcome: 'charged' })];
        return Response.json([{ refused: 'This order was charged meanwhile.' }]);
      },
    ];
    const requests = answerFetch({
      'POST /resources/recurring-orders/decision': () => answers.shift()?.() ?? Response.error(),
    });
    const { user } = show(live);
    await user.click(await screen.findByRole('button', { name: /^Decide about/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Settled elsewhere' }));
    const settle = dialog.getByRole('button', { name: 'Settled elsewhere' });
    await waitFor(() => expect(settle.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(settle);
    await dialog.findByText('Not now');
    settle.focus();
    await user.keyboard('{Enter}');
    await dialog.findByText('Ada Lovelace, Nov 23, 2026: This order was charged meanwhile.');
    const done = dialog.getByRole('button', { name: 'Done' });
    expect(document.activeElement).toBe(done);
    await waitFor(() => expect(done.getAttribute('aria-disabled')).not.toBe('true'));
    expect(requests.map(({ body }) => body)).toEqual(
      Array(2).fill({
        decision: 'settled elsewhere',
        orders: [{ contract: '7', cycle: 2, attempts: 3 }],
      }),
    );
    await user.click(done);
    const list = within(screen.getByRole('region', { name: 'recurring orders' }));
    await list.findByText('Charged');
  });
});

const counts = {
  upcoming: 0,
  charging: 0,
  charged: 2,
  failed: 1,
  'to decide': 0,
  ended: 0,
  left: 0,
};

it('the days say what became of their orders, and lead to them', async () => {
  client.listBillingRuns.mockResolvedValue({
    today: '2026-11-23',
    runs: [
      {
        day: '2026-11-23',
        counts: { ...counts, charged: 1204 },
        charged: [{ amount: 4980, currencyCode: 'USD' }],
      },
    ],
    earlier: null,
  });
  show(live, '');
  const day = await screen.findByRole('link', { name: 'Today, Nov 23, 2026' });
  expect(day.getAttribute('href')).toBe('/recurring-orders?view=orders&day=2026-11-23');
  const some = screen.getByRole('link', { name: 'Failed: 1' });
  expect(some.getAttribute('href')).toBe(
    '/recurring-orders?view=orders&day=2026-11-23&outcome=failed',
  );
  screen.getByRole('link', { name: 'Charged: 1,204' });
  screen.getByText('$49.80');
});

it.each([
  ['2026-11-01', { before: '2026-11-01' }],
  ['0000-01-01', {}],
  ['x', {}],
])('the days before %s are asked for as %j', async (day, query) => {
  client.listBillingRuns.mockResolvedValue({ today: '2026-11-23', runs: [], earlier: null });
  show(live, `?before=${day}`);
  await screen.findByText('No days to show.');
  expect(client.listBillingRuns).toHaveBeenCalledWith({ query });
});

it('earlier days are asked for from where the answer says that they are', async () => {
  client.listBillingRuns.mockImplementation(async ({ query }) => ({
    ...{ today: '2026-11-23', runs: [] },
    earlier: query.before === undefined ? '2026-09-21' : null,
  }));
  const { user } = show(live, '');
  await user.click(await screen.findByRole('button', { name: /Next/ }));
  await waitFor(() =>
    expect(client.listBillingRuns).toHaveBeenLastCalledWith({ query: { before: '2026-09-21' } }),
  );
});

it('the view that is shown looks chosen', async () => {
  show(live);
  const chosen = await screen.findByRole('link', { name: 'Orders, shown' });
  expect(chosen.className).toContain('variantPrimary');
  expect(screen.getByRole('link', { name: 'Days' }).className).not.toContain('variantPrimary');
});

const ahead = {
  days: [
    { day: '2026-11-23', orders: 1203, expected: [{ amount: 3600, currencyCode: 'USD' }] },
    { day: '2026-11-24', orders: 0, expected: [] },
    { day: '2026-11-25', orders: 1, expected: [{ amount: 1200, currencyCode: 'USD' }] },
  ],
};

it('the calendar says what is to come, and leads to it: on today with what is overdue', async () => {
  client.getRecurringCalendar.mockResolvedValue(ahead);
  const { user } = show(live, '?view=calendar');
  const today = await screen.findByRole('link', { name: 'Today, Nov 23, 2026' });
  screen.getByText(
    /^What active subscriptions bring .* at today’s prices, .* Overdue orders count as today’s\.$/,
  );
  expect(screen.getByRole('link', { name: 'Nov 25, 2026' }).getAttribute('href')).toBe(
    '/recurring-orders?view=orders&day=2026-11-25&outcome=upcoming',
  );
  screen.getByText('1,203');
  screen.getByText('$36.00');
  expect(screen.queryByRole('link', { name: 'Nov 24, 2026' })).toBeNull();
  await user.click(today);
  await screen.findByText('Up to Nov 23, 2026');
  const asked = () => client.listRecurringOrders.mock.calls.at(-1)?.[0].query;
  expect(asked()).toEqual({ until: '2026-11-23', outcome: 'upcoming' });
  await user.click(screen.getByRole('button', { name: 'Show all days' }));
  await waitFor(() => expect(asked()).toEqual({ outcome: 'upcoming' }));
});

it('the calendar promises no money while billing is off', async () => {
  client.getRecurringCalendar.mockResolvedValue(ahead);
  show(stopped, '?view=calendar');
  await screen.findByText(/Nothing is charged until you start billing\./);
});

it('a calendar without orders says so in one place', async () => {
  client.getRecurringCalendar.mockResolvedValue({
    days: ahead.days.map(({ day }) => ({ day, orders: 0, expected: [] })),
  });
  show(live, '?view=calendar');
  await screen.findByText(/^No orders are expected in the next 30 days\./);
  expect(screen.queryByText('Nov 24, 2026')).toBeNull();
});

it('a day without orders, or without a charge, has few words on a phone', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const today = '2026-11-23';
  client.getRecurringCalendar.mockResolvedValue({
    days: [{ day: today, orders: 0, expected: [] }, ...ahead.days.slice(1)],
  });
  const run = { day: '2026-11-22', counts: { ...counts, charged: 0 }, charged: [] };
  client.listBillingRuns.mockResolvedValue({ today, runs: [run], earlier: null });
  const { user } = show(live, '?view=calendar');
  await screen.findByText('1 order · $12.00');
  for (const words of ['No more orders', 'No orders']) screen.getByText(words);
  await user.click(screen.getByRole('link', { name: 'Days' }));
  await screen.findByRole('link', { name: 'Failed: 1' });
  expect(screen.queryByText(/Charged before tax/)).toBeNull();
});
