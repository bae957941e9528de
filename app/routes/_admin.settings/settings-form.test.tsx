import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changedMeanwhile, settingsTag } from '#contract/settings-tag.ts';
import type { Vendor } from '#contract/vendor.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { ApiError, RequestError, UpdateRequiredError } from '../../subscription-api/errors.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({
  getVendor: vi.fn(),
  updateVendorSettings: vi.fn(),
}));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

/** The API's data. */
let kept: Vendor = exampleVendor;

beforeEach(() => {
  vi.resetAllMocks();
  invalidateScreens();
  kept = exampleVendor;
  client.getVendor.mockImplementation(async () => kept);
  client.updateVendorSettings.mockImplementation(async ({ body, ifMatch }) => {
    const { replyToEmail, useNoReply, daysBeforeReminder } = kept;
    const now = { ...kept.settings, replyToEmail, useNoReply, daysBeforeReminder };
    const seen = Object.entries(now).filter(([key]) => key in body);
    if (ifMatch !== undefined && ifMatch !== settingsTag(Object.fromEntries(seen))) {
      throw new ApiError(409, 'Conflict', { message: changedMeanwhile });
    }
    const { buttonColor = kept.settings.buttonColor, ...rest } = body;
    kept = { ...kept, ...rest, settings: { ...kept.settings, buttonColor } };
    return kept;
  });
});

async function open() {
  const shown = showRoute('/settings', route, '/settings', { isInBrowser: true });
  await screen.findByRole('heading', { name: 'Settings' });
  const isBarShown = () =>
    shown.dispatched.lastIndexOf('APP::CONTEXTUAL_SAVE_BAR::SHOW') >
    shown.dispatched.lastIndexOf('APP::CONTEXTUAL_SAVE_BAR::HIDE');
  const press = async () => {
    await waitFor(() => expect(isBarShown()).toBe(true));
    act(() => shown.say('APP::CONTEXTUAL_SAVE_BAR::SAVE'));
  };
  const write = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await shown.user.clear(field);
    if (text !== '') await shown.user.type(field, text);
    return field;
  };
  const bodies = () => client.updateVendorSettings.mock.calls.map(([{ body }]) => body);
  return { ...shown, press, write, bodies };
}

/** Something that a mock waits for until the test says so. */
function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

const refuseOneReminder = () =>
  client.updateVendorSettings.mockImplementationOnce(async () => {
    const fieldErrors = { daysBeforeReminder: ['Not on a Sunday'] };
    throw new ApiError(400, 'Bad Request', { message: 'Not on a Sunday', fieldErrors });
  });

const remote = 'APP::NAVIGATION::REDIRECT::REMOTE';
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('the fields', () => {
  it.each([
    ['Reply-to email', 'ada@', 'Invalid Email', 'ada@example.com'],
    ['Reply-to email', 'ada example.com', 'Invalid Email', ''],
    ['Days before reminder', '', 'This can not be empty', '4'],
    ['Days before reminder', '2.5', 'Must be an integer', '2'],
    ['Days before reminder', 'soon', 'Must be an integer', '4'],
    ['Days before reminder', '0', 'Must be greater than 0', '10'],
    ['Days before reminder', '-1', 'Must be greater than 0', '1'],
    ['Button color', 'blue', 'Must be a color such as #0632c2', '#aa3300'],
  ])('"%s" refuses "%s" when it is left, and is checked again with each key', async (...row) => {
    const [label, wrong, message, right] = row;
    const { user, write, press } = await open();
    await write(label, wrong);
    expect(screen.queryByText(message)).toBeNull();
    await user.tab();
    await screen.findByText(message);
    await press();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expect(client.updateVendorSettings).not.toHaveBeenCalled();
    await write(label, right);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });
});

it('the reminder says what it does not apply to', async () => {
  await open();
  screen.getByText(/Doesn’t apply to orders scheduled by the scale\./);
});

