import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorTexts } from '#contract/error-texts.ts';
import { howToSignIn } from '../portal/PortalErrorScreen.tsx';
import { keepPortalToken } from '../portal/portal-cookie.server.ts';
import type * as transport from '../subscription-api/transport.ts';
import { asMerchant } from '../testing/as-merchant.ts';
import { faultsDocument } from '../testing/faults/document.ts';
import { type Fault, faults, grantAddress } from '../testing/faults/faults.ts';
import { type FaultyApi, startFaultyApi } from '../testing/faults/faulty-api.ts';
import {
  endsSession,
  leavesAt,
  messageAt,
  type PlaceName,
  placeNames,
  places,
  type Way,
} from '../testing/faults/places.ts';
import * as home from './_admin._index/route.tsx';
import * as subscribers from './_admin.customers._index/route.tsx';
import * as subscription from './_admin.customers.$id/route.tsx';
import * as bulkChanges from './_admin.customers.changes._index/route.tsx';
import * as bulkChange from './_admin.customers.changes.$id/route.tsx';
import * as newBulkChange from './_admin.customers.changes.new/route.tsx';
import * as subscriptionOf from './_admin.customers.of.$kind.tsx';
import * as groups from './_admin.fixed-subscription._index/route.tsx';
import * as group from './_admin.fixed-subscription.$id/route.tsx';
import * as integrations from './_admin.integrations/route.tsx';
import * as rotation from './_admin.manage-rotation/route.tsx';
import * as notifications from './_admin.notifications/route.tsx';
import * as orderSync from './_admin.order-sync/route.tsx';
import * as recurringOrders from './_admin.recurring-orders/route.tsx';
import * as roastPlan from './_admin.roast-plan/route.tsx';
import * as settings from './_admin.settings/route.tsx';
import * as profiles from './_admin.shipping._index/route.tsx';
import * as profile from './_admin.shipping.$id/route.tsx';
import * as widget from './_admin.widget/route.tsx';
import * as portalAnalytics from './portal.analytics/route.tsx';
import * as portalFile from './portal.analytics_.csv.ts';
import * as portalOrders from './portal.orders.tsx';
import * as portalSessions from './portal.sessions/route.tsx';
import * as portalCustomers from './portal.users._index.tsx';
import * as portalCustomer from './portal.users.$id.tsx';
import * as putOff from './put-off.tsx';
import * as subscriptionAddress from './resources.customers.$id.address.ts';
import * as changeSubscription from './resources.customers.$id.change.ts';
import * as subscriptionHistory from './resources.customers.$id.history.ts';
import * as subscriptionPlans from './resources.customers.$id.plans.ts';
import * as bulkFile from './resources.customers.changes.$id.csv.ts';
import * as decideBulk from './resources.customers.changes.$id.decision.ts';
import * as importFile from './resources.customers.import.file.ts';
import * as prepareBulk from './resources.customers.prepare.ts';
import * as faqPage from './resources.faq-page.ts';
import * as variants from './resources.fixed-subscription.$id.variants.ts';
import * as numbers from './resources.home.key-figures.ts';
import * as onboarding from './resources.home.onboarding.ts';
import * as recurringMorning from './resources.home.recurring-orders.ts';
import * as magicLink from './resources.magic-link.ts';
import * as candidates from './resources.manage-rotation.$id.candidates.ts';
import * as passedOver from './resources.manage-rotation.$id.passed-over.ts';
import * as gifSettings from './resources.notifications.gifs.ts';
import * as notificationPreview from './resources.notifications.preview.ts';
import * as notificationSettings from './resources.notifications.settings.ts';
import * as syncBatch from './resources.order-sync.batch.ts';
import * as syncFile from './resources.order-sync.csv.ts';
import * as syncRun from './resources.order-sync.run.ts';
import * as syncStart from './resources.order-sync.start.ts';
import * as previewProducts from './resources.preview-products.ts';
import * as changeBilling from './resources.recurring-orders.billing.ts';
import * as ordersFile from './resources.recurring-orders.csv.ts';
import * as decideOrders from './resources.recurring-orders.decision.ts';
import * as firstCharges from './resources.recurring-orders.first.ts';
import * as roastFile from './resources.roast-plan.csv.ts';
import * as roastDay from './resources.roast-plan.day.ts';
import * as roastLoss from './resources.roast-plan.loss.ts';
import * as billingRules from './resources.settings.billing-rules.ts';
import * as changes from './resources.settings.changes.ts';
import * as picture from './resources.settings.picture.ts';
import * as requestedScope from './resources.settings.requested-scope.ts';
import * as undo from './resources.settings.undo.ts';
import * as vendorSettings from './resources.settings.update.ts';
import * as availableGroups from './resources.shipping.$id.selling-plan-groups.ts';
import * as theme from './resources.theme.ts';
import * as orderNow from './subscription.contract.$id.order-now.ts';
import * as unsubscribe from './unsubscribe.ts';

