import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { magicLinkMilliseconds } from '#contract/limits.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import IndexPage, { loader } from './route.tsx';

const client = vi.hoisted(() => ({ getVendor: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

const missing = { value: '–', comparison: 'Not available right now' };
const figures = {
  activePlans: { value: '7' },
  productsCovered: { value: '31' },
  widget: { value: 'Live', comparison: 'On your theme' },
  newSubscriptions: missing,
  revenue: missing,
  analyticsUrl: '/analytics?from=2026-10-23&to=2026-11-21',
  isReading: false,
};

const nothingDue = { value: '0', comparison: 'Nothing due' };
const recurring = {
  state: 'before',
  day: '2026-11-23',
  notice: null,
  due: nothingDue,
  charged: nothingDue,
  failed: nothingDue,
  toDecide: nothingDue,
  expected: nothingDue,
  failures: [],
  isMoving: false,
};

const linksAskedFor = () => fetch.mock.calls.filter(([path]) => path === '/resources/magic-link');

beforeAll(prepareScreenTests);

beforeEach(() => {
  vi.resetAllMocks();
  client.getVendor.mockResolvedValue({ status: 'active' });
  fetch.mockImplementation(async (path) =>
    path === '/resources/home/key-figures'
      ? Response.json(figures)
      : path === '/resources/home/recurring-orders'
        ? Response.json(recurring)
        : Response.json({ url: 'https://app.example/portal/open?token=t' }),
  );
});

async function open() {
  vi.stubGlobal('fetch', fetch);
  const { user } = showScreen([{ path: '/', Component: IndexPage, loader }]);
  await screen.findByRole('heading', { name: 'Cadence' });
  return user;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('Home', () => {
  it.each(['onboarding', 'active'])('opens to a vendor that is %s', async (status) => {
    client.getVendor.mockResolvedValue({ status });
    await open();
    screen.getByText('The smart subscription');
  });

  it('shows the numbers that there are, and says which are missing', async () => {
    await open();
    await screen.findByText('7');
    screen.getByText('31');
    screen.getByText('Live');
    await waitFor(() => expect(screen.getAllByText('Not available right now')).toHaveLength(2));
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    for (const name of ['New subscriptions', 'Subscription revenue']) {
      expect(addressOf(name)).toBe(figures.analyticsUrl);
    }
    expect(addressOf('Storefront widget')).toBe('/widget');
    screen.getByRole('heading', { name: 'Settings' });
    expect(addressOf('Manage settings')).toBe('/settings');
    screen.getByRole('heading', { name: 'Notifications' });
    expect(addressOf('Manage notifications')).toBe('/notifications');
  });

  it('has its numbers by itself once the store’s orders are read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const reading = { value: '–', comparison: 'Cadence is reading your orders' };
    const first = { ...figures, revenue: reading, isReading: true };
    const asked = () =>
      fetch.mock.calls.filter(([path]) => path === '/resources/home/key-figures').length;
    fetch.mockImplementation(async () =>
      asked() === 2
        ? new Response(null, { status: 502 })
        : Response.json(asked() < 4 ? first : figures),
    );
    await open();
    await screen.findByText(reading.comparison);
    await vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(8_000));
      expect(screen.queryByText(reading.comparison)).toBeNull();
    }, 5_000);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(asked()).toBe(4);
  });

  it('has its numbers anew when the merchant comes back', async () => {
    await open();
    await screen.findByText('Live');
    const notLive = { ...figures, widget: { value: 'Not live', comparison: 'On your theme' } };
    fetch.mockImplementation(async () => Response.json(notLive));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('Not live');
  });

  it.each([
    ['are refused', '32', async () => Response.json(figures, { status: 429 })],
    [
      'cannot be loaded',
      '33',
      async () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])(
    'says that its numbers are missing where they %s, and shows them at the next visit',
    async (_what, value, failing) => {
      fetch.mockImplementationOnce(failing);
      await open();
      await waitFor(() => expect(screen.getAllByText('Not available right now')).toHaveLength(5));
      screen.getByRole('button', { name: 'Get link: Customers' });
      cleanup();
      fetch.mockResolvedValueOnce(Response.json({ ...figures, productsCovered: { value } }));
      await open();
      await screen.findByText(value);
    },
  );

  it.each([
    ['Vendor Portal', '/', 'Go to Vendor Portal'],
    ['Customers', '/users', 'Go to Customers'],
    ['Analytics Dashboard', '/analytics', 'Go to Analytics'],
  ])(
    'gets a link for %s, which is used up when it is followed',
    async (card, path, destination) => {
      const user = await open();
      const button = await screen.findByRole('button', { name: `Get link: ${card}` });
      expect(button.textContent).toBe('Get link');
      screen.getByRole('heading', { name: card });
      button.focus();
      await user.keyboard('{Enter}');
      const link = await screen.findByRole('link', { name: new RegExp(`^${destination}`) });
      expect(linksAskedFor()).toMatchObject([
        ['/resources/magic-link', { method: 'POST', body: JSON.stringify({ path }) }],
      ]);
      expect(link.getAttribute('href')).toBe('https://app.example/portal/open?token=t');
      expect(link.getAttribute('target')).toBe('_blank');
      await waitFor(() => expect(document.activeElement).toBe(link));
      expect(client.getVendor).toHaveBeenCalledTimes(1);
      await user.click(link);
      await screen.findByRole('button', { name: `Get link: ${card}` });
    },
  );

  it.each(['there', 'elsewhere'])(
    'takes a link away once it is over, and leaves the keyboard %s',
    async (place) => {
      const user = await open();
      await screen.findByText('31');
      const button = screen.getByRole('button', { name: 'Get link: Customers' });
      const other = screen.getByRole('button', { name: 'Get link: Vendor Portal' });
      vi.useFakeTimers({ shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      button.focus();
      await user.keyboard('{Enter}');
      const link = await screen.findByRole('link', { name: /^Go to Customers/ });
      await waitFor(() => expect(document.activeElement).toBe(link));
      if (place === 'elsewhere') act(() => other.focus());
      await act(() => vi.advanceTimersByTimeAsync(magicLinkMilliseconds));
      const again = screen.getByRole('button', { name: 'Get link: Customers' });
      expect(document.activeElement).toBe(place === 'there' ? again : other);
    },
  );

  it('says in its card why there is no link, and tries again', async () => {
    const message = 'This is closed while your account is suspended.';
    const user = await open();
    await screen.findByText('31');
    fetch.mockImplementationOnce(async () => Response.json({ message }, { status: 403 }));
    const button = await screen.findByRole('button', { name: 'Get link: Customers' });
    await user.click(button);
    const banner = await screen.findByText(message);
    const card = button.closest<HTMLElement>('.Polaris-ShadowBevel');
    if (card === null || !card.contains(banner)) throw new Error('The failure is not in its card.');
    await user.click(within(card).getByRole('button', { name: 'Get link: Customers' }));
    await screen.findByRole('link', { name: /^Go to Customers/ });
  });
});