it('the reminder is previewed without a loss of what is typed', async () => {
  const { user, write } = await open();
  await write('Days before reminder', '5');
  await user.click(screen.getByRole('button', { name: 'Preview the reminder' }));
  await screen.findByRole('dialog', { name: 'Preview: Order reminder' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(textIn('Days before reminder')).toBe('5');
});

describe('the save bar', () => {
  it('comes with a change, goes with it, and saves one key per call', async () => {
    const { user, write, press, bodies, dispatched } = await open();
    expect(dispatched).not.toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW');
    await write('Days before reminder', '5');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    await write('Days before reminder', '3');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::HIDE'));
    await write('Reply-to email', 'ada@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('yesreply').checked).toBe(true);
    await user.click(screen.getByLabelText('no-reply'));
    await write('Button color', '#AA3300');
    await press();
    await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
    expect(bodies()).toEqual([
      { replyToEmail: 'ada@example.com', useNoReply: true },
      { buttonColor: '#aa3300' },
    ]);
    expect(textIn('Button color')).toBe('#aa3300');
    expect(dispatched.at(-1)).not.toBe('APP::CONTEXTUAL_SAVE_BAR::SHOW');
  });

  it('saves once, however often it is pressed, or Enter is, before it shows', async () => {
    const { write, press, say, bodies, dispatched } = await open();
    const field = await write('Days before reminder', '5');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    act(() => {
      for (let presses = 0; presses < 2; presses += 1) {
        if (field instanceof HTMLInputElement) field.form?.requestSubmit();
        say('APP::CONTEXTUAL_SAVE_BAR::SAVE');
      }
    });
    await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
    expect(bodies()).toEqual([{ daysBeforeReminder: 5 }]);
    await write('Days before reminder', '6');
    await press();
    await waitFor(() => expect(bodies()).toHaveLength(2));
  });

  it('discards what was typed', async () => {
    const { write, say, dispatched } = await open();
    await write('Reply-to email', 'ada@');
    await write('Days before reminder', '9');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    act(() => say('APP::CONTEXTUAL_SAVE_BAR::DISCARD'));
    expect([textIn('Reply-to email'), textIn('Days before reminder')]).toEqual(['', '3']);
    expect(client.updateVendorSettings).not.toHaveBeenCalled();
  });

  it('says what was saved where a field is refused, which stays typed with its error', async () => {
    const { write, press, bodies, dispatched } = await open();
    await write('Days before reminder', '5');
    await write('Button color', '#aa3300');
    refuseOneReminder();
    await press();
    const field = screen.getByLabelText('Days before reminder');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await screen.findByText('Not saved: Days before reminder');
    screen.getByText('Saved: Button color.');
    screen.getByText('Not on a Sunday');
    expect([textIn('Days before reminder'), textIn('Button color')]).toEqual(['5', '#aa3300']);
    await press();
    await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
    expect(screen.queryByText(/Not saved/)).toBeNull();
    expect(bodies().at(-1)).toEqual({ daysBeforeReminder: 5 });
  });
});

it('a field that is typed back is no longer said to be unsaved', async () => {
  const { write, press } = await open();
  await write('Days before reminder', '5');
  refuseOneReminder();
  await press();
  await screen.findByText('Not saved: Days before reminder');
  await write('Days before reminder', '3');
  await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
});

it('capitals of an address are saved', async () => {
  const { write, press, bodies, dispatched } = await open();
  for (const address of ['Ada@example.com', 'ada@example.com']) {
    await write('Reply-to email', address);
    await press();
    await waitFor(() =>
      expect(bodies().at(-1)).toEqual({ replyToEmail: address, useNoReply: false }),
    );
    await waitFor(() => expect(dispatched.at(-1)).not.toBe('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
  }
});

it.each([
  ['Button color', 'F60', '#ff6600', { buttonColor: '#ff6600' }],
  ['Days before reminder', ' 07 ', '7', { daysBeforeReminder: 7 }],
])('"%s" takes "%s" for "%s", and Enter saves it', async (label, typed, meant, body) => {
  const { user, write, bodies, dispatched } = await open();
  await write(label, typed);
  await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(bodies()).toEqual([body]));
  await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
  await waitFor(() => expect(textIn(label)).toBe(meant));
});

it('a field that is left as it is saved follows what others save', async () => {
  const { user, write, press } = await open();
  await write('Days before reminder', '03');
  await user.tab();
  expect(textIn('Days before reminder')).toBe('3');
  client.getVendor.mockResolvedValue({ ...exampleVendor, daysBeforeReminder: 8 });
  await write('Button color', '#aa3300');
  await press();
  await waitFor(() => expect(textIn('Days before reminder')).toBe('8'));
});

it('what was changed in another tab is there when the merchant comes back', async () => {
  const { write } = await open();
  await write('Button color', '#aa3300');
  client.getVendor.mockResolvedValue({ ...exampleVendor, daysBeforeReminder: 8 });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(textIn('Days before reminder')).toBe('8'));
  expect(textIn('Button color')).toBe('#aa3300');
});

it.each([
  ['Keep my changes', '5', [{ daysBeforeReminder: 5 }]],
  ['Use saved settings', '8', []],
])('what another tab saved is not overwritten without a word: %s', async (...row) => {
  const [choice, ends, sent] = row;
  const { user, write, press, bodies } = await open();
  await write('Days before reminder', '5');
  kept = { ...kept, daysBeforeReminder: 8 };
  await press();
  await screen.findByText('Days before reminder: now 8. You entered 5.');
  expect([textIn('Days before reminder'), kept.daysBeforeReminder]).toEqual(['5', 8]);
  client.updateVendorSettings.mockClear();
  await user.click(screen.getByRole('button', { name: choice }));
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Days before reminder'));
  if (sent.length > 0) await press();
  await waitFor(() => expect(bodies()).toEqual(sent));
  expect(textIn('Days before reminder')).toBe(ends);
  expect(kept.daysBeforeReminder).toBe(Number(ends));
});

it('a conflict takes the focus once it can say what was changed', async () => {
  const { write, press } = await open();
  await write('Days before reminder', '5');
  kept = { ...kept, daysBeforeReminder: 8 };
  const reload = signal();
  client.getVendor.mockImplementationOnce(async () => {
    await reload.promise;
    return kept;
  });
  await press();
  await waitFor(() => expect(client.getVendor).toHaveBeenCalledTimes(2));
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  reload.resolve();
  const said = await screen.findByText('Days before reminder: now 8. You entered 5.');
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

it('what was changed elsewhere is said when the merchant comes back, before anything is saved', async () => {
  const { write } = await open();
  await write('Reply-to email', 'ada@example.com');
  kept = { ...kept, replyToEmail: 'bea@example.com' };
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Reply-to email: now bea@example.com. You entered ada@example.com.');
  expect(textIn('Reply-to email')).toBe('ada@example.com');
});

it('the sender goes with the address, as it is saved by now', async () => {
  const { write, press, bodies } = await open();
  await write('Reply-to email', 'ada@example.com');
  kept = { ...kept, useNoReply: true };
  await press();
  await screen.findByText('Nothing you typed is lost. Review your settings, then save again.');
  expect(kept.replyToEmail).toBeNull();
  await press();
  await waitFor(() => expect(kept.replyToEmail).toBe('ada@example.com'));
  expect(bodies().at(-1)).toEqual({ replyToEmail: 'ada@example.com', useNoReply: true });
});

it('what was changed elsewhere takes the focus once, not again while the merchant types on', async () => {
  const { write, press } = await open();
  await write('Reply-to email', 'ada@example.com');
  kept = { ...kept, useNoReply: true };
  await press();
  await screen.findByText(/^Nothing you typed is lost/);
  await write('Reply-to email', '');
  await waitFor(() => expect(screen.queryByText(/changed elsewhere/)).toBeNull());
  const field = await write('Reply-to email', 'a');
  await screen.findByText(/changed elsewhere/);
  expect(document.activeElement).toBe(field);
});

it('what the server refused is no news any more once the browser refuses another save', async () => {
  const { user, write, press } = await open();
  await write('Days before reminder', '5');
  refuseOneReminder();
  await press();
  await screen.findByText('Not saved: Days before reminder');
  await write('Days before reminder', '6');
  await write('Reply-to email', 'ada@');
  await user.tab();
  await screen.findByText('Invalid Email');
  screen.getByText('Not saved: Days before reminder');
  await press();
  await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
  expect(client.updateVendorSettings).toHaveBeenCalledTimes(1);
});

describe('a failure', () => {
  it('takes the page, says what was saved, and gives back what was typed', async () => {
    const { user, write, press } = await open();
    await write('Reply-to email', 'ada@example.com');
    await write('Days before reminder', '5');
    const save = client.updateVendorSettings.getMockImplementation();
    client.updateVendorSettings.mockImplementation(async (input) => {
      if ('daysBeforeReminder' in input.body) throw new RequestError('no answer');
      return await save?.(input);
    });
    await press();
    await screen.findByRole('heading', { name: 'Error' });
    const [said] = screen.getAllByText(/^Oops, something went wrong/);
    expect(said?.closest('[hidden]')).toBeNull();
    screen.getByText(
      'Saved: Reply-to email. Not saved: Days before reminder. What you typed is kept.',
    );
    await user.click(screen.getByRole('button', { name: 'Back to settings' }));
    await screen.findByText('Not saved: Days before reminder');
    expect(textIn('Days before reminder')).toBe('5');
    expect(textIn('Reply-to email')).toBe('ada@example.com');
    client.updateVendorSettings.mockImplementation(async (input) => await save?.(input));
    await press();
    await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
    expect(textIn('Days before reminder')).toBe('5');
  });

  it('gives way to another try from the bar, and to what is wrong with a field', async () => {
    const { write, press, bodies } = await open();
    await write('Days before reminder', '5');
    client.updateVendorSettings.mockRejectedValueOnce(new RequestError('no answer'));
    await press();
    await screen.findByRole('heading', { name: 'Error' });
    refuseOneReminder();
    await press();
    await screen.findByText('Not on a Sunday');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Days before reminder')),
    );
    expect(bodies()).toHaveLength(2);
  });

  it('whose answer alone was lost is none on the way back', async () => {
    const { user, write, press, dispatched } = await open();
    await write('Days before reminder', '05');
    const save = client.updateVendorSettings.getMockImplementation();
    client.updateVendorSettings.mockImplementationOnce(async (input) => {
      await save?.(input);
      throw new RequestError('no answer');
    });
    await press();
    await user.click(await screen.findByRole('button', { name: 'Back to settings' }));
    await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
    expect(textIn('Days before reminder')).toBe('5');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::HIDE'));
  });

  it.each(['Back to settings', 'the bar'])(
    'whose answer alone was lost is not said to be of somebody else: %s',
    async (way) => {
      const { user, write, press } = await open();
      await write('Days before reminder', '5');
      const save = client.updateVendorSettings.getMockImplementation();
      const answering = signal();
      client.updateVendorSettings.mockImplementationOnce(async (input) => {
        await save?.(input);
        await answering.promise;
        throw new RequestError('no answer');
      });
      await press();
      await waitFor(() => expect(kept.daysBeforeReminder).toBe(5));
      await write('Days before reminder', '36');
      answering.resolve();
      const back = await screen.findByRole('button', { name: 'Back to settings' });
      if (way === 'Back to settings') {
        await user.click(back);
        await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
        expect(screen.queryByText(/changed elsewhere/)).toBeNull();
      }
      await press();
      await waitFor(() => expect(kept.daysBeforeReminder).toBe(36));
      expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    },
  );

  it('that asks for a grant leads out once, with nothing in the way', async () => {
    const { write, press, dispatched } = await open();
    await write('Days before reminder', '5');
    await waitFor(() => expect(dispatched).toContain('APP::CONTEXTUAL_SAVE_BAR::SHOW'));
    const url = 'https://admin.example/grant';
    client.updateVendorSettings.mockRejectedValueOnce(new UpdateRequiredError(url));
    await press();
    await screen.findByText('Redirecting to the update page...');
    await waitFor(() => expect(dispatched).toContain(remote));
    expect(dispatched.indexOf('APP::CONTEXTUAL_SAVE_BAR::HIDE')).toBeLessThan(
      dispatched.indexOf(remote),
    );
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    expect(dispatched.filter((type) => type === remote)).toHaveLength(1);
  });

  it('of several settings is solved one by one', async () => {
    const { user, write, press } = await open();
    await write('Days before reminder', '5');
    await write('Button color', '#aa3300');
    client.updateVendorSettings.mockRejectedValueOnce(new RequestError('no answer'));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Back to settings' }));
    await screen.findByText('Not saved: Days before reminder, Button color');
    await write('Button color', '#0632c2');
    await press();
    await screen.findByText('Not saved: Button color');
  });

  it.each([
    ['without an answer', new RequestError('no answer')],
    ['that is refused', new ApiError(403, 'Forbidden', { message: 'Forbidden' })],
    ['that finds nothing', new ApiError(404, 'Not Found', { message: 'Not found' })],
  ])('to load after a save leads back to what was typed: one %s', async (_, error) => {
    const { user, write, press } = await open();
    await write('Days before reminder', '5');
    await write('Button color', '#aa3300');
    refuseOneReminder();
    client.getVendor.mockRejectedValueOnce(error);
    await press();
    await screen.findByText('What you typed is kept.');
    await user.click(screen.getByRole('button', { name: 'Back to settings' }));
    await screen.findByRole('heading', { name: 'Settings' });
    expect([textIn('Days before reminder'), textIn('Button color')]).toEqual(['5', '#aa3300']);
  });
});

it('the color shows at once, with a warning where a mark of it is hard to see', async () => {
  const { write } = await open();
  const shownIn = (color: string) =>
    screen.findByRole('img', { name: `The widget's color ${color}` });
  await shownIn('#0632c2');
  await write('Button color', '#ffcc00');
  await shownIn('#ffcc00');
  await screen.findByText(/The contrast is 1\.5:1/);
  await write('Button color', '#ffcc0');
  await shownIn('#0632c2');
  expect(screen.queryByText(/The contrast/)).toBeNull();
});

it.each([
  [['Days before reminder', 'Button color'], ['Button color']],
  [['Button color'], ['Days before reminder', 'Button color']],
])('the theme that was behind %s is not, once it has %s', async (first, second) => {
  const { press, write } = await open();
  const save = client.updateVendorSettings.getMockImplementation();
  let isBehind = true;
  client.updateVendorSettings.mockImplementation(async (input) => ({
    ...(await save?.(input)),
    ...('buttonColor' in input.body && { manualThemeUpdateRequired: isBehind }),
  }));
  const texts = { 'Days before reminder': ['5', '6'], 'Button color': ['#aa3300', '#00aa33'] };
  const saveAll = async (names: string[], time: number) => {
    for (const [name, values] of Object.entries(texts)) {
      if (names.includes(name)) await write(name, values[time] ?? '');
    }
    await press();
  };
  await saveAll(first, 0);
  await screen.findByText(/Manual theme update/);
  isBehind = false;
  await saveAll(second, 1);
  await waitFor(() => expect(screen.queryByText(/Manual theme update/)).toBeNull());
});
