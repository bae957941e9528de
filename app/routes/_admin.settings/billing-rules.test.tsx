import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingRules, usualRules } from '#contract/billing-rules.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import { changedMeanwhile } from '#contract/settings-tag.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { ApiError } from '../../subscription-api/errors.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getVendor: vi.fn(),
  updateVendorSettings: vi.fn(),
  getBilling: vi.fn(),
  updateBillingRules: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());

const usual: BillingRules = { ...usualRules, hour: 10, catchUpDays: 3 };
/** The rules that the API has stored. */
let kept: BillingRules = usual;
let isDown = false;

const billing = (): Billing => ({
  state: 'live',
  wentLiveAt: '2026-11-01T08:00:00.000Z',
  stopped: null,
  subscriptions: 'known',
  grantUrl: null,
  activeSubscriptions: 3,
  rules: kept,
  timeZone: 'America/Los_Angeles',
  tag: JSON.stringify(kept),
});

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  kept = usual;
  isDown = false;
  client.getVendor.mockImplementation(async () => ({ ...exampleVendor }));
  client.updateVendorSettings.mockResolvedValue(exampleVendor);
  client.getBilling.mockImplementation(async () => billing());
  client.updateBillingRules.mockImplementation(async ({ body, ifMatch }) => {
    if (JSON.stringify(body) !== JSON.stringify(kept) && ifMatch !== JSON.stringify(kept))
      throw new ApiError(409, 'Conflict', { message: changedMeanwhile });
    kept = body;
    return billing();
  });
  answerFetch({
    'GET /resources/settings/billing-rules': () =>
      isDown ? new Response(null, { status: 502 }) : Response.json(billing()),
  });
});

const noAnswer = 'The rules can’t be saved just now';
const lost = () => new ApiError(503, 'Unavailable', { message: noAnswer });
const saves = () => client.updateBillingRules.mock.calls.map(([{ body }]) => body);
const catchUp = 'Days in which missed orders are charged';
const inGroup = (name: string) => within(screen.getByRole('group', { name }));
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

async function open() {
  const shown = showRoute('/settings', route, '/settings', { isInBrowser: true });
  await screen.findByLabelText(catchUp);
  const isBarShown = () =>
    shown.dispatched.lastIndexOf('APP::CONTEXTUAL_SAVE_BAR::SHOW') >
    shown.dispatched.lastIndexOf('APP::CONTEXTUAL_SAVE_BAR::HIDE');
  const bar = (is: boolean) => waitFor(() => expect(isBarShown()).toBe(is));
  const press = async () => {
    await bar(true);
    act(() => shown.say('APP::CONTEXTUAL_SAVE_BAR::SAVE'));
  };
  const write = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await shown.user.clear(field);
    if (text !== '') await shown.user.type(field, text);
    return field;
  };
  return { ...shown, bar, press, write };
}

