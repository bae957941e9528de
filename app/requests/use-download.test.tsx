import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import { answerFetch } from '../testing/answer-fetch.ts';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { showScreen } from '../testing/screen-in-test.tsx';
import { csvFile } from './csv.ts';
import { useDownload } from './use-download.ts';

beforeAll(prepareScreenTests);
afterEach(() => {
  vi.unstubAllGlobals();
});

function Shown() {
  const { start, failure } = useDownload('/resources/roast-plan/csv');
  return (
    <>
      <button type="button" onClick={start}>
        Download
      </button>
      {failure}
    </>
  );
}

async function download(answer: () => Response) {
  answerFetch({ 'GET /resources/roast-plan/csv': answer });
  const shown = showScreen([{ path: '/', Component: Shown }]);
  await shown.user.click(await screen.findByRole('button', { name: 'Download' }));
  return shown;
}

it.each([
  ['what the server says', errorTexts.tooManyRequests, { message: errorTexts.tooManyRequests }],
  ['the text for a status that says nothing', errorTexts.somethingWentWrong, undefined],
])('tells %s where the file is refused', async (_, text, content) => {
  await download(() => Response.json(content ?? null, { status: 429 }));
  await screen.findByText(text);
});

it.each([
  ['a session token isn’t had', errorTexts.sessionToken, errorTexts.sessionToken],
  ['no answer comes', 'Failed to fetch', errorTexts.serverError],
])('tells where %s', async (_, reason, text) => {
  await download(() => {
    throw new TypeError(reason);
  });
  await screen.findByText(text);
});

it('saves the file by the name that it has from the server', async () => {
  const saved = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved(this.download);
  });
  const files = { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined };
  vi.stubGlobal('URL', Object.assign(class extends URL {}, files));
  await download(() => csvFile('roast-plan', [['Coffee']]));
  await waitFor(() => expect(saved).toHaveBeenCalledWith('roast-plan.csv'));
});

it('saves no page of a network as the file', async () => {
  const page = { headers: { 'Content-Type': 'text/html' } };
  await download(() => new Response('<h1>Log in to the wifi</h1>', page));
  await screen.findByText(errorTexts.serverError);
});

it('leaves for where the merchant grants what is missing', async () => {
  const updateUrl = 'https://example.com/grant';
  const failure = { message: errorTexts.updateRequired, updateUrl };
  const { actions } = await download(() => Response.json(failure, { status: 401 }));
  await screen.findByText(errorTexts.updateRequired);
  await waitFor(() => expect(JSON.stringify(actions)).toContain(updateUrl));
});
