import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { usualRules } from '#contract/billing-rules.ts';
import type { Billing, FirstCharges } from '#contract/recurring-orders.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getBilling: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/merchant-api.ts'));
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
  first: [
    {
      contract: '7',
      cycle: 2,
      day: '2026-11-23',
      expectedAt: '2026-11-23T18:00:00.000Z',
      customer: { id: '1', displayName: 'Ada Lovelace' },
      items: ['House blend'],
      amount: 1200,
      currencyCode: 'USD',
      outcome: 'upcoming',
      failureClass: null,
      explanation: null,
      attempts: 0,
      nextAt: null,
      order: null,
      decisions: [],
    },
  ],
  tag: 'seen',
};

let kept: Billing = before;

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  client.getBilling.mockImplementation(async () => kept);
});

function show(billing: Billing) {
  kept = billing;
  return showRoute('/recurring-orders', { ...route, action: () => null });
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
  within(dialog).getByText('Not charged until you decide: 1 missed order');
  within(dialog).getByText('Nov 23, 2026: Ada Lovelace, $12.00');
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
  const start = () => within(dialog).getByRole('button', { name: 'Start billing again' });
  await waitFor(() => expect(start().getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(start());
  await within(dialog).findByText(words);
  await within(dialog).findByText('Charged right away: 0 orders');
  await user.click(start());
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
});

it.each<[string, Partial<Billing>]>([
  ['We’re still reading your subscriptions', { subscriptions: 'reading' }],
  ['Cadence can’t read your subscriptions', { subscriptions: 'refused' }],
  ['Cadence needs your permission to charge subscriptions', { grantUrl: 'https://grant.test/' }],
])('nothing can be started: %s', async (words, change) => {
  show({ ...before, ...change });
  await screen.findByText(words);
  const start = screen.getByRole('button', { name: 'Start billing' });
  expect(start.getAttribute('aria-disabled') ?? String(start.hasAttribute('disabled'))).toBe(
    'true',
  );
});
