import { Outlet, useNavigate } from '@remix-run/react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ComingOrder,
  HistoryEntry,
  SubscriptionContract,
} from '#contract/subscription-contract.ts';
import { changedMeanwhile } from '#contract/subscription-contract-texts.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute, showScreen } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getSubscriptionContract: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());

const order = (change: Partial<ComingOrder>): ComingOrder => ({
  cycle: 3,
  day: '2026-11-30',
  chargedFrom: '2026-11-30T18:00:00Z',
  cutoff: null,
  outcome: 'upcoming',
  explanation: null,
  holds: [],
  changes: ['skip', 'move', 'bill'],
  ...change,
});

const later = order({ cycle: 4, day: '2026-12-14', chargedFrom: '2026-12-14T18:00:00Z' });

const active: SubscriptionContract = {
  id: '7',
  customer: { displayName: 'Ada Lovelace', email: 'ada@example.com' },
  status: 'ACTIVE',
  isGone: false,
  isUsageBased: false,
  every: { interval: 'WEEK', intervalCount: 2 },
  delivered: { interval: 'WEEK', intervalCount: 2 },
  amount: 2990,
  currencyCode: 'USD',
  paymentTrouble: null,
  createdAt: '2026-01-05T18:00:00Z',
  lines: [
    {
      ...{ id: '1', title: 'House blend', variantTitle: '250 g', quantity: 2, price: 1250 },
      variant: '11',
      planName: 'Fortnightly',
    },
  ],
  rotations: [],
  deliveryPrice: 490,
  resumesOn: null,
  firstIfResumed: null,
  paymentMethod: { kind: 'CARD', lastDigits: '4242', expiryMonth: 3, expiryYear: 2030 },
  use: null,
  once: [],
  isBilling: true,
  coming: [order({}), later],
  changes: ['pause', 'set lines', 'ask for method', 'cancel'],
  ...{ history: [], earlier: null },
  timeZone: 'America/Los_Angeles',
  tag: '"seen"',
};

let kept = active;
const picked = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  client.getSubscriptionContract.mockImplementation(async () => kept);
});

const filters = {
  ...{ id: '9b6d5c3e-0f0a-4a51-8f0e-2d1f0f5b7c11', title: 'Filters', variantTitle: null },
  ...{ quantity: 1, price: 500 },
};

function show(subscription: SubscriptionContract) {
  kept = subscription;
  return showRoute('/customers/:id', { ...route, action: () => null }, '/customers/7', {
    pickVariant: picked,
  });
}

/** Opens the dialog by the button of this name, and answers it with the button that confirms. */
async function openDialog({ user }: ReturnType<typeof show>, name: string, confirm: string) {
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  const press = dialog.getByRole('button', { name: confirm });
  await waitFor(() => expect(press.getAttribute('aria-disabled')).not.toBe('true'));
  return { dialog, press };
}

it('says what the next order contains and costs, until when it can be changed, and how it is paid', async () => {
  show(active);
  await screen.findByRole('heading', { name: 'Ada Lovelace' });
  screen.getByText('2 × House blend, 250 g');
  for (const text of ['$25.00', '$4.90', '$29.90', 'Every 2 weeks', 'Fortnightly']) {
    screen.getByText(text);
  }
  screen.getByText('You can change it until Nov 30, 2026, 10:00 AM PST. Then it’s charged.');
  screen.getByText('Card ending in 4242, expires 03/2030');
  expect(screen.queryByText('Delivered')).toBeNull();
  expect(screen.getByRole('link', { name: 'Subscribers' }).getAttribute('href')).toBe('/customers');
});

it.each<[string, Partial<SubscriptionContract>]>([
  ['This subscription has ended. There are no more orders.', { status: 'CANCELLED' }],
  ['Nothing is charged while the subscription is paused.', { status: 'PAUSED' }],
  ['Nothing is charged until the subscription is resumed.', { status: 'FAILED' }],
  ['It’s charged when your customer runs low, not by date.', { isUsageBased: true }],
  ['No order is due within the next 45 days.', {}],
  ['This subscription is gone from Shopify', { isGone: true }],
])('says why there is no next order: %s', async (words, change) => {
  show({ ...active, coming: [], changes: [], ...change });
  await screen.findByText(words);
  expect(screen.queryByRole('heading', { name: 'Coming orders' })).toBeNull();
});

it.each(['Skip the order of Nov 30, 2026', 'Pause'])(
  'says before “%s” that the next order may be roasted already, once its cut-off is over',
  async (name) => {
    const late = order({ cutoff: { day: '2026-11-27', isOver: true } });
    const shown = show({ ...active, coming: [late, later] });
    const { dialog } = await openDialog(shown, name, name === 'Pause' ? 'Pause' : 'Skip order');
    dialog.getByText(
      'The cut-off of the order of Nov 30, 2026 is over, so it may be roasted already.',
    );
  },
);

