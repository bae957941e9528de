import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const frame = 'https://app.test/settings?embedded=1&shop=a.myshopify.com&host=aG9zdA%3D%3D';
const replace = vi.fn();

/** The module as a document that was opened at an address has it. */
async function openedAt(address: string) {
  const url = new URL(address);
  const { href, origin, search } = url;
  vi.stubGlobal('location', { href, origin, search, replace });
  vi.resetModules();
  return await import('./load-again.ts');
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(5_000);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  replace.mockClear();
});

it('the app is loaded again at the same place, dialog and all, and says so in its address', async () => {
  const { loadAgain } = await openedAt(`${frame}&renewed=1&id_token=used-up#logo`);
  expect(loadAgain()).toBe(true);
  expect(replace.mock.calls).toEqual([[`${frame}&reloaded=1#logo`]]);
  expect(loadAgain()).toBe(true);
  expect(replace).toHaveBeenCalledTimes(1);
});

it('or at the place that was asked for', async () => {
  const { loadAgain } = await openedAt(frame);
  loadAgain('/shipping?query=a');
  expect(replace.mock.calls[0]?.[0]).toMatch(
    /^https:\/\/app\.test\/shipping\?query=a&embedded=1&shop=a\.myshopify\.com&host=.*&reloaded=1$/,
  );
});

it('it is not loaded a third time, but again once some time has passed', async () => {
  const { loadAgain } = await openedAt(`${frame}&reloaded=1`);
  expect(loadAgain()).toBe(false);
  vi.mocked(performance.now).mockReturnValue(60_000);
  expect(loadAgain()).toBe(true);
});

it('it is not loaded again while something is unsaved', async () => {
  const { isDocumentKept, keepDocument, loadAgain } = await openedAt(frame);
  const letGo = keepDocument();
  expect(isDocumentKept()).toBe(true);
  expect(loadAgain()).toBe(false);
  letGo();
  expect(loadAgain()).toBe(true);
});
