import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyPageInfo } from '#contract/pagination.ts';
import { importColumns } from '#contract/subscriber-import-names.ts';
import { ApiError, InternalError } from '../subscription-api/errors.ts';
import { asMerchant } from '../testing/as-merchant.ts';
import * as analytics from './_admin.analytics.tsx';
import * as users from './_admin.users.tsx';
import * as changeSubscription from './resources.customers.$id.change.ts';
import * as bulkFile from './resources.customers.changes.$id.csv.ts';
import * as importFile from './resources.customers.import.file.ts';
import * as importTemplate from './resources.customers.import.template.ts';
import * as variants from './resources.fixed-subscription.$id.variants.ts';
import * as onboarding from './resources.home.onboarding.ts';
import * as recurringOrders from './resources.home.recurring-orders.ts';
import * as magicLink from './resources.magic-link.ts';
import * as gifSettings from './resources.notifications.gifs.ts';
import * as notificationPreview from './resources.notifications.preview.ts';
import * as notificationSettings from './resources.notifications.settings.ts';
import * as syncBatch from './resources.order-sync.batch.ts';
import * as previewProducts from './resources.preview-products.ts';
import * as recurringOrdersFile from './resources.recurring-orders.csv.ts';
import * as billingRules from './resources.settings.billing-rules.ts';
import * as changes from './resources.settings.changes.ts';
import * as uploads from './resources.settings.picture.ts';
import * as requestedScope from './resources.settings.requested-scope.ts';
import * as undo from './resources.settings.undo.ts';
import * as vendorSettings from './resources.settings.update.ts';
import * as availableGroups from './resources.shipping.$id.selling-plan-groups.ts';
import * as theme from './resources.theme.ts';

const client = vi.hoisted(() => ({
  addVariants: vi.fn(),
  removeVariants: vi.fn(),
  updateProposedVendor: vi.fn(),
  listAvailableGroups: vi.fn(),
  listPreviewProducts: vi.fn(),
  createMagicLink: vi.fn(),
  updateVendorSettings: vi.fn(),
  undoSettingChange: vi.fn(),
  listSettingChanges: vi.fn(),
  installWidget: vi.fn(),
  getVendor: vi.fn(),
  getNotifications: vi.fn(),
  updateNotifications: vi.fn(),
  updateGifs: vi.fn(),
  previewNotification: vi.fn(),
  sendTestNotification: vi.fn(),
  uploadPicture: vi.fn(),
  importSubscribers: vi.fn(),
  syncOrders: vi.fn(),
  getRequestedScope: vi.fn(),
  getBilling: vi.fn(),
  getRecurringSummary: vi.fn(),
  listRecurringOrders: vi.fn(),
  listBulkRows: vi.fn(),
  changeSubscriptionContract: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeEach(() => {
  for (const call of Object.values(client)) call.mockReset();
});

const requestOf = (...parameters: ConstructorParameters<typeof Request>) =>
  asMerchant(new Request(...parameters));

const nothingWasCalled = () =>
  expect(Object.values(client).flatMap((call) => call.mock.calls)).toEqual([]);

describe('a method that a resource route does not know', () => {
  const body = { variants: ['gid://shopify/ProductVariant/1'], isOnboardingDismissed: true };
  it.each([
    ['PUT', variants.action],
    ['PATCH', variants.action],
    ['DELETE', onboarding.action],
    ['PUT', magicLink.action],
    ['PATCH', theme.action],
    ['PATCH', notificationSettings.action],
    ['PATCH', gifSettings.action],
    ['DELETE', notificationPreview.action],
    ['PATCH', vendorSettings.action],
    ['DELETE', undo.action],
  ])('is refused, never taken for another: %s', async (method, action) => {
    const request = requestOf('http://localhost/', { method, body: JSON.stringify(body) });
    const response = await action({ request, params: { id: '1' }, context: {} });
    expect(response.status).toBe(405);
    nothingWasCalled();
  });
});

it('a search for groups that is too long is refused, and does not list them all', async () => {
  const request = requestOf(`http://localhost/?query=${'x'.repeat(256)}`);
  const response = await availableGroups.loader({ request, params: { id: '1' }, context: {} });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    message: 'A search can have at most 255 characters',
  });
  nothingWasCalled();
});

it('the file of recurring orders has what the list shows, without filters that are none', async () => {
  client.listRecurringOrders.mockResolvedValue({ orders: [], pageInfo: emptyPageInfo });
  const request = requestOf('http://localhost/?view=orders&outcome=x&day=2026-11-24&query=Ada');
  const response = await recurringOrdersFile.loader({ request, params: {}, context: {} });
  expect(response.status).toBe(200);
  expect(client.listRecurringOrders).toHaveBeenCalledExactlyOnceWith({
    query: { day: '2026-11-24', query: 'Ada', first: 100 },
  });
});

it('the file of more recurring orders than it can have says how to choose fewer', async () => {
  const orders = Array(100).fill({});
  const page = { orders, pageInfo: { ...emptyPageInfo, hasNextPage: true, endCursor: 'next' } };
  client.listRecurringOrders.mockResolvedValue({ orders, pageInfo: emptyPageInfo });
  for (let pages = 0; pages < 200; pages += 1) {
    client.listRecurringOrders.mockResolvedValueOnce(page);
  }
  const response = await recurringOrdersFile.loader(asked(''));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    message:
      'A file can have up to 20,000 orders. Search, choose an outcome, or choose one day under Days first.',
  });
  expect(client.listRecurringOrders).toHaveBeenCalledTimes(200);
});

