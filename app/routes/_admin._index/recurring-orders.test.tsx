import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { RecurringOrders } from './RecurringOrders.tsx';
import type { RecurringMorning } from './recurring-morning.ts';

const morning: RecurringMorning = {
  state: 'live',
  day: '2026-11-23',
  notice: null,
  due: { value: '12', comparison: 'Done for today' },
  charged: { value: '9', comparison: '$204.00, before tax' },
  failed: { value: '3', comparison: 'Not charged so far, on any day' },
  toDecide: { value: '4', comparison: 'Charged only if you say so' },
  expected: { value: '$3,180.00', comparison: '87 orders at today’s prices, before tax' },
  failures: [{ failureClass: 'method', text: '3 orders: The card has expired.' }],
  isMoving: false,
};

const fetch = vi.fn<(path: string) => Promise<Response>>();

beforeAll(prepareScreenTests);
beforeEach(() => {
  fetch.mockReset();
  fetch.mockImplementation(async () => Response.json(morning));
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => void vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/', Component: RecurringOrders }]).user;
const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

describe('Home’s recurring orders', () => {
  it('tell the morning’s truth, each figure leading to the list behind it', async () => {
    open();
    await screen.findByText('$204.00, before tax');
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/resources/home/recurring-orders', {
      method: 'GET',
      headers: expect.anything(),
      signal: expect.anything(),
    });
    for (const [name, url] of [
      [
        'Due today',
        '/recurring-orders?view=orders&day=2026-11-23&outcome=upcoming%2Ccharging%2Ccharged%2Cfailed%2Cto%20decide%2Cended',
      ],
      ['Charged today', '/recurring-orders?view=orders&day=2026-11-23&outcome=charged'],
      ['Failed', '/recurring-orders?view=orders&outcome=failed'],
      ['To decide', '/recurring-orders?view=orders&outcome=to%20decide'],
      ['Expected in 30 days', '/recurring-orders?view=calendar'],
      [
        '3 orders: The card has expired.',
        '/recurring-orders?view=orders&outcome=failed&failureClass=method',
      ],
    ] as const) {
      expect(addressOf(name)).toBe(url);
    }
  });

  it('are a calm sentence and a way to begin, where the store doesn’t bill yet', async () => {
    fetch.mockImplementation(async () => Response.json({ ...morning, state: 'before' }));
    open();
    await screen.findByText(/^Nothing is charged yet\./);
    expect(addressOf('Start billing')).toBe('/recurring-orders');
    expect(screen.queryByText('Due today')).toBeNull();
  });

  it('say why nothing is charged', async () => {
    const notice = {
      title: 'Billing has been stopped since Nov 20, 2026',
      text: 'Your payment account has a problem. Fix it.',
      action: 'Go to Recurring Orders',
      url: '/recurring-orders',
    };
    fetch.mockImplementation(async () => Response.json({ ...morning, state: 'stopped', notice }));
    open();
    await screen.findByText(notice.title);
    screen.getByText(notice.text);
    expect(addressOf(notice.action)).toBe(notice.url);
    screen.getByText('12');
  });

  it('stay a small failure where they can’t be loaded, and are tried again', async () => {
    fetch.mockImplementationOnce(async () => new Response(null, { status: 502 }));
    const user = open();
    await screen.findByText('We can’t show your recurring orders right now.');
    // Figures of an earlier visit may be out of date.
    expect(screen.queryByText('Due today')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('12');
    expect(screen.queryByText(/^We can’t show/)).toBeNull();
  });

  it('are asked for again when the merchant comes back, and a lost answer takes nothing away', async () => {
    open();
    await screen.findByText('12');
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    comeBack();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    await screen.findByText('12');
    fetch.mockImplementation(async () =>
      Response.json({ ...morning, toDecide: { value: '5', comparison: 'Now five' } }),
    );
    await vi.waitFor(async () => {
      comeBack();
      await screen.findByText('Now five');
    });
  });

  it('are no longer shown as today’s once they have failed for an hour', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      shouldAdvanceTime: true,
    });
    onTestFinished(() => void vi.useRealTimers());
    open();
    await screen.findByText('12');
    fetch.mockImplementation(async () => new Response(null, { status: 502 }));
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await act(() => vi.advanceTimersByTimeAsync(60_000));
      }
    };
    await pass(50);
    expect(fetch.mock.calls.length).toBeGreaterThan(20);
    screen.getByText('12');
    await pass(20);
    screen.getByText('We can’t show your recurring orders right now.');
    expect(screen.queryByText('12')).toBeNull();
  });

  it('move by themselves while orders are still to come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    fetch.mockImplementationOnce(async () => Response.json({ ...morning, isMoving: true }));
    open();
    await screen.findByText('12');
    await vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(fetch).toHaveBeenCalledTimes(2);
    }, 3_000);
    // Still asks once a minute, because the next day may begin or billing may stop.
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    expect(fetch).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(310_000));
    expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(5);
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(8);
  });

  it('show at the next visit what was there, until there is newer', async () => {
    open();
    await screen.findByText('12');
    cleanup();
    fetch.mockImplementation(() => new Promise(() => undefined));
    open();
    screen.getByText('12');
  });
});
