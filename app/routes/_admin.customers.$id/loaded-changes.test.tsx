import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ContractAddress } from '#contract/delivery-address.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { changedMeanwhile } from '#contract/subscription-contract-texts.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getSubscriptionContract: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());

const subscription: SubscriptionContract = {
  ...{ id: '7', status: 'ACTIVE', isGone: false, isUsageBased: false, currencyCode: 'USD' },
  customer: { displayName: 'Ada Lovelace', email: 'ada@example.com' },
  every: { interval: 'WEEK', intervalCount: 1 },
  delivered: { interval: 'WEEK', intervalCount: 1 },
  ...{ amount: 1740, deliveryPrice: 490, rotations: [], paymentTrouble: null, resumesOn: null },
  firstIfResumed: null,
  createdAt: '2026-01-05T18:00:00Z',
  lines: [
    {
      ...{ id: '1', title: 'House blend', variantTitle: null, quantity: 1, price: 1250 },
      variant: '11',
      planName: 'Weekly',
    },
  ],
  paymentMethod: null,
  use: null,
  once: [],
  isBilling: true,
  coming: [
    {
      ...{ cycle: 3, day: '2026-11-30', chargedFrom: '2026-11-30T18:00:00Z', cutoff: null },
      ...{
        outcome: 'upcoming',
        explanation: null,
        holds: [],
        changes: ['skip', 'move', 'move following'],
      },
    },
  ],
  changes: ['pause', 'set address', 'set plan', 'cancel'],
  ...{ history: [], earlier: null },
  timeZone: 'America/Los_Angeles',
  tag: '"of the screen"',
};

let shownNow = subscription;
const picked = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  shownNow = subscription;
  client.getSubscriptionContract.mockImplementation(async () => shownNow);
});

const change = 'POST /resources/customers/7/change';

async function openDialog(name: string, confirm: string) {
  const { user } = showRoute('/customers/:id', { ...route, action: () => null }, '/customers/7', {
    pickVariant: picked,
    isInBrowser: true,
  });
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  const press = dialog.getByRole('button', { name: confirm });
  const isReady = () => expect(press.getAttribute('aria-disabled')).not.toBe('true');
  return { user, dialog, press, isReady };
}

const oakland = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', company: '', address1: '1 Pine St', address2: '' },
  ...{ city: 'Oakland', provinceCode: 'CA', zip: '94601', countryCode: 'US', phone: '' },
};
const address: ContractAddress = {
  address: oakland,
  ...{ deliveryPrice: 490, currencyCode: 'USD', countries: ['US', 'GB'], tag: '"of the address"' },
};

it('an address is checked by its country’s rules, and saved with the price of delivery', async () => {
  const answers = [
    () => Response.json({ message: changedMeanwhile }, { status: 409 }),
    () => Response.json(subscription),
  ];
  const requests = answerFetch({
    'GET /resources/customers/7/address': () => Response.json(address),
    [change]: () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change delivery address', 'Save');
  await dialog.findByDisplayValue('1 Pine St');
  dialog.getByText(/it stays \$4\.90 unless you change it/);
  await user.selectOptions(dialog.getByLabelText('Country'), 'United Kingdom');
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByText('Enter a postal code, such as SW1A 1AA');
  const zip = dialog.getByLabelText('Postal code');
  expect(document.activeElement).toBe(zip);
  await user.clear(zip);
  await user.type(zip, 'sw1a 1aa');
  await user.clear(dialog.getByLabelText('State or province (code)'));
  const price = dialog.getByLabelText('Price of delivery (USD)');
  await user.clear(price);
  await user.type(price, '19.9');
  dialog.getByText('Each order will cost $32.40 before tax, instead of $17.40.');
  await user.click(press);
  await dialog.findByText(changedMeanwhile);
  await waitFor(isReady);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = requests.filter(({ asked }) => asked === change);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    body: {
      change: 'set address',
      address: { ...address.address, countryCode: 'GB', zip: 'SW1A 1AA', provinceCode: '' },
      deliveryPrice: 1990,
    },
    ifMatch: '"of the address"',
  });
});

const addressTold = {
  ...{ id: '2 1', event: 'address changed' as const, at: '2026-11-16T18:00:00Z', day: null },
  ...{ order: null, amount: null, explanation: null, decision: null, notice: null },
  ...{ channel: null, unsent: null, details: {}, why: null },
  by: { who: 'merchant' as const, name: null, isYou: true },
};

