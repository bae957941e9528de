import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateNotificationsSchema } from '#contract/notification-settings.ts';
import { notificationTexts } from '#contract/notification-texts.ts';
import {
  changedFlags,
  contactSupport,
  flagsOf,
  type Notifications,
  notificationNames,
  withFlags,
} from '#contract/notifications.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import NotificationsPage, { loader } from './route.tsx';

const client = vi.hoisted(() => ({ getVendor: vi.fn(), getNotifications: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

type Answer = (body: unknown) => Response;
const providers = { email: true, text: true, push: true };
const nothing: Notifications = { settings: {}, categorySettings: {} };
let kept = nothing;
/** Posted requests, with functions that answer them. */
let held: Array<{ path: string; body: unknown; answer: (with_?: Answer) => void }> = [];

function keep(body: unknown): Response {
  const change = { ...nothing, ...updateNotificationsSchema.parse(body) };
  for (const name of notificationNames) {
    const flags = flagsOf(change, name);
    if (flags) kept = withFlags(kept, name, changedFlags(flagsOf(kept, name), flags));
  }
  return Response.json({ notifications: kept });
}

let isLive = true;
beforeAll(prepareScreenTests);
beforeEach(() => {
  kept = nothing;
  held = [];
  isLive = true;
  vendor();
  client.getNotifications.mockImplementation(async () => ({
    notifications: kept,
    providers,
    hearsOfParcels: true,
    isLive,
  }));
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') {
      const settings = {
        useGifs: false,
        handleFulfillmentWebhook: false,
        providers,
        hearsOfParcels: true,
        isLive,
      };
      return Promise.resolve(Response.json({ notifications: kept, ...settings }));
    }
    const body: unknown = JSON.parse(String(init.body));
    const usual: Answer =
      path === '/resources/notifications/gifs' ? (given) => Response.json(given) : keep;
    return new Promise<Response>((resolve) => {
      held.push({ path, body, answer: (answer = usual) => resolve(answer(body)) });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

function vendor(manifest = {}, status = 'active') {
  client.getVendor.mockResolvedValue({
    status,
    shopifyManifest: { useGifs: false, handleFulfillmentWebhook: false, ...manifest },
  });
}

async function open() {
  const shown = showScreen([{ path: '/', Component: NotificationsPage, loader }]);
  await screen.findByRole('heading', { name: 'Notifications', level: 1 });
  return shown;
}

const row = (title: string) => within(screen.getByRole('group', { name: title }));
const box = (title: string, label: string) =>
  row(title).getByRole<HTMLInputElement>('checkbox', { name: label });
const checked = (title: string) =>
  ['All', 'Email', 'Text message', 'Push'].map((label) => {
    const found = box(title, label);
    return found.indeterminate ? 'partly' : found.checked;
  });
const answered = async (index: number, answer?: Answer) => {
  await waitFor(() => expect(held.length).toBeGreaterThan(index));
  held[index]?.answer(answer);
};
const toasts = (dispatched: string[]) =>
  dispatched.filter((type) => type === 'APP::TOAST::SHOW').length;

describe('every notification', () => {
  const cases = notificationNames.map((name) => [notificationTexts[name].title, name] as const);

  it.each(cases)('%s is on until it is changed, by channel and by all', async (title, name) => {
    const { user, dispatched } = await open();
    expect(checked(title)).toEqual([true, true, true, true]);
    expect(screen.getByText(notificationTexts[name].trigger)).toBeDefined();

    await user.click(box(title, 'Text message'));
    expect(checked(title)).toEqual(['partly', true, false, true]);
    await answered(0);
    await user.click(box(title, 'All'));
    await answered(1);
    expect(checked(title)).toEqual([true, true, true, true]);
    await user.click(box(title, 'All'));
    await answered(2);
    expect(checked(title)).toEqual([false, false, false, false]);
    await waitFor(() => expect(toasts(dispatched)).toBe(3));
    expect(held.map(({ body }) => flagsOf({ ...nothing, ...Object(body) }, name))).toEqual([
      { text: false },
      { email: true, text: true, push: true },
      { email: false, text: false, push: false },
    ]);
    expect(flagsOf(kept, name)?.all).toBe(false);
  });

  it.each(cases)('%s says why it can’t be changed where fulfillment sends it', async (title) => {
    vendor({ handleFulfillmentWebhook: true });
    await open();
    const isLocked = ['Shipping confirmation', 'Out for delivery', 'Shipment delivered'].includes(
      title,
    );
    expect(box(title, 'Email').disabled).toBe(isLocked);
    expect(box(title, 'All').disabled).toBe(isLocked);
    const group = screen.getByRole('group', { name: title });
    const note = document.getElementById(group.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent === contactSupport).toBe(isLocked);
  });
});

describe('choices on the screen', () => {
  const title = 'Payment failed';

  it('work by keyboard, and two quick ones end in the last, whatever the answers', async () => {
    const { user, dispatched } = await open();
    box(title, 'Email').focus();
    await user.keyboard(' ');
    await user.keyboard(' ');
    await user.keyboard(' ');
    expect(checked(title)).toEqual(['partly', false, true, true]);
    await user.click(box(title, 'Push'));
    expect(held).toHaveLength(1);
    await user.click(box('Order tracking', 'Email'));
    await answered(1);
    await answered(0);
    await answered(2);
    await waitFor(() => expect(toasts(dispatched)).toBe(2));
    expect(checked(title)).toEqual(['partly', false, true, false]);
    expect(kept.settings.customerChargeFailed).toMatchObject({ email: false, push: false });
    expect(kept.categorySettings.order_tracking).toMatchObject({ email: false, push: true });
  });

  it.each<[string, Response, string]>([
    [
      'the server’s message',
      Response.json({ message: 'Not on Sundays' }, { status: 409 }),
      'Not on Sundays',
    ],
    ['no message', new Response('', { status: 409 }), 'Something went wrong!'],
    [
      'a server in trouble',
      new Response('', { status: 502 }),
      'Oops, something went wrong. Please try again later or contact support.',
    ],
  ])('that fail with %s fall back, and say so until solved', async (_, answer, message) => {
    const { user, dispatched } = await open();
    await user.click(box(title, 'Email'));
    expect(box(title, 'Email').checked).toBe(false);
    await answered(0, () => answer.clone());
    const banner = await screen.findByRole('alert');
    expect(within(banner).getByText('Payment failed wasn’t changed')).toBeDefined();
    expect(within(banner).getByText(message)).toBeDefined();
    expect(checked(title)).toEqual([true, true, true, true]);
    expect(toasts(dispatched)).toBe(0);

    await user.click(within(banner).getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('alert')).toBeDefined();
    await answered(1);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(box(title, 'Email').checked).toBe(false);
    expect(toasts(dispatched)).toBe(1);
  });

  it('that fail may be left as they are', async () => {
    const { user } = await open();
    await user.click(box(title, 'Email'));
    await answered(0, () => new Response('', { status: 409 }));
    const leave = await screen.findByRole('button', { name: 'Leave it as it is' });
    act(() => leave.focus());
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(box(title, 'Push'));
    expect(checked(title)).toEqual([true, true, true, true]);
  });

  it('turn GIFs on, and off again where that fails', async () => {
    const { user, dispatched } = await open();
    const gifs = () =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send GIFs in text messages' });
    expect(screen.getByRole('heading', { name: 'GIFs Settings' })).toBeDefined();
    await user.click(gifs());
    expect(gifs().checked).toBe(true);
    await answered(0);
    await waitFor(() => expect(toasts(dispatched)).toBe(1));
    expect(held[0]).toMatchObject({
      path: '/resources/notifications/gifs',
      body: { useGifs: true },
    });
    await user.click(gifs());
    await answered(1, () => Response.json({ message: 'No' }, { status: 409 }));
    expect(await screen.findByText('Send GIFs in text messages wasn’t changed')).toBeDefined();
    expect(gifs().checked).toBe(true);
  });
});

it('shows what is kept', async () => {
  kept = withFlags(nothing, 'customerProductUpdate', { email: false, text: true, push: false });
  await open();
  expect(checked('Product update')).toEqual(['partly', false, true, false]);
});

describe('what is not sent', () => {
  const describedBy = (label: string) =>
    document.getElementById(box('Payment failed', label).getAttribute('aria-describedby') ?? '')
      ?.textContent;

  const provided = (some: object) =>
    client.getNotifications.mockImplementation(async () => ({
      notifications: kept,
      hearsOfParcels: true,
      isLive,
      providers: { email: false, text: false, push: false, ...some },
    }));

  it('can be switched off, but never on, by itself or with all', async () => {
    kept = withFlags(nothing, 'customerChargeFailed', { email: true, text: false, push: true });
    provided({ email: true });
    const { user, dispatched } = await open();
    const title = 'Payment failed';
    const isOpen = (label: string) => !box(title, label).disabled;
    expect(checked(title)).toEqual(['partly', true, false, true]);
    expect(['Email', 'Text message', 'Push'].map(isOpen)).toEqual([true, false, true]);
    expect(describedBy('Text message')).toBe('No provider yet');
    await user.click(box(title, 'Push'));
    expect(isOpen('Push')).toBe(false);
    await answered(0);
    // All that can be on is on already.
    await user.click(box(title, 'All'));
    await answered(1);
    expect(checked(title)).toEqual([false, false, false, false]);
    await user.click(box(title, 'All'));
    await answered(2);
    await waitFor(() => expect(toasts(dispatched)).toBe(3));
    expect(checked(title)).toEqual(['partly', true, false, false]);
    expect(held.at(-1)?.body).toMatchObject({
      settings: { customerChargeFailed: { email: true } },
    });
  });

  it('is said beside each notification that is on', async () => {
    kept = withFlags(nothing, 'customerProductUpdate', { email: false, text: false, push: false });
    vendor({ handleFulfillmentWebhook: true });
    provided({});
    await open();
    expect(screen.getAllByText('Not sent')).toHaveLength(3);
    expect(screen.getAllByText('Off')).toHaveLength(1);
    expect(screen.getAllByText('Sent by your fulfillment')).toHaveLength(3);
    screen.getByText('Cadence doesn’t send text messages yet.');
  });

  it('is said beside each channel that has nobody to send it', async () => {
    provided({});
    await open();
    expect(['Email', 'Text message', 'Push'].map(describedBy)).toEqual([
      'No mail server yet, so nothing goes out',
      'No provider yet, so nothing goes out',
      'No provider yet, so nothing goes out',
    ]);
    cleanup();
    provided({ email: true });
    await open();
    expect(describedBy('Email')).toBeUndefined();
    expect(screen.getAllByText('Sent by email')).toHaveLength(7);
    const news = 'Customers get news of their payments, parcels and products';
    const whole = `${news}, and the reminder that you set in Settings. You can preview each one, and email it to yourself.`;
    screen.getByText(whole);
    expect(screen.queryByText(/nothing is sent/)).toBeNull();
    cleanup();
    provided({ email: true, text: true });
    await open();
    screen.getByText(whole);
    cleanup();
    provided({ text: true });
    await open();
    screen.getByText(`${news}. You can preview each one.`);
    cleanup();
    isLive = false;
    provided({ text: true });
    await open();
    screen.getByText(`${news} once you bill with Cadence. You can preview each one.`);
  });

  it('is anything before Cadence bills the subscriptions, and the screen leads there', async () => {
    isLive = false;
    await open();
    screen.getByText('Nothing goes out before Cadence bills your subscriptions.');
    const link = screen.getByRole('link', { name: 'Go to Recurring Orders' });
    expect(link.getAttribute('href')).toBe('/recurring-orders');
  });

  it('is said of parcels, with what to do, where Shopify doesn’t tell of them', async () => {
    client.getNotifications.mockImplementation(async () => ({
      notifications: kept,
      providers,
      hearsOfParcels: false,
      isLive,
    }));
    await open();
    expect(screen.getAllByText(/^Sent by email and text message/)).toHaveLength(3);
    const link = screen.getByRole('link', { name: 'Go to Settings' });
    expect(link.getAttribute('href')).toBe('/settings');
  });
});