describe('the rules of billing', () => {
  it('are saved whole under the save bar, and say what they mean meanwhile', async () => {
    const { user, write, press, bar, dispatched } = await open();
    screen.getByText('Of your store’s day, in Pacific Time.');
    expect(dispatched).not.toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW');
    await user.selectOptions(screen.getByLabelText('Hour of billing'), '6 PM');
    await write(catchUp, '02');
    const payment = inGroup('When a payment fails');
    await user.clear(payment.getByLabelText('Retries'));
    await user.type(payment.getByLabelText('Retries'), '1');
    const end = inGroup('When something is out of stock').getByLabelText('In the end');
    await user.selectOptions(end, 'Pause the subscription');
    await user.click(screen.getByLabelText('Ask customers by mail for another payment method'));
    await user.click(screen.getByLabelText('Sell products that are out of stock'));
    screen.getByText(/^A declined card is tried once more, 3 days later/);
    screen.getByText(/from 6 PM on \(Pacific Time\)/);
    await press();
    await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
    expect(saves()).toEqual([
      {
        hour: 18,
        catchUpDays: 2,
        payment: { retries: 1, afterDays: 3, end: 'skip' },
        stock: { retries: 5, afterDays: 1, end: 'pause' },
        isOversold: true,
        asksForMethod: false,
      },
    ]);
    await bar(false);
    expect(textIn(catchUp)).toBe('2');
    expect(client.updateVendorSettings).not.toHaveBeenCalled();
    // The next save sends the tag of the saved rules.
    await write(catchUp, '4');
    await press();
    await waitFor(() => expect(kept.catchUpDays).toBe(4));
  });

  it('are saved together with other settings', async () => {
    const { write, press, bar } = await open();
    await write('Days before reminder', '5');
    await write(catchUp, '5');
    client.getVendor.mockImplementation(async () => ({ ...exampleVendor, daysBeforeReminder: 5 }));
    await press();
    await waitFor(() => expect(kept.catchUpDays).toBe(5));
    await bar(false);
    expect(client.updateVendorSettings.mock.calls).toMatchObject([
      [{ body: { daysBeforeReminder: 5 } }],
    ]);
  });

  it('are saved by Enter, once', async () => {
    const { write, bar } = await open();
    const field = await write(catchUp, '5');
    act(() => {
      for (let presses = 0; presses < 3; presses += 1) {
        if (field instanceof HTMLInputElement) field.form?.requestSubmit();
      }
    });
    await waitFor(() => expect(kept.catchUpDays).toBe(5));
    await bar(false);
    expect(saves()).toHaveLength(1);
    expect(client.updateVendorSettings).not.toHaveBeenCalled();
  });

  it.each([
    ['15', 'Must be a whole number from 0 to 14'],
    ['2.5', 'Must be a whole number from 0 to 14'],
    ['', 'Must be a whole number from 0 to 14'],
  ])('refuse "%s" when it is left, and keep it', async (text, message) => {
    const { user, write, press } = await open();
    const field = await write(catchUp, text);
    await screen.findByText(/^A missed order is still charged for 3 days/);
    await user.tab();
    await screen.findByText(message);
    await press();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(textIn(catchUp)).toBe(text);
    expect(saves()).toEqual([]);
    await write(catchUp, '14');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('are put back', async () => {
    const { user, write, say, bar } = await open();
    await write(catchUp, '15');
    await user.click(screen.getByLabelText('Sell products that are out of stock'));
    await bar(true);
    act(() => say('APP::CONTEXTUAL_SAVE_BAR::DISCARD'));
    await bar(false);
    expect(textIn(catchUp)).toBe('3');
    const box = screen.getByLabelText<HTMLInputElement>('Sell products that are out of stock');
    expect(box.checked).toBe(false);
    expect(saves()).toEqual([]);
  });

  it('are put back to what a save made of them whose answer was lost', async () => {
    const { write, press, say, bar } = await open();
    await write(catchUp, '5');
    client.updateBillingRules.mockImplementationOnce(async ({ body }) => {
      kept = body;
      throw lost();
    });
    await press();
    await screen.findByText(noAnswer);
    act(() => say('APP::CONTEXTUAL_SAVE_BAR::DISCARD'));
    await bar(false);
    await waitFor(() => expect(textIn(catchUp)).toBe('5'));
  });

  it('stay typed where they can’t be saved, with the reason', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    client.updateBillingRules.mockRejectedValueOnce(lost());
    await press();
    await screen.findByText(noAnswer);
    expect(textIn(catchUp)).toBe('5');
    await press();
    await waitFor(() => expect(kept.catchUpDays).toBe(5));
  });

  it('say on their field what the server refuses', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    const fieldErrors = { catchUpDays: ['Not on a Sunday'] };
    client.updateBillingRules.mockRejectedValueOnce(
      new ApiError(422, 'Unprocessable', { message: 'Invalid', fieldErrors }),
    );
    await press();
    await waitFor(() => expect(screen.getAllByText('Not on a Sunday').length).toBeGreaterThan(0));
    expect(document.activeElement).toBe(screen.getByLabelText(catchUp));
  });

  it('that can’t be loaded say so in their section, and are tried again', async () => {
    isDown = true;
    const { user } = showRoute('/settings', route, '/settings', { isInBrowser: true });
    const said = await screen.findByText('We couldn’t load your rules');
    screen.getByLabelText('Days before reminder');
    isDown = false;
    const banner = said.closest<HTMLElement>('[role=alert], [role=status], .Polaris-Banner');
    await user.click(within(banner ?? document.body).getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText(catchUp);
  });
});

describe('rules that another tab saved', () => {
  it.each([
    ['Keep my changes', 5],
    ['Use saved settings', 8],
  ])('are not overwritten without a word: %s', async (choice, ends) => {
    const { user, write, press, bar } = await open();
    await write(catchUp, '5');
    // Somebody else also changes a rule that the merchant hasn't touched.
    kept = { ...kept, catchUpDays: 8, hour: 7 };
    await press();
    await screen.findByText(`${catchUp}: now 8. You entered 5.`);
    expect([textIn(catchUp), textIn('Hour of billing'), kept.catchUpDays]).toEqual(['5', '7', 8]);
    expect(screen.queryByText(changedMeanwhile)).toBeNull();
    await user.click(screen.getByRole('button', { name: choice }));
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText(catchUp));
    if (ends === 5) await press();
    await bar(false);
    expect(kept).toEqual({ ...usual, catchUpDays: ends, hour: 7 });
    expect(textIn(catchUp)).toBe(String(ends));
  });

  it('are not overwritten by a second press either', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    kept = { ...kept, catchUpDays: 8 };
    await press();
    await screen.findByText(/You entered 5/);
    await press();
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(kept.catchUpDays).toBe(8);
  });

  it('are there when the merchant comes back, beside what is typed', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    kept = { ...kept, hour: 7 };
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(textIn('Hour of billing')).toBe('7'));
    expect(textIn(catchUp)).toBe('5');
    await press();
    await waitFor(() => expect(kept).toEqual({ ...usual, hour: 7, catchUpDays: 5 }));
  });

  it('and that don’t touch what is typed ask for another look', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    kept = { ...kept, hour: 7 };
    await press();
    await screen.findByText(/^Nothing you typed is lost/);
    expect([textIn(catchUp), textIn('Hour of billing')]).toEqual(['5', '7']);
    await press();
    await waitFor(() => expect(kept).toEqual({ ...usual, hour: 7, catchUpDays: 5 }));
  });

  it.each([
    ['on the way back', null],
    ['with the next save', null],
    ['after another save that was lost', 503],
    ['after another save that was refused', 429],
  ])('are the merchant’s own where only the answer was lost: %s', async (way, status) => {
    const { write, press, bar } = await open();
    await write(catchUp, '5');
    const save = client.updateBillingRules.getMockImplementation();
    client.updateBillingRules.mockImplementationOnce(async (input) => {
      await save?.(input);
      throw lost();
    });
    await press();
    await screen.findByText(noAnswer);
    if (way === 'on the way back') {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    } else {
      if (status !== null) {
        const message = 'Not this one either';
        client.updateBillingRules.mockRejectedValueOnce(new ApiError(status, '', { message }));
        await write(catchUp, '7');
        await press();
        await screen.findByText(message);
      }
      await write(catchUp, '6');
      await press();
      await waitFor(() => expect(kept.catchUpDays).toBe(6));
    }
    await bar(false);
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    await waitFor(() => expect(screen.queryByText(noAnswer)).toBeNull());
  });

  it('are not overwritten after a lost answer either', async () => {
    const { write, press } = await open();
    await write(catchUp, '5');
    client.updateBillingRules.mockRejectedValueOnce(lost());
    await press();
    await screen.findByText(noAnswer);
    kept = { ...kept, hour: 7, catchUpDays: 5 };
    await write(catchUp, '6');
    await press();
    await screen.findByText(/changed elsewhere|^Nothing you typed is lost/);
    expect(kept).toMatchObject({ hour: 7, catchUpDays: 5 });
  });
});
