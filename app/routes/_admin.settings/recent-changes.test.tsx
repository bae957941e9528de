import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ListedChange } from '#contract/vendor-settings.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { holdFetch } from '../../testing/hold-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import { shownChanges } from './change-in-words.ts';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getVendor: vi.fn() }));
const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);
vi.mock('../../subscription-api/client.ts', () => ({ createClient: () => client }));

beforeAll(prepareScreenTests);

const change: ListedChange = {
  id: 7,
  setting: 'daysBeforeReminder',
  from: 3,
  to: 5,
  by: 'you',
  changedAt: '2026-11-21T18:20:00.000Z',
  undo: 'possible',
};
const older: ListedChange = {
  ...change,
  id: 6,
  by: 'somebody else',
  from: 2,
  to: 3,
  undo: 'overtaken',
};
const secret: ListedChange = {
  ...change,
  id: 5,
  setting: 'integrations.shipstation',
  from: null,
  to: 'changed',
  by: 'nobody',
  undo: 'impossible',
};

let changes: ListedChange[] = [];
beforeEach(() => {
  changes = [change, older, secret];
  client.getVendor.mockResolvedValue({ ...exampleVendor, daysBeforeReminder: 5 });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const posted = holdFetch({
    '/resources/settings/changes': () => shownChanges({ changes, timeZone: 'America/Los_Angeles' }),
  });
  const shown = showRoute('/settings', { ...route, shouldRevalidate: () => true });
  await screen.findByText(changes.length === 0 ? 'No changes yet.' : /^You · /);
  return { ...shown, posted };
}

const undoButton = () =>
  screen.getByRole('button', { name: 'Undo: Days before reminder from 3 to 5' });
const back = () => screen.findByRole('button', { name: 'Back to settings' });

it("say who changed what, in the store's time, and which can be undone", async () => {
  await open();
  screen.getByText(/^You · Nov 21, 2026, 10:20\sAM PST$/);
  screen.getByText(/^Another member of staff · /);
  screen.getByText(/^Cadence · /);
  screen.getByText('Changed since');
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
});

it('undo a change, load the settings and themselves anew, and keep the keyboard', async () => {
  const { user, posted, dispatched } = await open();
  await user.click(undoButton());
  expect(posted).toMatchObject([{ path: '/resources/settings/undo', body: { id: 7 } }]);
  client.getVendor.mockResolvedValue(exampleVendor);
  changes = [
    { ...change, id: 8, from: 5, to: 3 },
    { ...change, undo: 'overtaken' },
  ];
  posted[0]?.answer(200, exampleVendor);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Days before reminder').value).toBe('3'),
  );
  await screen.findByRole('button', { name: 'Undo: Days before reminder from 5 to 3' });
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Recent changes' }));
  expect(dispatched).toContain('APP::TOAST::SHOW');
});

it('give way to why a change is not undone, and show what there is on the way back', async () => {
  const { user, posted } = await open();
  const message = 'This setting was changed again since then, so nothing was undone.';
  await user.click(undoButton());
  changes = [
    { ...change, id: 8, from: 5, to: 9 },
    { ...change, undo: 'overtaken' },
  ];
  posted[0]?.answer(409, { message });
  await screen.findByRole('heading', { name: 'Error' });
  screen.getByText(message);
  screen.getByText('Not saved: Undo of Days before reminder.');
  await user.click(await back());
  await screen.findByRole('button', { name: 'Undo: Days before reminder from 5 to 9' });
  await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
});

it('keep a failure above the settings while the change can still be undone', async () => {
  const { user, posted } = await open();
  await user.click(undoButton());
  posted[0]?.answer(502, { message: 'The server is on fire' });
  await user.click(await back());
  await screen.findByText('Not saved: Undo of Days before reminder');
  await user.click(await screen.findByRole('button', { name: /^Undo: Days/ }));
  changes = [{ ...change, undo: 'overtaken' }];
  posted[1]?.answer(200, exampleVendor);
  await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
});

it('keep no settings from being shown where they can not be had, and can be asked for again', async () => {
  const requests = answerFetch({});
  const { user } = showRoute('/settings', route);
  await screen.findByText('We can’t show recent changes right now.');
  screen.getByRole('heading', { name: 'Settings' });
  answerFetch({ 'GET /resources/settings/changes': () => Response.json([]) });
  expect(requests.map(({ asked }) => asked)).toContain('GET /resources/settings/changes');
  const section = screen.getByRole('group', { name: 'Recent changes' });
  await user.click(within(section).getByRole('button', { name: 'Try again' }));
  await screen.findByText('No changes yet.');
});

it('show a few at first', async () => {
  changes = [change, ...Array.from({ length: 7 }, (_, place) => ({ ...older, id: place }))];
  const { user } = await open();
  expect(screen.getAllByText('Changed since')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(screen.getAllByText('Changed since')).toHaveLength(7);
});