const used = { lastAt: '2026-11-01T18:00:00Z', nextFrom: '2026-11-29' };

it.each<[string, Partial<SubscriptionContract>]>([
  ['It isn’t charged before you start billing.', { isBilling: false }],
  [
    'It’s about to be charged, so it can’t be changed anymore.',
    { coming: [order({ changes: [] })] },
  ],
  [
    'It can’t be changed anymore.',
    {
      coming: [
        order({
          changes: [],
          explanation: { happened: 'It isn’t charged yet: the card has expired.', whatToDo: null },
        }),
      ],
    },
  ],
  [
    'Roasted on Monday, Nov 30; changes until Friday, Nov 27, 11:59 PM Pacific Time. It’s charged on Nov 30, 2026, 10:00 AM PST.',
    { coming: [order({ cutoff: { day: '2026-11-27', isOver: false } })] },
  ],
  [
    'Roasted on Monday, Nov 30; changes until Friday, Nov 27, 11:59 PM Pacific Time. It may be roasted already. You can still change it until Nov 30, 2026, 10:00 AM PST, when it’s charged.',
    { coming: [order({ cutoff: { day: '2026-11-27', isOver: true } })] },
  ],
  [
    'It’s ordered, and charged at Nov 30, 2026, 10:00 AM PST.',
    { isUsageBased: true, use: { ...used, canBePutOff: false } },
  ],
  [
    'It’s ordered, and charged at Nov 30, 2026, 10:00 AM PST. A customer who was told can put it off until then.',
    { isUsageBased: true, use: { ...used, canBePutOff: true } },
  ],
])('says what becomes of the next order: %s', async (words, change) => {
  show({ ...active, ...change });
  await screen.findByText(words);
});

it('says until when a coming order can be changed, in the store’s time zone', async () => {
  show({ ...active, coming: [order({ cutoff: { day: '2026-11-27', isOver: false } })] });
  await screen.findByText(
    'Roasted on Monday, Nov 30; changes until Friday, Nov 27, 11:59 PM Pacific Time',
  );
});

it('names a failed order as the next one also where no later one is in view', async () => {
  show({ ...active, coming: [order({ outcome: 'failed', changes: [] })] });
  await screen.findByText('It’s the one of Nov 30, 2026, which failed.');
});

it('promises no charge of a subscription that isn’t known to be charged by date', async () => {
  show({ ...active, isUsageBased: null, coming: [order({})] });
  await screen.findByText('You decide about it once it’s due.');
});

it('shows what is wrong with an order, and leads to where it is decided', async () => {
  const failed = order({
    ...{ outcome: 'failed', changes: [] },
    explanation: { happened: 'There wasn’t enough money.', whatToDo: 'We’ll try again.' },
  });
  show({ ...active, coming: [failed, later], paymentTrouble: 'failed' });
  await screen.findByText('There wasn’t enough money. We’ll try again.');
  screen.getByText('Payment failed');
  screen.getByText('The next order that’s charged');
  screen.getByText(
    'It’s the one of Nov 30, 2026, which failed, if that’s paid before the one of Dec 14, 2026.',
  );
  // The badge stands beside its day, however long the text below them is.
  const standing = screen.getByText('Failed').closest<HTMLElement>('.Polaris-InlineStack');
  expect(standing?.style.getPropertyValue('--pc-inline-stack-align')).toBe('start');
  const link = screen.getByRole('link', {
    name: 'See in Recurring Orders: the order of Nov 30, 2026',
  });
  expect(link.getAttribute('href')).toBe('/recurring-orders?view=orders&day=2026-11-30');
});