it('the file of a change has each subscription once, as it stood last, with what isn’t the last word', async () => {
  const row = {
    ...{ line: null, reference: null, customer: null, items: ['Blend'], refused: null },
    ...{ amount: 0, newAmount: 2490, currencyCode: 'USD', day: null, newDay: null },
    ...{ state: 'waiting', leftOut: null, hasOwnPrice: true },
  };
  const [first, second] = ['7', '8'].map((id) => ({ ...row, id, contract: id }));
  const later = { ...second, state: 'left out', leftOut: 'changed' };
  for (const rows of [[first, { ...second, state: 'doing' }], [later]]) {
    client.listBulkRows.mockResolvedValueOnce({ rows, pageInfo: emptyPageInfo });
  }
  const response = await bulkFile.loader(asked(''));
  const [, ...lines] = (await response.text()).trim().split('\r\n');
  expect(lines).toEqual([
    '7,,Blend,Waiting,,0.00,24.90,USD,,,until the next product’s own price is known',
    '8,,Blend,Left out,Somebody has changed it since,,,USD,,,',
  ]);
});

it('a change of a subscription is handed on with what the merchant has seen', async () => {
  client.changeSubscriptionContract.mockResolvedValue({ id: '7' });
  const send = async (body: object) =>
    await changeSubscription.action({
      request: requestOf('http://localhost/', {
        method: 'POST',
        headers: { 'If-Match': '"seen"' },
        body: JSON.stringify(body),
      }),
      params: { id: '7' },
      context: {},
    });
  expect((await send({ change: 'skip' })).status).toBe(400);
  nothingWasCalled();
  expect(await (await send({ change: 'skip', cycle: 3 })).json()).toEqual({ id: '7' });
  expect(client.changeSubscriptionContract).toHaveBeenCalledExactlyOnceWith({
    id: '7',
    body: { change: 'skip', cycle: 3 },
    ifMatch: '"seen"',
  });
});

