import { json } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analytics } from '#contract/analytics.ts';
import type { OrderImport } from '#contract/store-order.ts';
import { ImportStatus } from '../../portal/ImportStatus.tsx';
import { analyticsExample } from '../../testing/analytics-example.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { AnalyticsCharts } from './AnalyticsCharts.tsx';
import { RangeChoice } from './RangeChoice.tsx';

beforeAll(prepareScreenTests);

/** Shows a part on a page whose data is there already; `loader` loads it anew. */
function showElement(element: ReactElement, loader: () => Response = () => json(null)) {
  const shown = vi.fn(() => element);
  const page = { id: 'page', path: '/', Component: shown, loader };
  return showScreen([page], { hydrationData: { loaderData: { page: null } } });
}

describe('the charts', () => {
  function show(more: Partial<Analytics> = {}) {
    const analytics = { ...analyticsExample, ...more };
    return showElement(
      <AnalyticsCharts analytics={analytics} fileUrlOf={(name) => `/file?report=${name}`} />,
    );
  }
  const tableOf = (title: string) =>
    within(screen.getByRole('region', { name: `${title}, table`, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .map((row) => [...row.children].map((cell) => cell.textContent));

  it.each([
    [
      'Active subscriptions',
      [
        ['Week of', 'Active at its end', 'Started', 'Ended'],
        ['Nov 2, 2026', '90', '6', '2'],
        ['Nov 9, 2026', '95', '7', '2'],
        ['Nov 16, 2026', '101', '8', '2'],
      ],
    ],
    [
      'Revenue by plan',
      [
        ['Plan', 'Orders', 'Subscribers', 'Revenue (USD)'],
        ['Every week', '1,204', '80', '$12,345.60'],
        ['Every month', '80', '21', '$980.00'],
      ],
    ],
    [
      'Orders by week',
      [
        ['Week of', 'Subscription starts', 'Renewals', 'One-time orders'],
        ['Nov 2, 2026', '6', '40', '12'],
        ['Nov 9, 2026', '7', '42', '9'],
        ['Nov 16, 2026', '8', '45', '11'],
      ],
    ],
  ])('%s stands as a table too, and as a file', (title, rows) => {
    show();
    expect(tableOf(title)).toEqual(rows);
    const file = screen.getByRole('link', { name: `Download CSV of ${title}` });
    expect(file.getAttribute('href')).toBe(
      `/file?report=${title.toLowerCase().replaceAll(' ', '-')}`,
    );
  });

  it('say why a file of theirs is refused', async () => {
    const message = 'You are signed out.';
    answerFetch({
      'GET /file?report=retention': () => Response.json({ message }, { status: 401 }),
    });
    const { user } = show();
    await user.click(screen.getByRole('link', { name: 'Download CSV of Retention' }));
    await screen.findByText(message);
    vi.unstubAllGlobals();
  });

  it('are pictures that say where their numbers stand', () => {
    show();
    const pictures = screen
      .getAllByRole('img')
      .map((picture) => picture.getAttribute('aria-label'));
    expect(pictures).toHaveLength(3);
    for (const picture of pictures)
      expect(picture).toContain('The table below has the same numbers.');
    expect(tableOf('Retention')[1]?.slice(0, 5)).toEqual(['Sep 2026', '8', '87.5%', '50%', '–']);
  });

  it('stack the orders of a week on each other', () => {
    show();
    const picture = screen.getByRole('img', { name: /^Bar chart of the orders/ });
    const heights = [...picture.querySelectorAll('rect')].map((bar) =>
      Number(bar.getAttribute('height')),
    );
    const perOrder = (heights[0] ?? 0) / 58;
    expect(heights.map((height) => Math.round(height / perOrder))).toEqual([
      58, 58, 64, 46, 49, 53, 6, 7, 8,
    ]);
  });

  it.each([
    [true, 'Sales in currencies other than USD are left out.'],
    [false, 'excluding shipping and taxes.'],
  ])('say what revenue leaves out, where that is so: %s', (hasOtherCurrencies, end) => {
    show({ hasOtherCurrencies });
    const about = screen.getByText(/^What each plan earned/).textContent;
    expect(about?.endsWith(end)).toBe(true);
  });

  it('say so where a range has nothing for one of them', () => {
    show({ revenueByPlan: [], retention: [] });
    expect(screen.getAllByText('No data in this range.')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: /of Retention/ })).toBeNull();
    expect(screen.getByRole('link', { name: /of Orders by week/ })).toBeTruthy();
  });
});

describe('the state of the orders', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  async function show(more: Partial<OrderImport>) {
    const orderImport = { ...analyticsExample.orderImport, ...more };
    const loader = vi.fn(() => json(null));
    const element = <ImportStatus orderImport={orderImport} />;
    showElement(element, loader);
    await screen.findByText(/Days are in your store’s time zone, America\/Los Angeles/);
    return loader;
  }
  const texts = () => document.body.textContent?.replace(/\s/g, ' ') ?? '';

  it('says as of when it is, in the time of the store', async () => {
    const loader = await show({});
    expect(texts()).toContain('As of Nov 21, 2026, 10:20 AM PST.');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(loader).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<OrderImport>, string]>([
    ['not all is read', { asOf: null, isImporting: true }, '1,500 so far.'],
    ['the store cannot be reached', { hasFailed: true }, 'couldn’t read your latest orders'],
    ['older orders are not shown', { hasAllOrders: false }, 'only the last 60 days of orders'],
  ])('says that %s', async (_, orderImport, text) => {
    await show(orderImport);
    expect(texts()).toContain(text);
  });

  it.each([
    ['reading', 'Cadence is still reading your subscriptions. Until it’s done, they’re counted by'],
    ['refused', 'Cadence can’t read your subscriptions, so they’re counted by their orders.'],
  ] as const)(
    'says what counts subscriptions that are not known: %s',
    async (subscriptions, text) => {
      const orderImport = { ...analyticsExample.orderImport, subscriptions };
      showElement(<ImportStatus orderImport={orderImport} countsSubscriptions />);
      await screen.findByText(/Days are in your store’s time zone/);
      expect(texts()).toContain(text);
    },
  );

  it('says that the days are not the time zone of the store where nobody knows that', async () => {
    showElement(
      <ImportStatus
        orderImport={{
          ...analyticsExample.orderImport,
          timeZone: 'UTC',
          unknownTimeZone: 'Mars/Olympus_Mons',
        }}
      />,
    );
    await screen.findByText(
      /in UTC, because Cadence doesn’t recognize your store’s time zone, Mars\/Olympus Mons\./,
    );
  });

  it('leads to where all orders are allowed', async () => {
    await show({ hasAllOrders: false });
    const link = screen.getByRole('link', { name: /Allow all orders/ });
    expect(link.getAttribute('href')).toBe('https://admin.localhost/grant');
  });

  it('looks again while orders are read', async () => {
    const loader = await show({ isImporting: true });
    expect(texts()).toContain('Checking for new orders…');
    await act(() => vi.advanceTimersByTimeAsync(4_500));
    expect(loader).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(4_500));
    expect(loader).toHaveBeenCalledTimes(2);
  });
});