it('tells what has happened', async () => {
  const entry = {
    ...{ id: '3', at: '2026-11-16T18:00:00Z', day: '2026-11-16', order: null, amount: null },
    ...{ explanation: null, decision: null, notice: null, channel: null, unsent: null },
    ...{ by: null, details: {}, why: null },
  };
  const by = (who: 'merchant' | 'customer' | 'scale', isYou = false) => ({
    ...{ who, isYou, name: who === 'scale' ? 'Scale in the kitchen' : null },
  });
  const explanation = { happened: 'The card has expired.', whatToDo: null };
  const history: HistoryEntry[] = [
    { ...entry, event: 'canceled', by: by('merchant', true), why: 'Moves abroad.' },
    {
      ...{ ...entry, event: 'moved', by: by('merchant') },
      details: { day: '2026-11-30', newDay: '2026-11-28' },
    },
    {
      ...{ ...entry, event: 'hastened', by: by('merchant', true) },
      details: { day: '2026-12-14', newDay: '2026-11-27' },
    },
    { ...entry, event: 'skipped', by: by('customer'), details: { day: '2026-11-30' } },
    { ...entry, event: 'paused', by: by('scale') },
    { ...entry, event: 'canceled', by: by('customer'), details: { reason: 'price' } },
    {
      ...{ ...entry, event: 'line changed', by: by('merchant', true) },
      details: { subject: 'House blend', from: '2 × $12.50', to: '3 × $12.00' },
    },
    { ...entry, event: 'asked for method', by: { who: 'cadence', name: null, isYou: false } },
    { ...entry, event: 'decided', decision: 'leave', by: by('merchant', true) },
    { ...entry, event: 'decided', decision: 'charge', by: by('merchant') },
    { ...entry, event: 'decided', decision: 'retry' },
    { ...entry, event: 'not charged', explanation },
    { ...entry, event: 'failed', explanation },
    { ...entry, event: 'charged', amount: 2990, order: { id: '9', name: '#1009' } },
    { ...entry, event: 'charging' },
    { ...entry, event: 'began', day: null },
  ];
  show({ ...active, history: history.map((one, index) => ({ ...one, id: String(index) })) });
  await screen.findByText('The subscription was canceled by you. Reason: Moves abroad.');
  screen.getByText('The order of Nov 30, 2026 was moved to Nov 28, 2026 by a colleague.');
  // It may wait for the hour of billing.
  screen.getByText('The order of Dec 14, 2026 was moved up to Nov 27, 2026 by you.');
  screen.getByText('The order of Nov 30, 2026 was skipped by your customer.');
  screen.getByText('The subscription was paused by Scale in the kitchen.');
  screen.getByText('The subscription was canceled (too expensive) by your customer.');
  screen.getByText('House blend was changed from 2 × $12.50 to 3 × $12.00 by you.');
  screen.getByText('Your customer was mailed a link to another payment method by Cadence.');
  screen.getByText('You decided about the order of Nov 16, 2026: Leave it.');
  screen.getByText('A colleague decided about the order of Nov 16, 2026: Charge now.');
  screen.getByText('You or a colleague decided about the order of Nov 16, 2026: Retry now.');
  screen.getByText('Cadence doesn’t charge the order of Nov 16, 2026. The card has expired.');
  screen.getByText('The order of Nov 16, 2026 couldn’t be charged. The card has expired.');
  screen.getByText('The order of Nov 16, 2026 was charged for $29.90 before tax: #1009.');
  screen.getByText('Cadence asked Shopify to charge the order of Nov 16, 2026.');
  screen.getByText('The subscription began.');
});

