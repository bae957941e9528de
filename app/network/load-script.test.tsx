import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadAgain } from './load-again.ts';
import { loadRouteModule } from './load-route-module.ts';
import { loadScript } from './load-script.ts';

const page = vi.hoisted(() => ({ isKept: false, mayLoadAgain: true }));
vi.mock('./load-again.ts', () => ({
  loadAgain: vi.fn(() => page.mayLoadAgain),
  isDocumentKept: () => page.isKept,
}));

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => {
  Object.assign(page, { isKept: false, mayLoadAgain: true });
  vi.mocked(loadAgain).mockClear();
});

describe('a script that is gone', () => {
  it('has the app loaded again, and nobody hears of a failure', async () => {
    const settled = vi.fn();
    loadScript(gone, { path: '/shipping' }).then(settled, settled);
    await expect.poll(() => loadAgain).toHaveBeenCalledWith('/shipping');
    expect(settled).not.toHaveBeenCalled();
  });

  it('that a change waits for loads nothing again: what the merchant made would be gone', async () => {
    await expect(loadScript(gone, { isUrgent: true })).rejects.toThrow('nothing was sent');
    expect(loadAgain).not.toHaveBeenCalled();
  });

  it.each([
    ['something unsaved would be lost', true, 'Save or discard your changes'],
    ['that did not help', false, 'Check your internet connection'],
  ])('is said to be missing where %s', async (_, isKept, text) => {
    Object.assign(page, { isKept, mayLoadAgain: false });
    await expect(loadScript(gone)).rejects.toThrow(text);
  });
});

it('a screen without its script leads to its own address, and is tried again at the next visit', async () => {
  vi.stubGlobal('__remixRouter', {
    state: { navigation: { location: { pathname: '/shipping', search: '?query=a', hash: '' } } },
  });
  page.mayLoadAgain = false;
  const route = { id: 'shipping', module: 'data:text/javascript,throw new TypeError("gone")' };
  const loaded: Record<string, unknown> = {};
  await expect(loadRouteModule(route, loaded)).rejects.toThrow('couldn’t load');
  expect(loadAgain).toHaveBeenCalledWith('/shipping?query=a');
  const there = { ...route, module: 'data:text/javascript,export const path = "/shipping"' };
  await expect(loadRouteModule(there, loaded)).resolves.toMatchObject({ path: '/shipping' });
  await expect(loadRouteModule(route, loaded)).resolves.toBe(loaded.shipping);
  vi.unstubAllGlobals();
});