function RangeInAddress() {
  const isMonth = useLocation().search === '?days=30';
  return (
    <RangeChoice
      path="/"
      from={isMonth ? '2026-01-30' : '2025-03-01'}
      to="2026-02-28"
      days={isMonth ? 30 : 365}
      isCutShort={false}
      errors={{}}
    />
  );
}

describe('the choice of a range', () => {
  it('is one of some, or typed, with what is wrong beside it', () => {
    showElement(
      <RangeChoice
        path="/charts"
        from="2026-02-02"
        to="2026-02-01"
        days={undefined}
        isCutShort={false}
        errors={{ from: 'The first day can’t be after the last' }}
      />,
    );
    const presets = screen.getAllByRole('link', { name: /^Last / });
    expect(presets.map((link) => link.getAttribute('href'))).toEqual([
      '/charts?days=30',
      '/charts?days=90',
      '/charts?days=365',
    ]);
    const from = screen.getByLabelText('From');
    expect(from).toHaveProperty('value', '2026-02-02');
    expect(from.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('The first day can’t be after the last')).toBeTruthy();
    const form = from.closest('form');
    expect([form?.method, new URL(form?.action ?? '').pathname]).toEqual(['get', '/charts']);
  });

  it('keeps the keyboard where it was, and follows what is shown', async () => {
    const { user } = showScreen([{ path: '/', Component: RangeInAddress }]);
    const month = await screen.findByRole('link', { name: 'Last 30 days' });
    act(() => month.focus());
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-01-30'),
    );
    expect(document.activeElement).toBe(
      screen.getByRole('link', { name: 'Last 30 days, selected' }),
    );
  });
});