describe('earlier entries', () => {
  const entry = (id: number, event: HistoryEntry['event'] = 'paused'): HistoryEntry => ({
    ...{ id: String(id), event, at: new Date(Date.UTC(2026, 9, 1, 0, id)).toISOString() },
    ...{ day: null, order: null, amount: null, explanation: null, decision: null, notice: null },
    ...{ channel: null, unsent: null, by: null, details: {}, why: null },
  });
  const from = (latest: number, earliest: number) =>
    Array.from({ length: latest - earliest + 1 }, (_, index) => entry(latest - index));
  const path = 'GET /resources/customers/7/history';
  const minutes = () =>
    within(screen.getByRole('heading', { name: 'History' }).closest('div') ?? document.body)
      .getAllByText(/^Sep 30, 2026, 5:\d\d PM/)
      .map(({ textContent }) => Number(/:(\d\d) PM/.exec(textContent ?? '')?.[1]));
  const down = (latest: number, earliest: number) =>
    from(latest, earliest).map(({ id }) => Number(id));

  it('are shown page by page, and the keyboard goes on at the first of them', async () => {
    answerFetch({
      [`${path}?after=a%20b`]: () => Response.json({ history: from(5, 3), earlier: 'c' }),
      [`${path}?after=c`]: () => Response.json({ history: [entry(2), entry(1)], earlier: null }),
    });
    const { user } = show({ ...active, history: from(8, 6), earlier: 'a b' });
    await user.click(await screen.findByRole('button', { name: 'Show earlier' }));
    await screen.findByText('Earlier entries shown: 3');
    expect(minutes()).toEqual(down(8, 3));
    expect(document.activeElement?.textContent).toContain('5:05 PM');
    await user.click(screen.getByRole('button', { name: 'Show earlier' }));
    await screen.findByText('Earlier entries shown: 2');
    expect(minutes()).toEqual(down(8, 1));
    expect(document.activeElement?.textContent).toContain('5:02 PM');
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  });

  it('that can’t be read leave those that are shown, with words, and are asked for again', async () => {
    let isAway = true;
    answerFetch({
      [`${path}?after=a`]: () =>
        isAway
          ? Response.json({ message: 'The kettle is empty.' }, { status: 500 })
          : Response.json({ history: [entry(1)], earlier: null }),
    });
    const { user } = show({ ...active, history: from(3, 2), earlier: 'a' });
    (await screen.findByRole('button', { name: 'Show earlier' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('We can’t show earlier entries right now. The kettle is empty.');
    expect(minutes()).toEqual([3, 2]);
    const again = screen.getByRole('button', { name: 'Try again' });
    expect(document.activeElement).toBe(again);
    isAway = false;
    await user.keyboard('{Enter}');
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
    expect(screen.queryByText(/We can’t show/)).toBeNull();
  });

  it.each<[string, HistoryEntry[], number[]]>([
    ['in front push none out', from(9, 7), down(9, 3)],
    ['in place of all that was seen begin anew', from(20, 18), down(20, 18)],
    [
      'that were told again later move',
      [{ ...entry(9), id: '4' }, ...from(8, 7)],
      [9, 8, 7, 6, 5, 3],
    ],
  ])('stay when others come in: those %s', async (_, latest, shown) => {
    answerFetch({
      [`${path}?after=a`]: () => Response.json({ history: from(5, 3), earlier: null }),
      'POST /resources/customers/7/change': () => {
        kept = { ...active, tag: '"after"', history: latest, earlier: 'b' };
        return Response.json(kept);
      },
    });
    const shownScreen = show({ ...active, history: from(8, 6), earlier: 'a' });
    await shownScreen.user.click(await screen.findByRole('button', { name: 'Show earlier' }));
    await screen.findByText('Earlier entries shown: 3');
    const { press } = await openDialog(shownScreen, 'Skip the order of Nov 30, 2026', 'Skip order');
    await shownScreen.user.click(press);
    await waitFor(() => expect(minutes()).toEqual(shown));
  });
});

describe('a change', () => {
  const address = 'POST /resources/customers/7/change';
  /** Answers the next change with this subscription, and the screen with it from then on. */
  const become = (change: Partial<SubscriptionContract>) =>
    answerFetch({
      [address]: () => {
        kept = { ...active, tag: '"after"', ...change };
        return Response.json(kept);
      },
    });

  it('says what it does, and is sent once with what was seen', async () => {
    const requests = become({ status: 'PAUSED', coming: [], changes: ['resume', 'cancel'] });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Pause', 'Pause');
    dialog.getByText(/^No further order is charged until it’s resumed\./);
    await shown.user.dblClick(press);
    await screen.findByText('Nothing is charged while the subscription is paused.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests).toEqual([{ asked: address, body: { change: 'pause' }, ifMatch: '"seen"' }]);
    screen.getByRole('button', { name: 'Resume' });
  });

  it.each([
    [
      { firstIfResumed: '2026-12-01' },
      'Its next order is charged on Dec 1, 2026: $34.90 at today’s prices, before tax.',
    ],
    [
      {},
      'Its coming orders are charged again when they’re due. The next one costs $34.90 at today’s prices, before tax.',
    ],
    [
      { firstIfResumed: '2026-12-01', isBilling: false },
      'Its next order can be charged on Dec 1, 2026: $34.90 at today’s prices, before tax.',
    ],
  ])('that resumes says when it’s charged, and what for: %j', async (change, effect) => {
    const shown = show({
      ...active,
      status: 'PAUSED',
      coming: [],
      once: [filters],
      changes: ['resume'],
      ...change,
    });
    const { dialog } = await openDialog(shown, 'Resume', 'Resume');
    dialog.getByText(effect);
    const isOff = dialog.queryByText('Nothing is charged before you start billing.') !== null;
    expect(isOff).toBe('isBilling' in change);
    const isRetried = dialog.queryByText('One that failed before may be tried again at once.');
    expect(isRetried !== null).toBe(!('firstIfResumed' in change));
  });

  it.each([
    [
      'Skip the order of Nov 30, 2026',
      'Skip order',
      { change: 'skip', cycle: 3 },
      'The subscription goes on with the order of Dec 14, 2026.',
    ],
    [
      'Don’t skip the order of Nov 28, 2026',
      'Don’t skip',
      { change: 'unskip', cycle: 2 },
      'It is charged on Nov 28, 2026: $34.90 at today’s prices, before tax.',
    ],
    [
      'Don’t skip the order of Dec 28, 2026',
      'Don’t skip',
      { change: 'unskip', cycle: 5 },
      'It is charged on Dec 28, 2026: $29.90 at today’s prices, before tax.',
    ],
    ['Cancel subscription', 'Cancel subscription', { change: 'cancel' }, /This can’t be undone/],
    ['Charge now', 'Charge now', { change: 'order' }, /^Your customer isn’t told before/],
    [
      'Ask for payment method',
      'Send mail',
      { change: 'ask for method' },
      /Shopify mails your customer/,
    ],
    [
      'Charge now the order of Nov 30, 2026',
      'Charge now',
      { change: 'bill', cycle: 3 },
      /^It moves to today .*: \$34\.90 at today’s prices/,
    ],
  ] as const)('%s', async (name, confirm, body, effect) => {
    const skipped = order({ cycle: 5, day: '2026-12-28', outcome: 'left', changes: ['unskip'] });
    const requests = become({ coming: [] });
    const first = { ...skipped, cycle: 2, day: '2026-11-28' };
    const coming = [first, order({}), later, skipped];
    const shown = show({
      ...active,
      once: [filters],
      changes: ['order', ...active.changes],
      coming,
    });
    const { dialog, press } = await openDialog(shown, name, confirm);
    dialog.getByText(effect);
    await shown.user.click(press);
    await screen.findByText('No order is due within the next 45 days.');
    expect(requests.map((request) => request.body)).toEqual([body]);
  });

  it('of a day needs one', async () => {
    const requests = become({ coming: [order({ day: '2026-11-28' })] });
    const shown = show(active);
    const { dialog, press } = await openDialog(
      shown,
      'Move the order of Nov 30, 2026',
      'Move order',
    );
    const field = dialog.getByLabelText('New day');
    await shown.user.clear(field);
    await shown.user.click(press);
    await dialog.findByText('Pick a day');
    expect(requests).toEqual([]);
    await shown.user.type(field, '2026-11-28');
    dialog.getByText('It is charged on Nov 28, 2026: $29.90 at today’s prices, before tax.');
    await shown.user.click(press);
    await screen.findByRole('button', { name: 'Skip the order of Nov 28, 2026' });
    expect(requests.map(({ body }) => body)).toEqual([
      { change: 'move', cycle: 3, day: '2026-11-28' },
    ]);
  });

  it('pauses until a day, or until somebody resumes it', async () => {
    const requests = become({ status: 'PAUSED', coming: [], resumesOn: '2027-01-05' });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Pause', 'Pause');
    await shown.user.type(dialog.getByLabelText('Resume by itself on (optional)'), '2027-01-05');
    await shown.user.click(press);
    await screen.findByText(/^Nothing is charged while .* It resumes by itself on Jan 5, 2027\.$/);
    expect(requests.map(({ body }) => body)).toEqual([{ change: 'pause', until: '2027-01-05' }]);
  });

  it('cancels with a reason and a note', async () => {
    const requests = become({ status: 'CANCELLED', coming: [], changes: [] });
    const shown = show(active);
    const opened = await openDialog(shown, 'Cancel subscription', 'Cancel subscription');
    const { dialog, press } = opened;
    await shown.user.selectOptions(dialog.getByLabelText('Reason (optional)'), 'Too expensive');
    await shown.user.type(dialog.getByLabelText('Note (optional)'), ' Too dear. ');
    await shown.user.click(press);
    await screen.findByText('This subscription has ended. There are no more orders.');
    expect(requests.map(({ body }) => body)).toEqual([
      { change: 'cancel', reason: 'price', note: 'Too dear.' },
    ]);
  });

  it('to cancel loses a note that was typed only once the merchant agrees', async () => {
    const shown = show(active);
    const name = 'Cancel subscription';
    const { dialog } = await openDialog(shown, name, name);
    await shown.user.selectOptions(dialog.getByLabelText('Reason (optional)'), 'Too expensive');
    await shown.user.type(dialog.getByLabelText('Note (optional)'), 'Back in May');
    await shown.user.click(dialog.getByRole('button', { name: 'Keep subscription' }));
    await dialog.findByText('The note you typed will be lost.');
    const back = dialog.getByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(back.getAttribute('aria-disabled')).not.toBe('true'));
    await shown.user.click(back);
    expect(dialog.getByLabelText('Note (optional)')).toHaveProperty('value', 'Back in May');
    await shown.user.clear(dialog.getByLabelText('Note (optional)'));
    // A reason is chosen again in a moment.
    await shown.user.click(dialog.getByRole('button', { name: 'Keep subscription' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('of quantity and price says what it will cost, and never overwrites another’s without a word', async () => {
    const answers = [
      () => Response.json({ message: changedMeanwhile }, { status: 409 }),
      () => {
        kept = { ...active, amount: 4490 };
        return Response.json(kept);
      },
    ];
    const requests = answerFetch({ [address]: () => answers.shift()?.() ?? Response.error() });
    const shown = show(active);
    const name = 'Change products and prices';
    const { dialog, press } = await openDialog(shown, name, 'Save');
    dialog.getByText('Each order costs $29.90 before tax, as it does now.');
    const quantity = dialog.getByLabelText('Quantity');
    const price = dialog.getByLabelText('Price for one (USD)');
    await shown.user.clear(quantity);
    await shown.user.clear(price);
    await shown.user.keyboard('{Enter}');
    await dialog.findByText('Enter a whole number from 1 to 1000');
    dialog.getByText('Enter a price up to $999,999,999.99');
    await shown.user.type(quantity, '4');
    await shown.user.type(price, '10');
    dialog.getByText('Each order will cost $44.90 before tax, instead of $29.90.');
    // A colleague saves something before the merchant does.
    kept = { ...active, tag: '"of another tab"' };
    await shown.user.type(price, '{Enter}');
    await dialog.findByText(changedMeanwhile);
    await shown.user.click(press);
    await screen.findByText('$44.90');
    const lines = [{ line: '1', quantity: 4, price: 1000 }];
    expect(requests).toMatchObject([
      { body: { change: 'set lines', lines }, ifMatch: '"seen"' },
      { body: { change: 'set lines', lines }, ifMatch: '"of another tab"' },
    ]);
  });

  it('of quantity and price isn’t made over another’s where its first tries failed otherwise', async () => {
    const answers = [
      () => Response.json({ message: 'Shopify fails.' }, { status: 502 }),
      () => Response.json({ message: 'It’s being changed right now.' }, { status: 409 }),
      () => Response.json({ message: changedMeanwhile }, { status: 409 }),
    ];
    const requests = answerFetch({ [address]: () => answers.shift()?.() ?? Response.error() });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Change products and prices', 'Save');
    kept = { ...active, tag: '"of another tab"', amount: 9900 };
    await shown.user.click(press);
    await dialog.findByText('Shopify fails.');
    await screen.findByText('$99.00');
    await shown.user.click(press);
    await dialog.findByText('It’s being changed right now.');
    await shown.user.click(press);
    await dialog.findByText(changedMeanwhile);
    expect(requests.map(({ ifMatch }) => ifMatch)).toEqual(['"seen"', '"seen"', '"seen"']);
  });

  describe('of products, quantities and prices', () => {
    const name = 'Change products and prices';
    const told: HistoryEntry = {
      ...{ id: '2 1', event: 'line changed', at: '2026-11-16T18:00:00Z', day: null, order: null },
      ...{ amount: null, explanation: null, decision: null, notice: null, channel: null },
      ...{ unsent: null, details: {}, why: null },
      by: { who: 'merchant', name: null, isYou: true },
    };
    const decaf = { title: 'Decaf', variantTitle: null, variant: '9', quantity: 3, price: 1 };
    const unknown = { ...active, lines: active.lines.map((line) => ({ ...line, variant: null })) };
    const after = {
      ...{ ...active, tag: '"changed"', amount: 493, history: [told] },
      lines: active.lines.map((line) => ({ ...line, ...decaf })),
    };
    const save = async (
      before: SubscriptionContract,
      answered: SubscriptionContract,
      loaded = answered,
    ) => {
      const answers = [
        () => Response.json(answered),
        () => Response.json({ message: changedMeanwhile }, { status: 409 }),
        () => Response.json({ ...before, history: [{ ...told, id: '2 2' }, told] }),
      ];
      const requests = answerFetch({ [address]: () => answers.shift()?.() ?? Response.error() });
      const shown = show(before);
      const { press } = await openDialog(shown, name, 'Save');
      kept = loaded;
      await shown.user.click(press);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await screen.findByText(`$${(answered.amount / 100).toFixed(2)}`);
      return { requests, shown };
    };

    it('is undone by what was there before, and not over another’s without a word', async () => {
      // A colleague changes something at once, which the page has loaded before the merchant undoes it.
      const { requests, shown } = await save(active, after, { ...after, tag: '"of a colleague"' });
      const { dialog, press } = await openDialog(shown, 'Undo', 'Undo');
      dialog.getByText('Undo the change of products and prices');
      dialog.getByText('House blend, 250 g instead of Decaf');
      dialog.getByText('Each order will cost $29.90 before tax, instead of $4.93.');
      await shown.user.click(press);
      await dialog.findByText(changedMeanwhile);
      kept = active;
      await shown.user.click(press);
      await screen.findByText('Products and prices are as before');
      const lines = [{ line: '1', quantity: 2, price: 1250, variant: '11' }];
      expect(requests.slice(1)).toMatchObject([
        { body: { change: 'set lines', lines }, ifMatch: '"changed"' },
        { body: { change: 'set lines', lines }, ifMatch: '"of a colleague"' },
      ]);
      // What was undone is put back the same way, until the merchant has seen enough of it.
      screen.getByRole('button', { name: 'Undo' });
      await shown.user.click(screen.getByRole('button', { name: /^Dismiss/ }));
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    });

    it.each([
      [
        'a colleague made the same',
        active,
        [{ ...told, by: { who: 'merchant', name: null, isYou: false } }],
      ],
      ['it was so already', { ...active, history: [told] }, [told]],
      ['nobody knows the product of before', unknown, [told]],
    ] satisfies [string, SubscriptionContract, HistoryEntry[]][])(
      'is offered no undo where %s',
      async (_why, before, history) => {
        await save(before, { ...after, history });
        expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
      },
    );
  });

  it('of a product that rotates at its own prices says that what it will cost may change', async () => {
    const coffees = [{ id: '9', title: 'Kenya', canGoOut: true }];
    const rotation = { line: '1', price: 'product', next: '9', coffees } as const;
    const shown = show({ ...active, rotations: [rotation] });
    const { dialog } = await openDialog(shown, 'Change products and prices', 'Save');
    const caveat = 'It may change once the next product’s own price is known.';
    dialog.getByText(`Each order costs $29.90 before tax, as it does now. ${caveat}`);
    const quantity = dialog.getByLabelText('Quantity');
    await shown.user.clear(quantity);
    await shown.user.type(quantity, '3');
    dialog.getByText(`Each order will cost $42.40 before tax, instead of $29.90. ${caveat}`);
    // A price that the merchant sets stays.
    const price = dialog.getByLabelText('Price for one (USD)');
    await shown.user.clear(price);
    await shown.user.type(price, '9');
    dialog.getByText('Each order will cost $31.90 before tax, instead of $29.90.');
  });

  it('of the place in a rotation shows what is next, and sends the coffee that is chosen', async () => {
    const requests = become({});
    const coffee = (id: string, title: string, canGoOut = true) => ({ id, title, canGoOut });
    const coffees = [coffee('8', 'Kenya'), coffee('9', 'Peru'), coffee('10', 'Guji', false)];
    const shown = show({
      ...active,
      changes: [...active.changes, 'set place'],
      rotations: [{ line: '1', price: 'product', next: '9', coffees }],
      coming: [order({ holds: ['Peru'] }), { ...later, holds: ['Kenya'] }],
    });
    const { dialog, press } = await openDialog(shown, 'Choose the next coffee', 'Save');
    screen.getByText('Next in the rotation: Peru, at its own price with the plan’s discount.');
    screen.getByText('Total before tax, until the next product’s own price is known');
    expect(screen.getAllByText('Kenya')).toHaveLength(2);
    const select = dialog.getByRole('combobox', { name: 'Next coffee' });
    expect(select).toHaveProperty('value', '1 9');
    expect(dialog.getByRole('option', { name: 'Guji' })).toHaveProperty('disabled', true);
    await shown.user.selectOptions(select, 'Kenya');
    dialog.getByText(
      'The next order holds it, on Nov 30, 2026. It costs $29.90 before tax, until the product’s own price is known. Each product of this rotation has its own price, with the plan’s discount.',
    );
    await shown.user.click(press);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.map(({ body }) => body)).toEqual([
      { change: 'set place', line: '1', coffee: '8' },
    ]);
  });

  const failed = order({ cycle: 2, day: '2026-11-20', outcome: 'failed', changes: [] });

  it('of the place in a rotation names no day while an order before is tried again', async () => {
    const coffees = [{ id: '8', title: 'Kenya', canGoOut: true }];
    const shown = show({
      ...active,
      changes: ['set place'],
      rotations: [{ line: '1', price: 'customer', next: '8', coffees }],
      coming: [failed, order({})],
    });
    const { dialog } = await openDialog(shown, 'Choose the next coffee', 'Save');
    dialog.getByText(/^The next order that’s charged holds it\. It costs \$29\.90/);
  });

  it.each([
    [[failed, order({})], 1],
    [[order({})], 0],
  ])('of charging now says what becomes of one that failed before: %#', async (coming, times) => {
    const shown = show({ ...active, once: [filters], coming });
    const name = 'Charge now the order of Nov 30, 2026';
    const { dialog } = await openDialog(shown, name, 'Charge now');
    const words =
      'The order of Nov 20, 2026, which failed, isn’t tried again: it ends as your billing rules say. If they pause or cancel the subscription, this one isn’t charged.';
    expect(dialog.queryAllByText(words)).toHaveLength(times);
  });

  it.each([
    ['Move the order of Nov 30, 2026', 'Move order', 'It is charged on Nov 30, 2026'],
    ['Don’t skip the order of Nov 28, 2026', 'Don’t skip', 'It is charged on Nov 28, 2026'],
    ['Skip the order of Nov 30, 2026', 'Skip order', null],
  ])(
    '“%s” leaves what was added once to an order that is tried again before',
    async (name, confirm, words) => {
      const skipped = order({ day: '2026-11-28', outcome: 'left', changes: ['unskip'], cycle: 6 });
      const shown = show({ ...active, once: [filters], coming: [failed, skipped, order({})] });
      const { dialog } = await openDialog(shown, name, confirm);
      if (words) dialog.getByText(`${words}: $29.90 at today’s prices, before tax.`);
      expect(dialog.queryByText(/added to/)).toBeNull();
    },
  );

  it('of a product takes one variant from the admin’s picker', async () => {
    const requests = become({ lines: [] });
    const shown = show(active);
    const name = 'Change products and prices';
    const { dialog, press } = await openDialog(shown, name, 'Save');
    const pick = async (answer: unknown) => {
      picked.mockResolvedValueOnce(answer);
      await shown.user.click(dialog.getByRole('button', { name: /^Change product: House blend/ }));
    };
    const variant = (id: number) => ({ id: `gid://shopify/ProductVariant/${id}`, title: '1 kg' });
    await pick({ chosen: [] });
    await dialog.findByText(/^We couldn’t open your products\./);
    await pick({ selection: [{ title: 'Decaf', variants: [variant(8), variant(9)] }] });
    await dialog.findByText('Pick one variant of one product.');
    await pick(null);
    await waitFor(() => expect(dialog.queryByText(/^Pick one variant/)).toBeNull());
    await pick({ selection: [{ title: 'Decaf', variants: [variant(9)] }] });
    await dialog.findByText('Decaf, 1 kg instead of House blend, 250 g');
    await shown.user.click(press);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const lines = [{ line: '1', quantity: 2, price: 1250, variant: '9' }];
    expect(requests.map(({ body }) => body)).toEqual([{ change: 'set lines', lines }]);
  });

  it('that is refused says why, and can be asked for again with what is shown by then', async () => {
    const words = 'This subscription has changed in the meantime, so nothing was done.';
    const answers = [
      () => {
        kept = { ...active, tag: '"of another tab"', amount: 9900 };
        return Response.json({ message: words }, { status: 409 });
      },
      () => {
        kept = { ...active, status: 'CANCELLED', coming: [], changes: [] };
        return Response.json(kept);
      },
    ];
    const requests = answerFetch({ [address]: () => answers.shift()?.() ?? Response.error() });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Cancel subscription', 'Cancel subscription');
    await shown.user.click(press);
    await dialog.findByText(words);
    await screen.findByText('$99.00');
    await shown.user.click(press);
    await screen.findByText('This subscription has ended. There are no more orders.');
    expect(requests.map(({ ifMatch }) => ifMatch)).toEqual(['"seen"', '"of another tab"']);
  });

  it('that isn’t possible anymore is offered no more, with the reason why it was refused', async () => {
    answerFetch({
      [address]: () => {
        kept = { ...active, status: 'CANCELLED', coming: [], changes: [] };
        return Response.json({ message: 'It has ended.' }, { status: 409 });
      },
    });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Pause', 'Pause');
    await shown.user.click(press);
    await dialog.findByText('It has ended.');
    const done = await dialog.findByRole('button', { name: 'Done' });
    dialog.getByText(/This isn’t possible anymore/);
    await waitFor(() => expect(done.getAttribute('aria-disabled')).not.toBe('true'));
    await shown.user.click(done);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that was done although its answer was lost isn’t asked for again', async () => {
    answerFetch({
      [address]: () => {
        kept = { ...active, status: 'PAUSED', coming: [], changes: ['resume'] };
        return Response.json({ message: 'Try again later.' }, { status: 502 });
      },
    });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Pause', 'Pause');
    await shown.user.click(press);
    await dialog.findByText(/^No answer came, so this may have been done\. This isn’t possible/);
    expect(dialog.queryByText('Try again later.')).toBeNull();
  });

  it('that fails leaves the keyboard in the dialog, also after a press with the mouse', async () => {
    answerFetch({ [address]: () => Response.json({ message: 'It failed.' }, { status: 502 }) });
    const shown = show(active);
    const { dialog, press } = await openDialog(shown, 'Pause', 'Pause');
    await shown.user.click(press);
    press.blur();
    await dialog.findByText('It failed.');
    await waitFor(() =>
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
    );
  });
});

it('a dialog that was cancelled leaves the reader where they are, whatever changes later', async () => {
  const shown = show(active);
  const { dialog } = await openDialog(shown, 'Pause', 'Pause');
  await shown.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await shown.user.click(screen.getByText('Card ending in 4242, expires 03/2030'));
  kept = { ...active, tag: '"of a colleague"', amount: 9900 };
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('$99.00');
  expect(document.activeElement).toBe(document.body);
});

function BesideAnother() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/customers/8')}>
        Another subscription
      </button>
      <Outlet />
    </>
  );
}

it('a dialog, with the reason why it was refused, is of one subscription and gone with it', async () => {
  client.getSubscriptionContract.mockImplementation(async ({ id }) => ({ ...active, id }));
  answerFetch({
    'POST /resources/customers/7/change': () =>
      Response.json({ message: 'It is being charged right now.' }, { status: 409 }),
  });
  const { default: Component, loader, shouldRevalidate } = route;
  const shown = showScreen(
    [
      {
        path: '/',
        Component: BesideAnother,
        children: [{ path: 'customers/:id', Component, loader, shouldRevalidate }],
      },
    ],
    { initialEntries: ['/customers/7'] },
  );
  const name = 'Charge now the order of Nov 30, 2026';
  const { dialog, press } = await openDialog(shown, name, 'Charge now');
  await shown.user.click(press);
  await dialog.findByText('It is being charged right now.');
  await shown.user.click(screen.getByText('Another subscription'));
  await waitFor(() => expect(client.getSubscriptionContract).toHaveBeenLastCalledWith({ id: '8' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const second = await openDialog(shown, name, 'Charge now');
  expect(second.dialog.queryByText('It is being charged right now.')).toBeNull();
});