// The table of docs/faults.md, cell by cell.

const { api: reached, mounted } = await vi.hoisted(() => import('../testing/api-in-test.ts'));
vi.mock('../subscription-api/embedded.server.ts', () => mounted);
/** The app's own client, but for the time that it takes. */
const time = vi.hoisted(() => ({ deadline: 0, wait: async () => {} }));
vi.mock('../subscription-api/transport.ts', async (load) => {
  const { createTransport: create, ...others } = await load<typeof transport>();
  // One client is made before the API has its address.
  const createTransport: typeof create = (options) => (asked) =>
    create({ ...options, ...time, origin: mounted.mountedSubscriptionApi.origin })(asked);
  return { ...others, createTransport };
});

type Arguments = { request: Request; params: { id: string }; context: Record<string, never> };
type Ask = () => Promise<unknown>;

const ask = (method: string, body?: BodyInit, search = ''): Arguments => ({
  request: asMerchant(new Request(`http://localhost/${search}`, { method, ...(body && { body }) })),
  params: { id: '7' },
  context: {},
});
const read = (search = '') => ask('GET', undefined, search);
const json = (body: unknown, method = 'POST') => ask(method, JSON.stringify(body));
const form = (intent: string, fields: Record<string, string> = {}) => {
  const body = new URLSearchParams({ intent, idempotencyKey: crypto.randomUUID(), ...fields });
  return ask('POST', body);
};
const [portalCookie = ''] = (await keepPortalToken('t'.repeat(43))).getSetCookie();
const askPortal = (search = '', body?: URLSearchParams): Arguments => {
  const { request, ...others } = ask(body ? 'POST' : 'GET', body, search);
  request.headers.delete('Authorization');
  request.headers.set('Cookie', portalCookie);
  request.headers.set('Sec-Fetch-Site', 'same-origin');
  return { request, ...others };
};
const upload = () => {
  const body = new FormData();
  body.append('file', new File(['x'], 'logo.png', { type: 'image/png' }));
  return ask('POST', body);
};

const typed = 'what the merchant typed';
const groupFields = {
  name: typed,
  position: '0',
  firstOrderDiscountCycles: '1',
  'recurringPolicies[0].interval': 'WEEK',
  'recurringPolicies[0].intervalCount': '1',
  'recurringPolicies[0].discountType': 'NONE',
  'recurringPolicies[0].discountValue': '0',
};
const ruleFields = {
  hour: '10',
  catchUpDays: '3',
  'payment.retries': '3',
  'payment.afterDays': '3',
  'payment.end': 'skip',
  'stock.retries': '5',
  'stock.afterDays': '1',
  'stock.end': 'skip',
};
const groupId = 'gid://shopify/SellingPlanGroup/1';
const run = '7d2f7c3e-58e1-4f58-9f0e-6c9d0b6f2a11';
const someVariants = { variants: ['gid://shopify/ProductVariant/1'] };

