import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#contract/calendar.ts';
import type { RoastDay, RoastItem, RoastPlan } from '#contract/roast-plan.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getRoastPlan: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);
beforeEach(() => {
  invalidateScreens();
  client.getRoastPlan.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

const today = '2026-11-25';
const item = (id: string, change: Partial<RoastItem> = {}): RoastItem => ({
  ...{ id, product: id, title: `Coffee ${id}`, variantTitle: '250 g', grams: 250, stock: 3 },
  ...change,
});
const day = (ahead: number, change: Partial<RoastDay> = {}): RoastDay => ({
  ...{ day: addDays(today, ahead), orders: 0, deliveries: 0, bags: {}, charged: {} },
  ...{ taken: null, tag: `"day ${ahead}"`, ...change },
});
const planOf = (
  days: Record<number, Partial<RoastDay>>,
  change: Partial<RoastPlan> = {},
): RoastPlan => ({
  ...{ timeZone: 'America/Los_Angeles', state: 'live', subscriptions: 'known' },
  ...{ inventory: 'known', lossPercent: 20, items: [] },
  days: Array.from({ length: 28 }, (_, ahead) => day(ahead, days[ahead])),
  ...change,
});
const show = (plan: RoastPlan, search = '') => {
  client.getRoastPlan.mockResolvedValue(plan);
  return showRoute('/roast-plan', { ...route, action: () => null }, `/roast-plan${search}`);
};
const sheetRows = () =>
  within(screen.getAllByRole('table')[0] ?? document.body)
    .getAllByRole('row')
    .map((row) => row.textContent);

describe('the roast plan', () => {
  it('says what the first day needs, and what stock leaves to roast', async () => {
    const items = [item('1'), item('2', { product: '1', title: 'Coffee 1', grams: 1000 })];
    show(planOf({ 2: { orders: 4, deliveries: 1, bags: { 1: 8, 2: 1 } } }, { items }));
    await screen.findByRole('heading', { name: 'Friday, Nov 27' });
    expect(screen.getAllByText('9 bags, 3 kg roasted, 3.75 kg green')).toHaveLength(2);
    screen.getByText('For 4 orders and 1 prepaid delivery.');
    expect(sheetRows()).toEqual([
      'CoffeeBagsRoastedGreenIn stockTo roast',
      'Coffee 19 bags, 3 kg roasted, 3.75 kg green250 g82 kg2.5 kg35',
      'Coffee 1250 g11 kg1.25 kg30',
    ]);
  });

  it('leads to the days before and after, and shows the one in the address', async () => {
    const bags = { 1: 1 };
    const days = { 0: { bags }, 3: { bags }, 9: { bags } };
    show(planOf(days, { items: [item('1')] }), '?day=2026-11-28');
    await screen.findByRole('heading', { name: 'Saturday, Nov 28' });
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(leadsTo('Day before')).toBe('/roast-plan?day=2026-11-25');
    expect(leadsTo('Day after')).toBe('/roast-plan?day=2026-12-04');
    expect(leadsTo('Today, Wednesday, Nov 25')).toBe('/roast-plan?day=2026-11-25');
  });

  it('marks what changed since the day was taken, and takes it as it was seen', async () => {
    const taken = {
      ...{ at: '2026-11-24T18:00:00Z', by: 'somebody else' as const },
      bags: { 1: 2, 2: 4, 4: 1 },
    };
    const items = ['1', '2', '3', '4'].map((id) => item(id));
    const plan = planOf({ 1: { orders: 3, bags: { 1: 5, 2: 3, 3: 1 }, taken } }, { items });
    const requests = answerFetch({
      'POST /resources/roast-plan/day': () =>
        Response.json({ message: 'The plan of this day has changed.' }, { status: 409 }),
    });
    const { user } = show(plan);
    for (const words of ['3 more', '1 fewer', 'New', 'Gone, was 1']) await screen.findByText(words);
    screen.getByText('4 changes since it was taken');
    screen.getByText('Somebody else said on Nov 24, 2026, 10:00 AM PST that you roast this.');
    await user.click(screen.getByRole('button', { name: 'We roast it as it is now' }));
    await screen.findByText('The plan of this day has changed.');
    expect(requests).toEqual([
      {
        asked: 'POST /resources/roast-plan/day',
        body: { day: '2026-11-26', change: 'take' },
        ifMatch: '"day 1"',
      },
    ]);
    // It isn't refused again, but the answer is lost.
    const takenAt = (at: string, by: 'you' | 'somebody else') => {
      const again = { at, by, bags: {} };
      client.getRoastPlan.mockResolvedValue(
        planOf({ 1: { bags: { 1: 5 }, taken: again } }, { items }),
      );
    };
    const press = 'POST /resources/roast-plan/day';
    answerFetch({ [press]: () => Response.json({ message: 'No beans' }, { status: 502 }) });
    takenAt('2026-11-25T18:00:00Z', 'you');
    await user.click(screen.getByRole('button', { name: 'We roast it as it is now' }));
    await screen.findByText('You said on Nov 25, 2026, 10:00 AM PST that you roast this.');
    expect(screen.queryByText('No beans')).toBeNull();
    // A colleague was faster.
    const refused = 'This day was taken once more.';
    answerFetch({ [press]: () => Response.json({ message: refused }, { status: 409 }) });
    takenAt('2026-11-25T19:00:00Z', 'somebody else');
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await screen.findByText(
      'Somebody else said on Nov 25, 2026, 11:00 AM PST that you roast this.',
    );
    screen.getByText(refused);
  });

  it('says what it lacks: billing, subscriptions, weights and stock, the loss', async () => {
    const unweighed = { grams: null, stock: null };
    show(
      planOf(
        { 0: { orders: 1, bags: { 1: 2 } } },
        {
          ...{ items: [item('1', unweighed)], lossPercent: null, state: 'stopped' },
          ...{ inventory: 'failed', subscriptions: 'reading' },
        },
      ),
    );
    await screen.findByText('Billing is stopped');
    screen.getByText('We’re still reading your subscriptions');
    screen.getByText('Weights and stock aren’t available right now');
    screen.getByText('2 bags without a weight in Shopify aren’t in the kilograms.');
    screen.getByText('Set it to see how much green coffee you need.');
    expect(sheetRows()).toEqual(['CoffeeBagsRoastedIn stockTo roast', 'Coffee 1250 g2–––']);
  });

  it('says so where nothing is due, and where a permission is missing', async () => {
    show(planOf({}, { inventory: 'not granted', subscriptions: 'refused', state: 'before' }));
    await screen.findByRole('heading', { name: 'Nothing to roast for' });
    screen.getByText('Cadence may not read weights and stock');
    screen.getByText('Cadence can’t read your subscriptions');
    screen.getByText('Billing hasn’t started');
    for (const name of ['Go to Recurring Orders', 'Go to Settings']) {
      for (const link of screen.getAllByRole('link', { name })) {
        expect(link.closest('.Polaris-Box--printHidden')).not.toBeNull();
      }
    }
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  it('takes the loss’s refusal away once something else is typed', async () => {
    answerFetch({
      'POST /resources/roast-plan/loss': () =>
        Response.json({ message: 'At most 50 percent.' }, { status: 422 }),
    });
    const { user } = show(planOf({}));
    const loss = await screen.findByLabelText('Roasting loss');
    await user.type(loss, '9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('At most 50 percent.');
    await user.type(loss, '{Backspace}');
    expect(screen.queryByText('At most 50 percent.')).toBeNull();
  });

  it('says no longer that the loss wasn’t saved, where only the answer was lost', async () => {
    let answerNow = (): void => undefined;
    answerFetch({
      'POST /resources/roast-plan/loss': () => {
        client.getRoastPlan.mockImplementation(
          () =>
            new Promise((answer) => (answerNow = () => answer(planOf({}, { lossPercent: 16 })))),
        );
        return Response.json({ message: 'No beans' }, { status: 502 });
      },
    });
    const { user } = show(planOf({}));
    const loss = await screen.findByLabelText('Roasting loss');
    await user.clear(loss);
    await user.type(loss, '16');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No beans');
    answerNow();
    await waitFor(() => expect(screen.queryByText('No beans')).toBeNull());
    expect(loss).toHaveProperty('value', '16');
  });

  it('shows 200 coffees with long names', async () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      item(String(index), { title: `${index} ${'Finca El Paraíso Thermal Shock '.repeat(4)}` }),
    );
    const bags = Object.fromEntries(items.map(({ id }, index) => [id, 1 + (index % 30)]));
    const { user } = show(
      planOf({ 0: { orders: 900, bags }, 5: { orders: 1, bags: { 1: 1 } } }, { items }),
    );
    await screen.findByRole('heading', { name: 'Today, Wednesday, Nov 25' });
    expect(sheetRows()).toHaveLength(201);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    // Polaris measures its actions by a second row of them.
    const [press] = screen.getAllByRole('button', { name: 'Print' });
    await user.click(press ?? document.body);
    expect(print).toHaveBeenCalledOnce();
  });
});
