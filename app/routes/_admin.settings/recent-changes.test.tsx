import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { holdFetch } from '../../testing/hold-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const client = vi.hoisted(() => ({ getVendor: vi.fn(), listSettingChanges: vi.fn() }));
vi.mock('../../admission/logger.server.ts', () => ({ logger: { warn: () => {} } }));
vi.mock('../../admission/authenticate.server.ts', () => ({
  authenticateMerchant: async () => ({ shop: 'a.myshopify.com', client }),
}));

beforeAll(prepareScreenTests);

const change = {
  id: 7,
  setting: 'daysBeforeReminder',
  from: 3,
  to: 5,
  by: 'you',
  changedAt: '2026-11-21T18:20:00.000Z',
  undo: 'possible',
};
const older = { ...change, id: 6, by: 'somebody else', from: 2, to: 3, undo: 'overtaken' };
const secret = {
  ...change,
  id: 5,
  setting: 'integrations.shipstation',
  from: null,
  to: 'changed',
  by: 'nobody',
  undo: 'impossible',
};

beforeEach(() => {
  vi.resetAllMocks();
  client.getVendor.mockResolvedValue({ ...exampleVendor, daysBeforeReminder: 5 });
  const timeZone = 'America/Los_Angeles';
  client.listSettingChanges.mockResolvedValue({ changes: [change, older, secret], timeZone });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const posted = holdFetch();
  const shown = showRoute('/settings', { ...route, shouldRevalidate: () => true });
  await screen.findByRole('heading', { name: 'Recent changes' });
  return { ...shown, posted };
}

const undoButton = () =>
  screen.getByRole('button', { name: 'Undo: Days before reminder from 3 to 5' });

it("say who changed what, in the store's time, and which can be undone", async () => {
  await open();
  screen.getByText(/^You · Nov 21, 2026, 10:20\sAM PST$/);
  screen.getByText(/^Another member of staff · /);
  screen.getByText(/^Cadence · /);
  screen.getByText('Changed since');
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
});

it('undo a change, and load the settings anew', async () => {
  const { user, posted, dispatched } = await open();
  await user.click(undoButton());
  expect(posted).toMatchObject([{ path: '/vendor-settings/undo', body: { id: 7 } }]);
  client.getVendor.mockResolvedValue(exampleVendor);
  posted[0]?.answer(200, exampleVendor);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Days before reminder').value).toBe('3'),
  );
  expect(dispatched).toContain('APP::TOAST::SHOW');
});

it('say why a change is not undone, and show what there is now', async () => {
  const { user, posted } = await open();
  const message = 'This setting was changed again since then, so nothing was undone.';
  await user.click(undoButton());
  client.listSettingChanges.mockResolvedValue({ changes: [older], timeZone: 'UTC' });
  posted[0]?.answer(409, { message });
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
});

it('keep no settings from being shown where they can not be had', async () => {
  client.listSettingChanges.mockRejectedValue(new Error('no answer'));
  await open();
  screen.getByText('Recent changes can not be shown right now.');
});

it('show a few at first, and nothing where there is nothing', async () => {
  const many = Array.from({ length: 8 }, (_, place) => ({ ...older, id: place }));
  client.listSettingChanges.mockResolvedValue({ changes: many, timeZone: 'UTC' });
  const { user } = await open();
  expect(screen.getAllByText('Changed since')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(screen.getAllByText('Changed since')).toHaveLength(8);
});