const asked: Record<PlaceName, Ask> = {
  home: () => home.loader(read()),
  numbers: () => numbers.loader(read()),
  recurringMorning: () => recurringMorning.loader(read()),
  apply: () => home.action(form('apply', { name: typed, email: 'ada@example.com' })),
  simplePlan: () => home.action(form('create-simple-plan', groupFields)),
  installWidget: () => home.action(form('install-widget')),
  onboarding: () => onboarding.action(json({ isOnboardingDismissed: true })),
  magicLink: () => magicLink.action(json({ path: '/users' })),
  groups: () => groups.loader(read()),
  createGroup: () => groups.action(form('save-group', groupFields)),
  group: () => group.loader(read()),
  updateGroup: () => group.action(form('save-group', { ...groupFields, version: '1' })),
  deleteGroup: () => group.action(form('delete-group')),
  addVariants: () => variants.action(json(someVariants)),
  removeVariants: () => variants.action(json(someVariants, 'DELETE')),
  moreVariants: () => variants.loader(read()),
  previewProducts: () => previewProducts.loader(read()),
  profiles: () => profiles.loader(read()),
  createProfile: () => profiles.action(form('create-profile', { name: typed })),
  profile: () => profile.loader(read()),
  addGroups: () =>
    profile.action(form('add-groups', { 'sellingPlanGroupsToAssociate[0]': groupId })),
  removeGroups: () =>
    profile.action(form('remove-groups', { 'sellingPlanGroupsToDissociate[0]': groupId })),
  availableGroups: () => availableGroups.loader(read()),
  rotation: () => rotation.loader(read('?id=7')),
  saveRotation: () =>
    rotation.action(form('save-rotation', { productId: '7', 'products[0]': '8' })),
  candidates: () => candidates.loader(read()),
  passedOver: () => passedOver.loader(read()),
  settings: () => settings.loader(read()),
  saveSettings: () => settings.action(form('save-settings', { replyToEmail: 'ada@example.com' })),
  toggle: () => vendorSettings.action(json({ isWidgetEnabled: true })),
  billingRules: () => billingRules.loader(read()),
  saveRules: () => settings.action(form('save-billing-rules', { ...ruleFields, tag: '"seen"' })),
  changes: () => changes.loader(read()),
  undo: () => undo.action(json({ id: 7 })),
  faqPage: () => faqPage.action(json({})),
  theme: () => theme.action(json({})),
  requestedScope: () => requestedScope.loader(read()),
  logo: () => picture.action(upload()),
  notifications: () => notifications.loader(read()),
  channel: () =>
    notificationSettings.action(json({ settings: { customerChargeFailed: { email: false } } })),
  gifs: () => gifSettings.action(json({ useGifs: true })),
  preview: () => notificationPreview.loader(read('?notification=order_tracking')),
  sendToMe: () =>
    notificationPreview.action(json({ notification: 'order_tracking', to: 'ada@example.com' })),
  recurringOrders: () => recurringOrders.loader(read()),
  firstCharges: () => firstCharges.loader(read()),
  changeBilling: () => changeBilling.action(json({ change: 'stop' })),
  decideOrders: () =>
    decideOrders.action(json({ decision: 'leave', orders: [{ contract: '1', cycle: 1 }] })),
  ordersFile: () => ordersFile.loader(read('?outcome=failed')),
  subscribers: () => subscribers.loader(read()),
  subscriptionOf: () => subscriptionOf.loader({ ...read('?id=1'), params: { kind: 'order' } }),
  saveView: () => subscribers.action(form('create-view', { name: typed, search: 'status=PAUSED' })),
  changeView: () =>
    subscribers.action(
      form('change-view', { id: run, name: typed, search: '', seenName: 'Mine', seenSearch: '' }),
    ),
  deleteView: () => subscribers.action(form('delete-view', { id: run })),
  subscription: () => subscription.loader(read()),
  subscriptionHistory: () => subscriptionHistory.loader(read()),
  subscriptionAddress: () => subscriptionAddress.loader(read()),
  subscriptionPlans: () => subscriptionPlans.loader(read()),
  changeSubscription: () => changeSubscription.action(json({ change: 'pause' })),
  roastPlan: () => roastPlan.loader(read()),
  roastDay: () => roastDay.action(json({ day: '2026-11-25', change: 'take' })),
  roastLoss: () => roastLoss.action(json({ lossPercent: 15 })),
  roastFile: () => roastFile.loader(read()),
  bulkChanges: () => bulkChanges.loader(read()),
  newBulkChange: () => newBulkChange.loader(read()),
  bulkChange: () => bulkChange.loader(read()),
  prepareBulk: () => prepareBulk.action(json({ change: { change: 'pause' }, filter: {} })),
  decideBulk: () => decideBulk.action(json({ decision: 'stop' })),
  bulkFile: () => bulkFile.loader(read()),
  importFile: () => importFile.action(upload()),
  integrations: () => integrations.loader(read()),
  connect: () =>
    integrations.action(form('connect', { 'shipstation.key': typed, 'shipstation.secret': typed })),
  disconnect: () => integrations.action(form('disconnect')),
  addScale: () => integrations.action(form('create-scale', { name: typed })),
  noticeHours: () => integrations.action(form('set-notice-hours', { noticeHours: '12' })),
  revokeScale: () => integrations.action(form('revoke-scale', { id: run })),
  orderSync: () => orderSync.loader(read('?ids[]=1')),
  startSync: () => syncStart.action(json({ orderIds: ['1'] })),
  syncBatch: () => syncBatch.action(json({ orderIds: ['1'], run })),
  changeSync: () => syncRun.action(json({ id: run, change: 'stop' })),
  readSync: () => syncRun.loader(read(`?id=${run}`)),
  syncFile: () => syncFile.loader(read(`?id=${run}`)),
  widget: () => widget.loader(read()),
  putOffLink: () => putOff.loader(read('?order=v1.sealed')),
  putOff: () => putOff.action(ask('POST', new URLSearchParams({ order: 'v1.sealed' }))),
  unsubscribe: () => unsubscribe.action(ask('POST', new URLSearchParams(), '?token=v1.sealed')),
  orderNow: () => orderNow.action(ask('POST')),
  portalOrders: () => portalOrders.loader(askPortal()),
  portalCustomers: () => portalCustomers.loader(askPortal()),
  portalCustomer: () => portalCustomer.loader(askPortal()),
  portalAnalytics: () => portalAnalytics.loader(askPortal()),
  portalFile: () => portalFile.loader(askPortal('?report=orders-by-week')),
  portalSessions: () => portalSessions.loader(askPortal()),
  endSession: () => portalSessions.action(askPortal('', new URLSearchParams({ id: run }))),
};

