import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { storagePolyfill } from './storage-polyfill.ts';

function blockedWindow() {
  const window: Record<string, unknown> = {};
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new Error('The operation is insecure.');
      },
    });
  }
  return window;
}

describe('storagePolyfill', () => {
  it('keeps items in memory where the browser blocks storage', () => {
    const window = blockedWindow();
    runInNewContext(storagePolyfill, { window });
    const read = runInNewContext(
      `window.sessionStorage.setItem('a', 1);
       [window.sessionStorage.getItem('a'), window.sessionStorage.getItem('b'),
        window.sessionStorage.length, window.localStorage.length]`,
      { window },
    );
    expect([...read]).toEqual(['1', null, 1, 0]);
  });

  it('leaves storage alone where it works', () => {
    const working = { getItem: () => null };
    const window = { sessionStorage: working, localStorage: working };
    runInNewContext(storagePolyfill, { window });
    expect(window.sessionStorage).toBe(working);
  });
});