describe('a call that the API limits', () => {
  const limited = new ApiError(429, 'Too Many Requests', undefined, '17');
  const oneNotification = { notification: 'order_tracking' };
  const preview = '?notification=order_tracking';
  const ask = (method: string, body?: unknown, search = '') => ({
    request: requestOf(`http://localhost/${search}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    params: { id: '1' },
    context: {},
  });
  it.each<[string, () => Promise<Response>]>([
    [
      'adding variants',
      () => variants.action(ask('POST', { variants: ['gid://shopify/ProductVariant/1'] })),
    ],
    ['onboarding', () => onboarding.action(ask('POST', { isOnboardingDismissed: true }))],
    ['recurring orders on Home', () => recurringOrders.loader(ask('GET'))],
    ['a magic link', () => magicLink.action(ask('POST', { path: '/users' }))],
    ['notifications', () => notificationSettings.action(ask('POST', { settings: {} }))],
    ['what is kept of notifications', () => notificationSettings.loader(ask('GET'))],
    ['GIFs', () => gifSettings.action(ask('POST', { useGifs: true }))],
    ['a preview', () => notificationPreview.loader(ask('GET', undefined, preview))],
    [
      'a test of a notification',
      () => notificationPreview.action(ask('POST', { ...oneNotification, to: 'a@example.com' })),
    ],
    ['a setting', () => vendorSettings.action(ask('POST', { isWidgetEnabled: true }))],
    ['the rules of billing', () => billingRules.loader(ask('GET'))],
    ['recent changes', () => changes.loader(ask('GET'))],
    ['an undone setting', () => undo.action(ask('POST', { id: 7 }))],
    ['the groups of a profile', () => availableGroups.loader(ask('GET'))],
    ['products for the preview', () => previewProducts.loader(ask('GET'))],
  ])('tells the browser when to come again: %s', async (_, asked) => {
    for (const call of Object.values(client)) call.mockRejectedValue(limited);
    const response = await asked().catch((thrown: unknown) => thrown);
    if (!(response instanceof Response)) throw response;
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('17');
  });
});

it('the address where permissions are granted has the client_id', async () => {
  client.getRequestedScope.mockResolvedValueOnce({ scope: 'write_files', url: 'https://grant/' });
  const request = requestOf('http://localhost/');
  const response = await requestedScope.loader({ request, params: {}, context: {} });
  expect(await response.json()).toEqual({
    scope: 'write_files',
    url: 'https://grant/?client_id=key',
  });
});

it('an answer to the order sync that is no list is said to be invalid', async () => {
  client.syncOrders.mockRejectedValueOnce(new InternalError('not the contract’s'));
  const body = { run: '9a1c0f52-6d3b-4c8e-8f57-0b2d4e6a7c19', orderIds: ['1'] };
  const request = requestOf('http://localhost/', { method: 'POST', body: JSON.stringify(body) });
  const response = await syncBatch.action({ request, params: {}, context: {} });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ message: 'Received invalid response from server' });
});

it('a setting is saved on the condition that the browser names', async () => {
  client.updateVendorSettings.mockResolvedValue({});
  const request = requestOf('http://localhost/', {
    method: 'POST',
    headers: { 'If-Match': '"seen"' },
    body: JSON.stringify({ img_url: null }),
  });
  await vendorSettings.action({ request, params: {}, context: {} });
  const sent = { body: { img_url: null }, ifMatch: '"seen"' };
  expect(client.updateVendorSettings).toHaveBeenCalledWith(sent);
});

it.each(['//elsewhere.example', 'https://elsewhere.example', '/portal/..', 7, undefined])(
  'a magic link to %j is refused',
  async (path) => {
    const request = requestOf('http://localhost/', {
      method: 'POST',
      body: JSON.stringify({ path }),
    });
    const response = await magicLink.action({ request, params: {}, context: {} });
    expect(response.status).toBe(400);
    nothingWasCalled();
  },
);

it.each<[string, () => Promise<Response>]>([
  ['an unknown notification', () => notificationPreview.loader(asked('?notification=birthday'))],
  [
    'two addresses',
    () =>
      notificationPreview.action(
        asked('', { notification: 'order_tracking', to: 'a@b.co,c@d.co' }),
      ),
  ],
  ['an unknown channel', () => notificationSettings.action(asked('', { settings: { x: {} } }))],
  ['GIFs of another kind', () => gifSettings.action(asked('', { useGifs: 'yes' }))],
])('%s is refused before the API is asked', async (_, refused) => {
  expect((await refused()).status).toBe(400);
  nothingWasCalled();
});

function asked(search: string, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return { request: requestOf(`http://localhost/${search}`, init), params: {}, context: {} };
}

it('a test of a notification hands on the key that makes a repetition harmless', async () => {
  client.sendTestNotification.mockResolvedValue({ sentTo: 'ada@example.com' });
  const body = { notification: 'order_tracking', to: 'ada@example.com' };
  const { request, ...args } = asked('', body);
  request.headers.set('Idempotency-Key', 'key-1');
  await notificationPreview.action({ request, ...args });
  expect(client.sendTestNotification).toHaveBeenCalledWith({ body, idempotencyKey: 'key-1' });
});

it('an upload hands on its key too', async () => {
  client.uploadPicture.mockResolvedValue({ photo: 'https://cdn.example/logo.png' });
  const { request, ...args } = asked('', {});
  request.headers.set('Idempotency-Key', 'key-2');
  await uploads.action({ request, ...args });
  expect(client.uploadPicture).toHaveBeenCalledWith({ form: request, idempotencyKey: 'key-2' });
});

it('a file of subscribers is handed on, and its template has each column', async () => {
  client.importSubscribers.mockResolvedValue({ id: '1' });
  const { request, ...args } = asked('', {});
  await importFile.action({ request, ...args });
  expect(client.importSubscribers).toHaveBeenCalledWith({ form: request });
  const template = await importTemplate.loader(asked(''));
  const [headings, example] = (await template.text()).trim().split('\r\n');
  expect(headings?.split(',')).toEqual(importColumns);
  expect(example?.split(',')).toHaveLength(importColumns.length);
});

it.each([
  ['', 'Please enter your email'],
  ['ada', 'Invalid Email'],
  [undefined, 'Please enter your email'],
])('a test of a notification to %j says what is wrong with it', async (to, message) => {
  const request = requestOf('http://localhost/', {
    method: 'POST',
    body: JSON.stringify({ notification: 'order_tracking', to }),
  });
  const response = await notificationPreview.action({ request, params: {}, context: {} });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message });
  nothingWasCalled();
});

it.each([
  ['/users', users.action, '/users'],
  ['/analytics', analytics.action, '/analytics'],
  ['/analytics?from=2026-10-01&more=1', analytics.action, '/analytics?from=2026-10-01'],
])('%s leaves by a link to its page of the portal', async (address, action, path) => {
  const url = 'https://app.example/portal/open?token=t';
  client.createMagicLink.mockResolvedValueOnce({ url });
  const request = requestOf(`http://localhost${address}`, { method: 'POST' });
  const response = await action({ request, params: {}, context: {} });
  expect(await response.json()).toEqual({ url });
  expect(client.createMagicLink).toHaveBeenCalledExactlyOnceWith({ body: { path } });
});