it('an address is put back as it was, with its price, and not over another’s without a word', async () => {
  let known = address;
  const answers = [
    () => Response.json({ ...subscription, tag: '"changed"', history: [addressTold] }),
    () => Response.json({ message: 'Shopify fails.' }, { status: 502 }),
    () => Response.json({ message: changedMeanwhile }, { status: 409 }),
    () => Response.json({ ...subscription, history: [{ ...addressTold, id: '2 2' }, addressTold] }),
  ];
  const requests = answerFetch({
    'GET /resources/customers/7/address': () => Response.json(known),
    [change]: () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change delivery address', 'Save');
  const city = await dialog.findByLabelText('City');
  await user.clear(city);
  await user.type(city, 'Berkeley');
  await waitFor(isReady);
  await user.click(press);
  await screen.findByText('Delivery address changed');
  screen.getByText(
    'You can have it as it was before, until you change something else or leave this page.',
  );
  // A colleague sends it somewhere else meanwhile.
  known = {
    ...{ ...address, tag: '"of a colleague"', deliveryPrice: 900 },
    address: { ...oakland, city: 'Albany' },
  };
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const asks = within(await screen.findByRole('dialog'));
  asks.getByText('Undo the change of the delivery address');
  await asks.findByDisplayValue('Oakland');
  asks.getByText('Each order will cost $13.30 before tax, instead of $17.40.');
  const undo = asks.getByRole('button', { name: 'Undo' });
  const canUndo = () => expect(undo.getAttribute('aria-disabled')).not.toBe('true');
  await waitFor(canUndo);
  await user.click(undo);
  await asks.findByText('Shopify fails.');
  await waitFor(canUndo);
  await user.click(undo);
  await asks.findByText(changedMeanwhile);
  await waitFor(canUndo);
  asks.getByDisplayValue('Oakland');
  await user.click(undo);
  await screen.findByText('Delivery address is as before');
  const back = { change: 'set address', address: oakland, deliveryPrice: 490 };
  expect(requests.filter(({ asked }) => asked === change).slice(1)).toMatchObject([
    { body: back, ifMatch: '"changed"' },
    { body: back, ifMatch: '"changed"' },
    { body: back, ifMatch: '"of a colleague"' },
  ]);
  // The change of the address itself begins with what is there.
  await user.click(screen.getByRole('button', { name: 'Change delivery address' }));
  await screen.findByDisplayValue('Albany');
});

it('an address whose answer was lost is saved at the next press, with no way back to itself', async () => {
  let known = address;
  const answers = [
    () => {
      known = { ...address, address: { ...oakland, city: 'Oakland!' } };
      return Response.json({ message: 'Something went wrong.' }, { status: 502 });
    },
    () => Response.json({ ...subscription, tag: '"changed"', history: [addressTold] }),
  ];
  answerFetch({
    'GET /resources/customers/7/address': () => Response.json(known),
    [change]: () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change delivery address', 'Save');
  await user.type(await dialog.findByLabelText('City'), '!');
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByText('Something went wrong.');
  await waitFor(isReady);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('an address that was typed stays in its dialog while the server can’t be had', async () => {
  const lost = 'Oops, something went wrong.';
  answerFetch({
    'GET /resources/customers/7/address': () => Response.json(address),
    [change]: () => {
      client.getSubscriptionContract.mockRejectedValue(new ApiError(502, '', { message: lost }));
      return Response.json({ message: lost }, { status: 502 });
    },
  });
  const { user, dialog, press, isReady } = await openDialog('Change delivery address', 'Save');
  await user.type(await dialog.findByLabelText('City'), '!');
  await waitFor(isReady);
  await user.click(press);
  await screen.findByText('We couldn’t refresh this page. You’re seeing an earlier version.');
  dialog.getByText(lost);
  dialog.getByDisplayValue('Oakland!');
});

it('an address that was typed is lost only once the merchant agrees', async () => {
  answerFetch({ 'GET /resources/customers/7/address': () => Response.json(address) });
  const { user, dialog } = await openDialog('Change delivery address', 'Save');
  const street = await dialog.findByDisplayValue('1 Pine St');
  const leave = async (choice: string) => {
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await dialog.findByText('The address you typed will be lost.');
    const button = dialog.getByRole('button', { name: choice });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(button);
  };
  await user.type(street, '2');
  await leave('Keep editing');
  expect(document.activeElement).toBe(street);
  dialog.getByDisplayValue('1 Pine St2');
  await leave('Discard changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an address that nobody touched is closed without a question', async () => {
  answerFetch({ 'GET /resources/customers/7/address': () => Response.json(address) });
  const { user, dialog } = await openDialog('Change delivery address', 'Save');
  await dialog.findByDisplayValue('1 Pine St');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a subscription that a dialog had read anew is changed by what it is since', async () => {
  const requests = answerFetch({
    'GET /resources/customers/7/address': () => {
      shownNow = { ...subscription, tag: address.tag };
      return Response.json(address);
    },
    [change]: () => Response.json(subscription),
  });
  const { user, dialog } = await openDialog('Change delivery address', 'Save');
  await dialog.findByDisplayValue('1 Pine St');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  const asks = within(await screen.findByRole('dialog'));
  const pause = asks.getByRole('button', { name: 'Pause' });
  await waitFor(() => expect(pause.getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(pause);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.find(({ asked }) => asked === change)).toMatchObject({ ifMatch: address.tag });
});

it('an address that can’t be read says so, and is asked for again', async () => {
  const answers = [
    () => Response.json({ message: 'Shopify doesn’t answer.' }, { status: 502 }),
    () => Response.json(address),
  ];
  answerFetch({
    'GET /resources/customers/7/address': () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change delivery address', 'Save');
  await dialog.findByText('Shopify doesn’t answer.');
  expect(press.getAttribute('aria-disabled')).toBe('true');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByDisplayValue('1 Pine St');
  expect(dialog.queryByText('Shopify doesn’t answer.')).toBeNull();
  await waitFor(isReady);
});

it('another plan says what it costs before it is taken', async () => {
  const every = { interval: 'WEEK', intervalCount: 2 } as const;
  const plan = {
    ...{ id: '5', name: 'Every other week', every, delivered: every },
    ...{ lines: [{ line: '1', price: 1300 }], amount: 1790, hasLaterPrices: true },
  };
  const requests = answerFetch({
    'GET /resources/customers/7/plans': () => Response.json({ plans: [plan], tag: '"of plans"' }),
    [change]: () => Response.json(subscription),
  });
  const { user, dialog, press, isReady } = await openDialog('Change plan', 'Change plan');
  const choice = await dialog.findByLabelText('Every other week');
  dialog.getByText('Every 2 weeks, $17.90 an order');
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByText('Pick a plan');
  expect(document.activeElement).toBe(choice);
  await user.click(choice);
  dialog.getByText(/^The next order will cost \$17\.90 before tax, instead of \$17\.40/);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ asked }) => asked === change)).toMatchObject([
    { body: { change: 'set plan', plan: '5', lines: plan.lines }, ifMatch: '"of plans"' },
  ]);
});

const planOf = (id: string, weeks: number) => {
  const every = { interval: 'WEEK', intervalCount: weeks } as const;
  const terms = { every, delivered: every, amount: 1790, hasLaterPrices: false };
  return { id, name: `Every ${weeks} weeks`, ...terms, lines: [{ line: '1', price: 1300 }] };
};

it('another plan stays chosen unless it isn’t sold anymore, once that was said', async () => {
  let plans = [planOf('5', 2), planOf('4', 4)];
  const answers = [
    () => Response.json({ message: 'It’s being changed right now.' }, { status: 409 }),
    () => {
      plans = [planOf('4', 4)];
      return Response.json({ message: 'It isn’t sold anymore.' }, { status: 409 });
    },
  ];
  answerFetch({
    'GET /resources/customers/7/plans': () => Response.json({ plans, tag: '"of plans"' }),
    [change]: () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change plan', 'Change plan');
  await user.click(await dialog.findByLabelText('Every 2 weeks'));
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByText('It’s being changed right now.');
  await waitFor(isReady);
  expect(dialog.getByLabelText('Every 2 weeks')).toHaveProperty('checked', true);
  await user.click(press);
  await dialog.findByText('It isn’t sold anymore.');
  await waitFor(() => expect(dialog.queryByLabelText('Every 2 weeks')).toBeNull());
  expect(dialog.getByLabelText('Every 4 weeks')).toHaveProperty('checked', false);
});

it('another plan whose answer was lost is taken at the next press', async () => {
  let plans = [planOf('5', 2)];
  const answers = [
    () => {
      plans = [planOf('4', 4)];
      return Response.json({ message: 'Something went wrong.' }, { status: 502 });
    },
    () => Response.json(subscription),
  ];
  const requests = answerFetch({
    'GET /resources/customers/7/plans': () => Response.json({ plans, tag: '"of plans"' }),
    [change]: () => answers.shift()?.() ?? Response.error(),
  });
  const { user, dialog, press, isReady } = await openDialog('Change plan', 'Change plan');
  await user.click(await dialog.findByLabelText('Every 2 weeks'));
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByLabelText('Every 4 weeks');
  expect(dialog.getByLabelText('Every 2 weeks')).toHaveProperty('checked', true);
  await waitFor(isReady);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, again] = requests.filter(({ asked }) => asked === change);
  expect(again).toEqual(first);
});

it('what a subscription costs may change, where its rotation has prices of its own', async () => {
  const coffees = [{ id: '9', title: 'Kenya', canGoOut: true }];
  const extra = { id: crypto.randomUUID(), title: 'Filters', variantTitle: null };
  shownNow = {
    ...subscription,
    rotations: [{ line: '1', price: 'product', next: '9', coffees }],
    once: [{ ...extra, quantity: 1, price: 100 }],
    changes: ['set address', 'set plan', 'add once'],
  };
  const every = { interval: 'WEEK', intervalCount: 2 } as const;
  const plan = {
    ...{ id: '5', name: 'Every other week', every, delivered: every },
    ...{ lines: [{ line: '1', price: 1300 }], amount: 1790, hasLaterPrices: false },
  };
  answerFetch({
    'GET /resources/customers/7/plans': () => Response.json({ plans: [plan], tag: '"of plans"' }),
    'GET /resources/customers/7/address': () => Response.json(address),
  });
  const plans = await openDialog('Change plan', 'Change plan');
  const { user } = plans;
  const openNext = async (name: string) => {
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  await user.click(await plans.dialog.findByLabelText('Every other week'));
  // With what waits for that order, too.
  plans.dialog.getByText(/^The next order will cost \$18\.90 before tax, instead of \$18\.40:/);
  plans.dialog.getByText(/any that was set here\. It may change once the next product’s own price/);
  const once = await openNext('Add a product once');
  once.getByText(/costs \$18\.40 before tax\. It may change once the next product’s own price/);
  const remove = await openNext('Remove 1 × Filters from the next order');
  remove.getByText(/before tax then\. It may change once the next product’s own price/);
  const addressed = await openNext('Change delivery address');
  const price = await addressed.findByLabelText('Price of delivery (USD)');
  await user.clear(price);
  await user.type(price, '9.90');
  addressed.getByText(/instead of \$17\.40\. It may change once the next product’s own price/);
});

it('a subscription whose group has no other plan says so, and offers no press that does nothing', async () => {
  answerFetch({
    'GET /resources/customers/7/plans': () => Response.json({ plans: [], tag: '"of plans"' }),
  });
  const { dialog } = await openDialog('Change plan', 'Cancel');
  await dialog.findByText(/^There’s no other plan for this subscription/);
  expect(dialog.queryByRole('button', { name: 'Change plan' })).toBeNull();
});

it('an order is moved alone, or with all that follow', async () => {
  const requests = answerFetch({ [change]: () => Response.json(subscription) });
  const name = 'Move the order of Nov 30, 2026';
  const { user, dialog, press, isReady } = await openDialog(name, 'Move order');
  dialog.getByText('Only this order moves. Those after it stay on their days.');
  await user.selectOptions(dialog.getByLabelText('What moves'), 'This order and all that follow');
  dialog.getByText(/^From then on all orders come on that day/);
  await waitFor(isReady);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ asked }) => asked === change)).toMatchObject([
    { body: { change: 'move following', cycle: 3, day: '2026-11-30' } },
  ]);
});

it('a product is added to an order that failed, where that is tried again first', async () => {
  const [next] = subscription.coming;
  if (next === undefined) throw new Error('There is no next order.');
  const failed: typeof next = { ...next, cycle: 2, day: '2026-11-23', outcome: 'failed' };
  shownNow = { ...subscription, changes: ['add once'], coming: [failed, next] };
  const { dialog } = await openDialog('Add a product once', 'Add product');
  dialog.getByText(/^The next order that’s charged holds 1 × House blend by now/);
});

it.each([
  ['22', 'Kenya'],
  [null, 'a product that you’ll be asked for'],
])('a product is added to what the rotation brings next: %s', async (next, title) => {
  const coffees = ['Peru', 'Kenya'].map((title, index) => ({
    ...{ id: `${21 + index}`, title, canGoOut: true },
  }));
  const rotation = { line: '1', price: 'customer', next, coffees } as const;
  shownNow = { ...subscription, changes: ['add once'], rotations: [{ ...rotation }] };
  const { dialog } = await openDialog('Add a product once', 'Add product');
  dialog.getByText((text) => text.includes(` holds 1 × ${title} by now`));
});

it('a product is added to the next order alone, which says what it will hold and cost', async () => {
  const added = { title: 'Decaf', variantTitle: '1 kg', quantity: 2, price: 550 };
  const answers = [
    () => {
      // It is added, but its answer is lost.
      const { id } = z.object({ id: z.string() }).parse(requests[0]?.body);
      shownNow = { ...shownNow, tag: '"with more"', once: [{ id, ...added }] };
      return Response.json({ message: 'Something went wrong.' }, { status: 502 });
    },
    () => Response.json(subscription),
  ];
  const requests = answerFetch({ [change]: () => answers.shift()?.() ?? Response.error() });
  shownNow = { ...subscription, changes: ['add once'] };
  const { user, dialog, press, isReady } = await openDialog('Add a product once', 'Add product');
  await waitFor(isReady);
  dialog.getByText(/holds 1 × House blend by now, and costs \$17\.40 before tax\.$/);
  await user.click(press);
  expect(dialog.getByRole('alert').textContent).toContain('Choose a product');
  dialog.getByText('Enter a price up to $999,999,999.99');
  const choose = dialog.getByRole('button', { name: 'Choose product' });
  expect(document.activeElement).toBe(choose);
  expect(dialog.getByRole('button', { description: 'Choose a product' })).toBe(choose);
  const variant = { id: 'gid://shopify/ProductVariant/9', title: '1 kg', price: '5.50' };
  picked.mockResolvedValue({ selection: [{ title: 'Decaf', variants: [variant] }] });
  await user.click(choose);
  const quantity = dialog.getByLabelText('Quantity');
  await waitFor(() =>
    expect(dialog.getByLabelText(/^Price for one/)).toHaveProperty('value', '5.50'),
  );
  await user.clear(quantity);
  await user.type(quantity, '2');
  const outcome =
    /will hold 1 × House blend, 2 × Decaf, 1 kg, and cost \$28\.40 before tax, instead of \$17\.40\.$/;
  dialog.getByText(outcome);
  await user.click(press);
  await dialog.findByText('Something went wrong.');
  await screen.findByText('Added to this order alone');
  dialog.getByText(outcome);
  await waitFor(isReady);
  // The same is asked for again.
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = requests;
  expect(first?.body).toMatchObject({
    ...{ change: 'add once', variant: '9', quantity: 2, price: 550, isOwnPrice: true },
  });
  expect(second).toEqual(first);
});

it('what was added is part of the next order and its cost, and is taken out again', async () => {
  const requests = answerFetch({ [change]: () => Response.json(subscription) });
  const extra = { id: crypto.randomUUID(), title: 'Kenya', variantTitle: null };
  shownNow = { ...subscription, once: [{ ...extra, quantity: 3, price: 100 }] };
  const name = 'Remove 3 × Kenya from the next order';
  const { user, dialog, press, isReady } = await openDialog(name, 'Remove');
  screen.getByText('$20.40');
  dialog.getByText('The next order costs $17.40 before tax then. You can add it again.');
  await waitFor(isReady);
  shownNow = subscription;
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toMatchObject([{ body: { change: 'remove once', id: extra.id } }]);
  await waitFor(() => expect(screen.queryByText('3 × Kenya')).toBeNull());
});

it('an order that nothing follows anymore is moved alone, whatever was chosen before', async () => {
  const answers = [() => Response.json({ message: changedMeanwhile }, { status: 409 })];
  const requests = answerFetch({
    [change]: () => answers.shift()?.() ?? Response.json(subscription),
  });
  const name = 'Move the order of Nov 30, 2026';
  const { user, dialog, press, isReady } = await openDialog(name, 'Move order');
  await user.selectOptions(dialog.getByLabelText('What moves'), 'This order and all that follow');
  const coming = subscription.coming.map((order) => ({ ...order, changes: ['skip', 'move'] }));
  client.getSubscriptionContract.mockImplementation(async () => ({ ...subscription, coming }));
  await waitFor(isReady);
  await user.click(press);
  await dialog.findByText(changedMeanwhile);
  await waitFor(() => expect(dialog.queryByLabelText('What moves')).toBeNull());
  dialog.getByText('Only this order moves. Those after it stay on their days.');
  await waitFor(isReady);
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = requests.filter(({ asked }) => asked === change);
  expect(sent.map(({ body }) => body)).toMatchObject([
    { change: 'move following' },
    { change: 'move' },
  ]);
});