let api: FaultyApi;
beforeAll(async () => {
  api = await startFaultyApi();
  reached.mockImplementation((request) => fetch(request));
  mounted.mountedSubscriptionApi.origin = api.origin;
});
afterAll(() => api.close());

// Enough for every fault but the slow one, on a busy machine.
beforeEach(() => {
  time.deadline = 10_000;
});

/** The app's answer, also where it is thrown as the error page's. */
async function answerOf(place: PlaceName) {
  const answer = await asked[place]().catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const failureSchema = z.object({ message: z.string(), updateUrl: z.string().optional() });
const listSchema = z.object({ failure: z.string() });
const formSchema = z.object({
  saved: z.null(),
  status: z.number(),
  updateUrl: z.string().optional(),
  result: z.object({
    status: z.literal('error'),
    error: z.record(z.string(), z.array(z.string())),
    initialValue: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** The browser's answer for each way of telling. */
const told: Record<Way, (text: string, place: PlaceName) => z.infer<typeof failureSchema>> = {
  'error page': (text) => failureSchema.parse(JSON.parse(text)),
  'error page over Settings': (text, place) => {
    const content: unknown = JSON.parse(text);
    return failureSchema.parse(place === 'saveSettings' ? Object(content).saved.failure : content);
  },
  'banner on the screen': (text, place) => {
    const content: unknown = JSON.parse(text);
    const screen = place === 'rotation' ? Object(content).loaded : content;
    const inPlace = listSchema.safeParse(screen);
    return inPlace.success ? { message: inPlace.data.failure } : failureSchema.parse(content);
  },
  'banner in the form': (text) => readForm(text).failure,
  'banner in the form, secret': (text) => {
    expect(text).not.toContain(typed);
    return readForm(text).failure;
  },
  'in place of the numbers': (text) => {
    const { analyticsUrl, isReading, ...told } = z
      .object({ analyticsUrl: z.string(), isReading: z.boolean() })
      .catchall(z.object({ comparison: z.string() }))
      .parse(JSON.parse(text));
    const said = new Set(Object.values(told).map(({ comparison }) => comparison));
    return { message: [...said].join(' and ') };
  },
  'page of a customer': (text) => failureSchema.parse(JSON.parse(text)),
  'plain page of a customer': (text) => {
    expect(text).toContain('<title>Something went wrong</title>');
    expect(text).toMatch(/<form method="post"><button [^>]*>Try again</);
    return { message: /<p [^>]*>(.*)<\/p>/.exec(text)?.[1] ?? '' };
  },
  'answer to a scale': (text) => failureSchema.parse(JSON.parse(text)),
  'page of the portal': (text) => {
    const content: unknown = JSON.parse(text);
    const inPlace = listSchema.safeParse(content);
    return inPlace.success ? { message: inPlace.data.failure } : failureSchema.parse(content);
  },
  'beside what was pressed': (text) => failureSchema.parse(JSON.parse(text)),
};

function readForm(text: string) {
  const { result, updateUrl } = formSchema.parse(JSON.parse(text));
  const [message = ''] = Object.values(result.error).flat();
  return { failure: { message, updateUrl }, initialValue: result.initialValue };
}

const isList = (place: PlaceName) =>
  places[place].way === 'banner on the screen' ||
  ['portalOrders', 'portalCustomers', 'numbers'].includes(place);

async function expectTold(place: PlaceName, fault: Fault) {
  const { way } = places[place];
  const { status, headers, text } = await answerOf(place);
  const what = `${place}, ${fault.name}: ${status} ${text}`;
  if (endsSession(place, fault)) {
    expect([status, text, headers.get('Set-Cookie')], what).toEqual([
      401,
      JSON.stringify({ message: `You are signed out. ${howToSignIn}` }),
      expect.stringContaining('Max-Age=0'),
    ]);
    return;
  }
  const type = way === 'plain page of a customer' ? 'text/html' : 'application/json';
  expect(headers.get('Content-Type'), what).toContain(type);
  expect(text, what).not.toMatch(/<h1>|<script|nginx|\.tsx?:\d/);
  const { message, updateUrl } = told[way](text, place);
  expect(message, what).toBe(messageAt(place, fault));
  const leaves = leavesAt(place, fault);
  // The portal names the address and leaves for none.
  if (way !== 'page of the portal')
    expect(updateUrl, what).toBe(leaves ? `${grantAddress}&client_id=key` : undefined);
  const isShownInPlace = isList(place) && (!fault.leaves || place === 'numbers');
  const { misbehaviour } = fault;
  const retryAfter = misbehaviour.kind === 'answer' && misbehaviour.headers?.['Retry-After'];
  // What shows a failure in its place answers a refusal as what it is all the same.
  expect(status, what).toBe(isShownInPlace && !retryAfter ? 200 : fault.status);
  if (retryAfter) {
    expect(headers.get('Retry-After'), what).toBe(retryAfter);
  }
  const changes = api.asked.filter((method) => method !== 'GET');
  expect(changes.length, what).toBeLessThanOrEqual(1);
  if (changes.length === 0 && place !== 'rotation')
    expect(api.asked.length, what).toBeGreaterThanOrEqual(fault.tries);
}

describe.each(placeNames)('%s', (place) => {
  it.each(faults.filter(({ misbehaviour }) => misbehaviour.kind !== 'slow'))(
    'is told of: $name',
    async (fault) => {
      api.misbehave(fault.misbehaviour);
      await expectTold(place, fault);
    },
  );

  it('gives back what was typed, and asks anew at the next try', async () => {
    api.misbehave({ kind: 'reset' });
    const { text } = await answerOf(place);
    const isForm = places[place].way === 'banner in the form';
    const sent = isForm ? JSON.stringify(readForm(text).initialValue) : '';
    if (isForm && 'name' in z.record(z.string(), z.unknown()).parse(JSON.parse(sent))) {
      expect(sent).toContain(typed);
    }
    const over = { status: 422, message: 'The fault is over' };
    api.misbehave({ kind: 'answer', status: 422, body: JSON.stringify(over) });
    expect((await answerOf(place)).text).toContain(places[place].always ?? over.message);
    expect(api.asked.length).toBeGreaterThan(0);
  });
});

it('every place is told of an API that is slower than anybody waits', async () => {
  const [slow] = faults.filter(({ misbehaviour }) => misbehaviour.kind === 'slow');
  if (slow === undefined) throw new Error('no such fault');
  time.deadline = 200;
  api.misbehave(slow.misbehaviour);
  for (const place of placeNames) {
    const { text } = await answerOf(place);
    const { way, always = errorTexts.serverError } = places[place];
    expect(told[way](text, place).message, place).toBe(always);
  }
}, 60_000);

it('docs/faults.md is the table', async () => {
  await expect(faultsDocument()).toMatchFileSnapshot('../../docs/faults.md');
});
