import { useNavigate, useParams } from '@remix-run/react';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BulkChange } from '#contract/bulk-change.ts';
import { importFileTexts, maximumImportBytes } from '#contract/subscriber-import-names.ts';
import { useRememberedList } from '../../list/last-address.ts';
import { invalidateScreens } from '../../requests/screen-cache.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showRoute } from '../../testing/screen-in-test.tsx';
import * as route from './route.tsx';

const { mounted } = await vi.hoisted(() => import('../../testing/api-in-test.ts'));
vi.mock('../../subscription-api/embedded.server.ts', () => mounted);

beforeAll(prepareScreenTests);
afterEach(() => void vi.unstubAllGlobals());
beforeEach(invalidateScreens);

const sending = 'POST /resources/customers/import/file';

function Subscribers() {
  useRememberedList();
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate('/customers/import')}>
      Import
    </button>
  );
}

const Preview = () => <p>Preview {useParams().id}</p>;

const show = (address = '/customers/import') =>
  showRoute('/customers/import', { ...route, action: () => null }, address, {
    beside: [
      { path: '/customers', Component: Subscribers },
      { path: '/customers/changes/:id', Component: Preview },
    ],
  });

const preparedAs = (id: string): BulkChange => ({
  ...{ id, change: { change: 'import', file: 'a.csv' }, filter: {}, ticked: null },
  ...{ takesBack: null, takenBackBy: null, state: 'checking', stoppedBecause: null, isYours: true },
  ...{ preparedAt: '2026-11-25T18:00:00Z', begunAt: null, endedAt: null, leftOut: [], sums: [] },
  counts: { waiting: 0, doing: 0, done: 0, refused: 0, leftOut: 0 },
  ...{ canGoBack: 0, withoutMethod: 0, timeZone: 'America/Los_Angeles' },
});

async function choose({ user }: ReturnType<typeof show>, file: File) {
  await screen.findByRole('heading', { name: 'Import subscribers' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('No file can be chosen.');
  await user.upload(input, file);
}

it('says what is wrong with a file before it is sent, and why it was refused after', async () => {
  const sent = answerFetch({
    [sending]: () => Response.json({ message: importFileTexts.noLines }, { status: 422 }),
  });
  const shown = show();
  await screen.findByRole('heading', { name: 'Import subscribers' });
  // An early click is none.
  const check = screen.getByRole('button', { name: 'Check file' });
  await waitFor(() => expect(check.getAttribute('aria-disabled')).not.toBe('true'));
  await shown.user.click(check);
  await screen.findByText(importFileTexts.missing);
  await choose(shown, new File([], 'a.csv'));
  await screen.findByText(importFileTexts.empty);
  await choose(shown, new File([new Uint8Array(maximumImportBytes + 1)], 'a.csv'));
  await screen.findByText(importFileTexts.tooLarge);
  expect(sent).toHaveLength(0);
  await choose(shown, new File(['reference'], 'subscribers.csv'));
  await screen.findByText('subscribers.csv');
  expect(screen.queryByText(importFileTexts.tooLarge)).toBeNull();
  await shown.user.click(screen.getByRole('button', { name: 'Check file' }));
  await screen.findByText(importFileTexts.noLines);
  await waitFor(() => expect(sent).toHaveLength(1));
  await choose(shown, new File(['reference'], 'others.csv'));
  await screen.findByText('others.csv');
  expect(screen.queryByText(importFileTexts.noLines)).toBeNull();
});

it('has a file chosen again that was saved anew since, which browsers refuse to send', async () => {
  const sent = answerFetch({ [sending]: () => Promise.reject(new TypeError('Failed to fetch')) });
  const shown = show();
  const file = new File(['reference'], 'subscribers.csv');
  const saved = new DOMException('It was changed.', 'NotReadableError');
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(saved);
  await choose(shown, file);
  const button = screen.getByRole('button', { name: 'Check file' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  await shown.user.click(button);
  await screen.findByText(importFileTexts.changed);
  expect(screen.queryByText('subscribers.csv')).toBeNull();
  expect(sent).toHaveLength(1);
});

it('shows the preview of a file, unless the merchant has left before it was checked', async () => {
  let answer = (_: BulkChange) => {};
  const sent = answerFetch({
    [sending]: async () =>
      Response.json(
        await new Promise<BulkChange>((resolve) => {
          answer = resolve;
        }),
      ),
  });
  const shown = show();
  const check = async (count: number) => {
    await choose(shown, new File(['reference'], 'subscribers.csv'));
    const button = screen.getByRole('button', { name: 'Check file' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    await shown.user.click(button);
    await waitFor(() => expect(sent).toHaveLength(count));
  };
  await check(1);
  await shown.user.click(screen.getByRole('link', { name: 'Subscribers' }));
  await screen.findByRole('button', { name: 'Import' });
  answer(preparedAs('1'));
  await shown.user.click(screen.getByRole('button', { name: 'Import' }));
  await check(2);
  answer(preparedAs('2'));
  await screen.findByText('Preview 2');
});

it('leads back to the list as it was', async () => {
  const { user } = show('/customers?status=PAUSED');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const back = await screen.findByRole('link', { name: 'Subscribers' });
  expect(back.getAttribute('href')).toBe('/customers?status=PAUSED');
});
